import { paths } from '@pawtrait/contract/paths.ts'
import caret from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import silent from '@phosphor-icons/core/regular/bell-slash.svg?path'
import hide from '@phosphor-icons/core/regular/eye-slash.svg?path'
import hand from '@phosphor-icons/core/regular/hand-waving.svg?path'
import heart from '@phosphor-icons/core/regular/heart.svg?path'
import paw from '@phosphor-icons/core/regular/paw-print.svg?path'
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?path'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { speciesFilterQuery } from '#features/blocks/use-species-filter.ts'
import { closeFriendsQuery } from '#features/follows/close-friends.ts'
import { followRequestsQuery } from '#features/follows/follow-request-cache.ts'
import { speciesLabels } from '#i18n/en/by-value/pets/species-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import styles from './PrivacySettings.module.css'
import { PrivateAccountSwitch } from './PrivateAccountSwitch.tsx'

/** Privacy settings with private account, animal filter, and links to lists such as blocked users. */
export function PrivacySettings() {
  const t = useTranslate()
  const { data: requests } = useInfiniteQuery(followRequestsQuery())
  const { data: friends } = useQuery(closeFriendsQuery())
  const waiting = requests?.pages[0]?.waiting
  return (
    <SettingsSection id="privacy" help={t(phrases.settings.privacyHelp)}>
      <PrivateAccountSwitch />
      <Animals />
      <ul className={styles.lists} aria-label={t(phrases.settings.peopleLabel)}>
        <ListLink to={paths.requests} icon={hand} label={t(phrases.follows.requestsTitle)} count={waiting} />
        <ListLink
          to={paths.closeFriends}
          icon={heart}
          label={t(phrases.follows.closeFriends)}
          count={friends?.length}
        />
        <ListLink to={paths.blocked} icon={prohibit} label={t(phrases.blocks.blockedTitle)} />
        <ListLink to={paths.hidden} icon={hide} label={t(phrases.blocks.hiddenTitle)} />
        <ListLink to={paths.muted} icon={silent} label={t(phrases.blocks.mutedTitle)} />
      </ul>
    </SettingsSection>
  )
}

/** Summary of the animal filter, with a link to change it. */
function Animals() {
  const t = useTranslate()
  const locale = useLocale()
  const { data: filter } = useQuery(speciesFilterQuery())
  const chosen = filter ? [...filter.species.map((species) => t(speciesLabels[species])), ...filter.words] : []
  const open = (
    <Link
      className={buttonClass({ kind: 'ghost', small: true })}
      to={paths.animals}
      aria-label={t(phrases.settings.openLinkLabel, { what: t(phrases.blocks.hiddenAnimals) })}
    >
      {t(phrases.settings.openLink)}
    </Link>
  )
  return (
    <IconRow icon={paw} title={t(phrases.blocks.hiddenAnimals)} action={open}>
      {chosen.length > 0 ? new Intl.ListFormat(locale).format(chosen) : t(phrases.blocks.noHiddenAnimals)}
    </IconRow>
  )
}

type ListLinkProps = { to: string; icon: string; label: string; count?: number | undefined }

function ListLink({ to, icon, label, count = 0 }: ListLinkProps) {
  const locale = useLocale()
  return (
    <li>
      <Link className={styles.list} to={to}>
        <Icon path={icon} size={22} />
        {label}
        {count > 0 && <b className={styles.count}>{count.toLocaleString(locale)}</b>}
        <Icon path={caret} size={16} />
      </Link>
    </li>
  )
}
