import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import { countUnread, type Unread } from '@pawtrait/contract/notifications.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { addArrived, readElsewhere, refetchNotifications } from './notification-cache.ts'
import { unreadKey } from './use-unread.ts'

/** Shows a count everywhere: bell, title, and the app's icon where there is one. */
export function keepUnread(queries: QueryClient, { unread }: Unread) {
  queries.setQueryData<Unread>(unreadKey, { unread })
  if ('setAppBadge' in navigator) navigator.setAppBadge(unread).catch(() => {}) // a browser may refuse it
}

/** Asks anew, at the start and after a gap: what is on screen is read again too. */
export async function catchUpUnread(queries: QueryClient): Promise<void> {
  refetchNotifications(queries)
  await call(countUnread).then(
    (unread) => keepUnread(queries, unread),
    () => {}, // the stream tells once the server is back
  )
}

/** A line came, or lines were read or taken back, here or elsewhere. */
export function takeNotification(queries: QueryClient, message: Extract<LiveMessage, { type: 'notification' }>) {
  keepUnread(queries, message)
  if (message.id) addArrived(queries, message.id)
  else readElsewhere(queries, message)
}
