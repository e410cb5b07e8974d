import type { NotificationId } from '@pawtrait/contract/ids.ts'
import { markNotificationRead, markNotificationsRead, type Notification } from '@pawtrait/contract/notifications.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { refetchNotifications, updateNotifications } from './notification-cache.ts'
import { cacheUnreadCount } from './unread-count-cache.ts'

const markRead = (line: Notification): Notification => ({ ...line, unread: false })

/** Callbacks that both mutations share. They cache the new unread count, or refetch the lists after an error. */
const getCallbacks = (queries: QueryClient) => ({
  onSuccess: (unread: { unread: number }) => cacheUnreadCount(queries, unread),
  onError: () => refetchNotifications(queries),
})

/** Mutation that marks one notification as read. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['read-notification'],
    mutationFn: (id: NotificationId) => call(markNotificationRead, { params: { id } }),
    onMutate: (id) => void updateNotifications(queries, (line) => (line.id === id ? markRead(line) : line)),
    ...getCallbacks(queries),
  })
}

/** Mutation that marks all notifications up to a time (ISO 8601) as read. The user has not seen later notifications. */
export function useMarkAllRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['read-notifications'],
    mutationFn: (upTo: string) => call(markNotificationsRead, { body: { upTo } }),
    onMutate: (upTo) => void updateNotifications(queries, (line) => (line.updatedAt <= upTo ? markRead(line) : line)),
    ...getCallbacks(queries),
  })
}
