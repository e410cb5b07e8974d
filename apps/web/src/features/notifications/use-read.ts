import type { NotificationId } from '@pawtrait/contract/ids.ts'
import { type Notification, readNotification, readNotifications } from '@pawtrait/contract/notifications.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { changeLines, refetchNotifications } from './notification-cache.ts'
import { keepUnread } from './unread-cache.ts'

const asRead = (line: Notification): Notification => ({ ...line, unread: false })

/** Shown as read at once; when the server refuses, the list says again what is so. */
const settling = (queries: QueryClient) => ({
  onSuccess: (unread: { unread: number }) => keepUnread(queries, unread),
  onError: () => refetchNotifications(queries),
})

/** Marks one line as read: it was opened. */
export function useReadOne() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['read-notification'],
    mutationFn: (id: NotificationId) => call(readNotification, { params: { id } }),
    onMutate: (id) => void changeLines(queries, (line) => (line.id === id ? asRead(line) : line)),
    ...settling(queries),
  })
}

/** Marks as read what happened up to an instant (ISO 8601); what came later has not been seen. */
export function useReadAll() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['read-notifications'],
    mutationFn: (upTo: string) => call(readNotifications, { body: { upTo } }),
    onMutate: (upTo) => void changeLines(queries, (line) => (line.updatedAt <= upTo ? asRead(line) : line)),
    ...settling(queries),
  })
}
