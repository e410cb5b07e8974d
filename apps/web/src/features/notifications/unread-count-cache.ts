import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import { countUnreadNotifications, type UnreadCount } from '@pawtrait/contract/notifications.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { queueNewNotification, refetchNotifications, syncReadState } from './notification-cache.ts'
import { unreadCountKey } from './use-unread-count.ts'

/** Caches the unread count, which the bell and the page title show. Also sets the badge of an installed app. */
export function cacheUnreadCount(queries: QueryClient, { unread }: UnreadCount) {
  queries.setQueryData<UnreadCount>(unreadCountKey, { unread })
  if ('setAppBadge' in navigator) navigator.setAppBadge(unread).catch(() => {}) // browsers may refuse to set the badge
}

/** Refetches the unread count and the visible notifications. Called on start, and after a gap in the event stream. */
export async function refetchUnreadCount(queries: QueryClient): Promise<void> {
  refetchNotifications(queries)
  await call(countUnreadNotifications).then(
    (unread) => cacheUnreadCount(queries, unread),
    () => {}, // a failure is ignored, because the next reconnect of the event stream refetches the count
  )
}

/** Applies a notification event: a new notification, or notifications that were read or withdrawn. */
export function applyNotificationEvent(queries: QueryClient, message: Extract<LiveMessage, { type: 'notification' }>) {
  cacheUnreadCount(queries, message)
  if (message.id) queueNewNotification(queries, message.id)
  else syncReadState(queries, message)
}
