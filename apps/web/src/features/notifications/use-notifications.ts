import type { NotificationId } from '@pawtrait/contract/ids.ts'
import type { NotificationPart } from '@pawtrait/contract/notifications.ts'
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { arrivedKey, notificationsQuery } from './notification-cache.ts'

/** The lines of one part, and how many came since they were read. */
export function useNotifications(part: NotificationPart) {
  const list = useInfiniteQuery(notificationsQuery(part))
  const arrived = useQuery<NotificationId[]>({ queryKey: arrivedKey, queryFn: skipToken }).data ?? []
  return { list, lines: list.data?.pages.flatMap((page) => page.notifications), arrived: arrived.length }
}
