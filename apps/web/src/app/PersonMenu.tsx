import type { Profile } from '@pawtrait/contract/profiles.ts'
import { useSafetyMenu } from '#features/moderation/use-safety-menu.tsx'
import { useMuteUserMenuItem } from '#features/notifications/use-mute-menu-items.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from '#shell/lazy-menu.module.css'
import { Menu } from '#ui/overlays/Menu.tsx'
import type { InitialMenuItem } from '#ui/overlays/menu-keys.ts'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { PersonMenuButton } from './PersonMenuButton.tsx'

/** Menu of a profile and its button. The items hide, mute, block or report the user. The menu opens on mount. */
export function PersonMenu({ profile, openAt }: { profile: Profile; openAt: InitialMenuItem }) {
  const t = useTranslate()
  const { id, username, pets } = profile
  const { hide, tools, dialogs } = useSafetyMenu({ author: profile, pets }, { type: 'user', id })
  const mute = useMuteUserMenuItem(profile)
  return (
    <span className={styles.menu}>
      <Menu
        label={t(phrases.profiles.moreOptions, { name: username })}
        items={[hide, mute.item, ...tools]}
        openAt={openAt}
      >
        {(trigger) => <PersonMenuButton profile={profile} {...trigger} />}
      </Menu>
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={mute.error} />
      {dialogs}
    </span>
  )
}
