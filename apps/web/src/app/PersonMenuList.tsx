import type { Profile } from '@pawtrait/contract/profiles.ts'
import { useSafetyMenu } from '#features/moderation/use-safety-menu.tsx'
import { useMuteUserItem } from '#features/notifications/use-mute-item.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from '#shell/lazy-menu.module.css'
import { Menu } from '#ui/overlays/Menu.tsx'
import type { MenuEnd } from '#ui/overlays/menu-keys.ts'
import { CallFailed } from '#ui/states/CallFailed.tsx'
import { PersonMenuButton } from './PersonMenuButton.tsx'

/** Menu of a profile (hide, mute, safety) with its button. The menu opens on mount. */
export function PersonMenuList({ profile, openAt }: { profile: Profile; openAt: MenuEnd }) {
  const t = useTranslate()
  const { id, username, pets } = profile
  const { hide, tools, dialogs } = useSafetyMenu({ author: profile, pets }, { type: 'user', id })
  const mute = useMuteUserItem(profile)
  return (
    <span className={styles.menu}>
      <Menu
        label={t(phrases.profiles.moreOptions, { name: username })}
        items={[hide, mute.item, ...tools]}
        openAt={openAt}
      >
        {(trigger) => <PersonMenuButton profile={profile} {...trigger} />}
      </Menu>
      <CallFailed title={t(phrases.ui.nothingChanged)} error={mute.error} />
      {dialogs}
    </span>
  )
}
