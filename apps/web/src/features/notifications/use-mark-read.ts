import type { NotificationId } from '@pawtrait/contract/ids.ts'
import { markNotificationRead, markNotificationsRead, type Notification } from '@pawtrait/contract/notifications.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { changeLines, refetchNotifications } from './notification-cache.ts'
import { cacheUnreadCount } from './unread-cache.ts'

const asRead = (line: Notification): Notification => ({ ...line, unread: false })

/** Marked as read optimistically; after a refusal the list shows the true state. */
const settling = (queries: QueryClient) => ({
  onSuccess: (unread: { unread: number }) => cacheUnreadCount(queries, unread),
  onError: () => refetchNotifications(queries),
})

/** Marks one opened line as read. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['read-notification'],
    mutationFn: (id: NotificationId) => call(markNotificationRead, { params: { id } }),
    onMutate: (id) => void changeLines(queries, (line) => (line.id === id ? asRead(line) : line)),
    ...settling(queries),
  })
}

/** Marks lines up to a time (ISO 8601) as read; later ones have not been seen. */
export function useMarkAllRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['read-notifications'],
    mutationFn: (upTo: string) => call(markNotificationsRead, { body: { upTo } }),
    onMutate: (upTo) => void changeLines(queries, (line) => (line.updatedAt <= upTo ? asRead(line) : line)),
    ...settling(queries),
  })
}
