import type { NotificationId } from '@pawtrait/contract/ids.ts'
import {
  listNotifications,
  type Notification,
  type NotificationFilter,
  type NotificationPage,
  type UnreadCount,
} from '@pawtrait/contract/notifications.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

const listsKey = ['notifications'] as const

/** Cache key of the ids of new notifications that arrived while a list was open. The list does not show them yet. */
export const newNotificationsKey = ['notifications-arrived'] as const

type Lists = InfiniteData<NotificationPage, string | null>

const PAGE_SIZE = '20'

/**
 * Query for notifications. New notifications are added only when the user presses the "new" button, so that visible
 * lines do not move.
 */
export const notificationsQuery = (part: NotificationFilter, call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: [...listsKey, part],
    queryFn: async ({ pageParam, client }) => {
      const page = await call(listNotifications, {
        query: { part, limit: PAGE_SIZE, ...cursorParam(pageParam) },
      })
      if (!pageParam) client.setQueryData<NotificationId[]>(newNotificationsKey, [])
      return page
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** Applies a change to each cached notification in every list. */
export const updateNotifications = (queries: QueryClient, change: (line: Notification) => Notification) =>
  queries.setQueriesData<Lists>(
    { queryKey: listsKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, notifications: page.notifications.map(change) })),
      },
  )

/** Removes a notification from every cached list, for example an answered follow request. */
export const removeNotification = (queries: QueryClient, id: NotificationId) =>
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

/** Adds a new notification to the count on the "new" button, if a notification list is visible. */
export function queueNewNotification(queries: QueryClient, id: NotificationId) {
  if (queries.getQueriesData({ queryKey: listsKey, type: 'active' }).length === 0) return
  queries.setQueryData<NotificationId[]>(newNotificationsKey, (queued = []) => [
    id,
    ...queued.filter((other) => other !== id),
  ])
}

/** Refetches the visible list of notifications at once, and hidden lists when they are next shown. */
export const refetchNotifications = (queries: QueryClient) => void queries.invalidateQueries({ queryKey: listsKey })

/** Updates the cached notifications when another tab has marked them as read, or an actor has undone an action. */
export function syncReadState(queries: QueryClient, { unread }: UnreadCount) {
  if (unread === 0) updateNotifications(queries, (line) => (line.unread ? { ...line, unread: false } : line))
  else if ((queries.getQueryData<NotificationId[]>(newNotificationsKey) ?? []).length === 0)
    refetchNotifications(queries)
}
