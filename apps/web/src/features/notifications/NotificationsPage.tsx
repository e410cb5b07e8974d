import { paths } from '@pawtrait/contract/paths.ts'
import gear from '@phosphor-icons/core/regular/gear-six.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import styles from '#shell/SettingsLink.module.css'
import { TopBar } from '#shell/TopBar.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import list from './NotificationList.module.css'
import { NotificationList } from './NotificationList.tsx'
import { notificationsQuery } from './notification-cache.ts'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(notificationsQuery('all', call))
  return { head: createPageHead(t, t(phrases.notifications.pageTitle)) }
})

/** The page at `/notifications`. */
export function NotificationsPage() {
  const t = useTranslate()
  return (
    <>
      <TopBar title={t(phrases.notifications.pageTitle)} titled>
        <Link
          className={classNames(styles.settings, list.onPhone)}
          to={paths.settingsNotifications}
          aria-label={t(phrases.notifications.settingsLink)}
        >
          <Icon path={gear} />
        </Link>
      </TopBar>
      <MainContent>
        <NotificationList />
      </MainContent>
    </>
  )
}
