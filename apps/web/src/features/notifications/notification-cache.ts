import type { NotificationId } from '@pawtrait/contract/ids.ts'
import {
  listNotifications,
  type Notification,
  type NotificationPage,
  type NotificationPart,
  type Unread,
} from '@pawtrait/contract/notifications.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

const listsKey = ['notifications'] as const

/** Cache key of new lines that arrived while the list was open and are not shown yet. */
export const newNotificationsKey = ['notifications-arrived'] as const

type Lists = InfiniteData<NotificationPage, string | null>

const A_PAGE = '20'

/** Notifications, paginated. New ones wait behind a button, so that nothing moves under the reader. */
export const notificationsQuery = (part: NotificationPart, call: Call = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: [...listsKey, part],
    queryFn: async ({ pageParam, client }) => {
      const page = await call(listNotifications, {
        query: { part, limit: A_PAGE, ...cursorParam(pageParam) },
      })
      if (!pageParam) client.setQueryData<NotificationId[]>(newNotificationsKey, [])
      return page
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** Changes lines in every list. */
export const changeLines = (queries: QueryClient, change: (line: Notification) => Notification) =>
  queries.setQueriesData<Lists>(
    { queryKey: listsKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, notifications: page.notifications.map(change) })),
      },
  )

/** Removes an answered line from the lists. */
export const dropLine = (queries: QueryClient, id: NotificationId) =>
  queries.setQueriesData<Lists>(
    { queryKey: listsKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          notifications: page.notifications.filter((line) => line.id !== id),
        })),
      },
  )

/** Queues a new notification behind the "new" button, if a list is open. */
export function queueNewNotification(queries: QueryClient, id: NotificationId) {
  if (queries.getQueriesData({ queryKey: listsKey, type: 'active' }).length === 0) return
  queries.setQueryData<NotificationId[]>(newNotificationsKey, (queued = []) => [
    id,
    ...queued.filter((other) => other !== id),
  ])
}

/** Invalidates the lists: refetched now if visible, otherwise when next shown. */
export const refetchNotifications = (queries: QueryClient) => void queries.invalidateQueries({ queryKey: listsKey })

/** Handles lines that were read in another tab, or an action that was taken back. */
export function syncReadState(queries: QueryClient, { unread }: Unread) {
  if (unread === 0) changeLines(queries, (line) => (line.unread ? { ...line, unread: false } : line))
  else if ((queries.getQueryData<NotificationId[]>(newNotificationsKey) ?? []).length === 0)
    refetchNotifications(queries)
}
