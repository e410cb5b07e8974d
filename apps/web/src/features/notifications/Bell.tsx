import { paths } from '@pawtrait/contract/paths.ts'
import bell from '@phosphor-icons/core/regular/bell.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import iconButton from '#ui/IconButton.module.css'
import { Link } from '#ui/Link.tsx'
import styles from './Bell.module.css'
import { formatUnreadCount, useUnread } from './use-unread.ts'

/** Link to the notifications, with the unread count. */
export function Bell() {
  const t = useTranslate()
  const unread = useUnread()
  const name =
    unread > 0
      ? t(phrases.notifications.bellLabel, { unread: formatUnreadCount(unread) })
      : t(phrases.notifications.pageTitle)
  return (
    <Link className={`${iconButton.button} ${styles.bell}`} to={paths.notifications} aria-label={name} title={name}>
      <Icon path={bell} />
      {unread > 0 && <span className={styles.count}>{formatUnreadCount(unread)}</span>}
    </Link>
  )
}
