import { notificationsQuery } from '#features/notifications/notification-cache.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Content } from '../Content.tsx'
import { NotificationList } from '../NotificationList.tsx'
import { loadsForUser } from '../page.ts'
import { TopBar } from '../TopBar.tsx'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(notificationsQuery('all', call))
  return { head: { title: t('app.pageTitle', { page: t('notifications.notifications') }), hidden: true } }
})

/** `/notifications` */
export function NotificationsPage() {
  const t = useTranslate()
  return (
    <>
      <TopBar title={t('notifications.notifications')} titled />
      <Content>
        <NotificationList />
      </Content>
    </>
  )
}
