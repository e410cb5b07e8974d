import caret from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import hide from '@phosphor-icons/core/regular/eye-slash.svg?path'
import hand from '@phosphor-icons/core/regular/hand-waving.svg?path'
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?path'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { requestsQuery } from '#features/follows/request-cache.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { paths } from './paths.ts'
import { PrivateSwitch } from './PrivateSwitch.tsx'
import styles from './PrivacySettings.module.css'
import { SettingsSection } from './SettingsSection.tsx'

/** Who sees one, and whom and what one does not see. */
export function PrivacySettings() {
  const t = useTranslate()
  const { data: requests } = useInfiniteQuery(requestsQuery())
  const waiting = requests?.pages[0]?.waiting
  return (
    <SettingsSection id="privacy" help={t('settings.privacyHelp')}>
      <PrivateSwitch />
      <ul className={styles.lists} aria-label={t('settings.people')}>
        <ListLink to={paths.requests} icon={hand} label={t('follows.requests')} count={waiting} />
        <ListLink to={paths.blocked} icon={prohibit} label={t('blocks.blocked')} />
        <ListLink to={paths.hidden} icon={hide} label={t('blocks.hidden')} />
      </ul>
    </SettingsSection>
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
