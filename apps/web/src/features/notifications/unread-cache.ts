import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import { countUnread, type UnreadCount } from '@pawtrait/contract/notifications.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { queueNewNotification, refetchNotifications, syncReadState } from './notification-cache.ts'
import { unreadKey } from './use-unread.ts'

/** Shows an unread count everywhere: on the bell, in the title, and on the app's icon if supported. */
export function cacheUnreadCount(queries: QueryClient, { unread }: UnreadCount) {
  queries.setQueryData<UnreadCount>(unreadKey, { unread })
  if ('setAppBadge' in navigator) navigator.setAppBadge(unread).catch(() => {}) // a browser may refuse it
}

/** Refetches the unread count and visible lists, at the start and after a gap in the event stream. */
export async function catchUpUnread(queries: QueryClient): Promise<void> {
  refetchNotifications(queries)
  await call(countUnread).then(
    (unread) => cacheUnreadCount(queries, unread),
    () => {}, // the stream reports when the server is back
  )
}

/** Handles a new line, or lines that were read or taken back, here or elsewhere. */
export function applyNotificationEvent(queries: QueryClient, message: Extract<LiveMessage, { type: 'notification' }>) {
  cacheUnreadCount(queries, message)
  if (message.id) queueNewNotification(queries, message.id)
  else syncReadState(queries, message)
}
