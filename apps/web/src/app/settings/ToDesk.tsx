import { paths } from '@pawtrait/contract/paths.ts'
import caret from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import gavel from '@phosphor-icons/core/regular/gavel.svg?path'
import { useQuery } from '@tanstack/react-query'
import { moderatorRoleQuery } from '#features/moderation/moderation-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './SettingsFrame.module.css'

/** The way to the desk, for moderators; nothing for everybody else. */
export function ToDesk({ withLine }: { withLine: boolean }) {
  const t = useTranslate()
  const { data } = useQuery(moderatorRoleQuery())
  if (!data?.role) return null
  return (
    <Link to={paths.moderation}>
      <Icon path={gavel} size={20} />
      <span className={styles.words}>
        <b>{t(phrases.settings.moderation)}</b>
        {withLine && <span className={styles.line}>{t(phrases.settings.moderationLine)}</span>}
      </span>
      {withLine && <Icon path={caret} size={16} />}
    </Link>
  )
}
