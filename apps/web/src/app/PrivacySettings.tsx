import caret from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import hide from '@phosphor-icons/core/regular/eye-slash.svg?path'
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?path'
import { Link } from 'react-router'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { paths } from './paths.ts'
import styles from './PrivacySettings.module.css'
import { SettingsSection } from './SettingsSection.tsx'

/** Who sees one, and whom and what one does not see. */
export function PrivacySettings() {
  const t = useTranslate()
  return (
    <SettingsSection id="privacy" help={t('settings.privacyHelp')}>
      <ul className={styles.lists} aria-label={t('settings.people')}>
        <ListLink to={paths.blocked} icon={prohibit} label={t('blocks.blocked')} />
        <ListLink to={paths.hidden} icon={hide} label={t('blocks.hidden')} />
      </ul>
    </SettingsSection>
  )
}

function ListLink({ to, icon, label }: { to: string; icon: string; label: string }) {
  return (
    <li>
      <Link className={styles.list} to={to}>
        <Icon path={icon} size={22} />
        {label}
        <Icon path={caret} size={16} />
      </Link>
    </li>
  )
}
