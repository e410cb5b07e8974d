import { paths } from '@pawtrait/contract/paths.ts'
import bell from '@phosphor-icons/core/regular/bell.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import iconButton from '#ui/IconButton.module.css'
import { Link } from '#ui/Link.tsx'
import styles from './NotificationBell.module.css'
import { formatUnreadCount, useUnreadCount } from './use-unread-count.ts'

/** Link to the notifications page, with the unread count. */
export function NotificationBell() {
  const t = useTranslate()
  const unread = useUnreadCount()
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
