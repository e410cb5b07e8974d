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
import { pageAt, paged } from '#lib/server/queries.ts'

const listsKey = ['notifications'] as const

/** Lines that came while the list was open and are not shown yet. */
export const arrivedKey = ['notifications-arrived'] as const

type Lists = InfiniteData<NotificationPage, string | null>

const A_PAGE = '20'

/** What happened, page by page. What comes meanwhile waits behind a pill: nothing moves under the reader. */
export const notificationsQuery = (part: NotificationPart, call: Call = browserCall) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...listsKey, part],
    queryFn: async ({ pageParam, client }) => {
      const page = await call(listNotifications, {
        query: { part, limit: A_PAGE, ...pageAt(pageParam) },
      })
      if (!pageParam) client.setQueryData<NotificationId[]>(arrivedKey, [])
      return page
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** Changes lines wherever they are shown. */
export const changeLines = (queries: QueryClient, change: (line: Notification) => Notification) =>
  queries.setQueriesData<Lists>(
    { queryKey: listsKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, notifications: page.notifications.map(change) })),
      },
  )

/** Takes a line off the lists: it has been answered. */
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

/** Puts a line that came behind the pill of a list that is open. */
export function addArrived(queries: QueryClient, id: NotificationId) {
  if (queries.getQueriesData({ queryKey: listsKey, type: 'active' }).length === 0) return
  queries.setQueryData<NotificationId[]>(arrivedKey, (kept = []) => [id, ...kept.filter((one) => one !== id)])
}

/** Reads the lists on screen again; others when they are next visited. */
export const refetchNotifications = (queries: QueryClient) => void queries.invalidateQueries({ queryKey: listsKey })

/** In another tab lines were read, or somebody took something back. */
export function readElsewhere(queries: QueryClient, { unread }: Unread) {
  if (unread === 0) changeLines(queries, (line) => (line.unread ? { ...line, unread: false } : line))
  else if ((queries.getQueryData<NotificationId[]>(arrivedKey) ?? []).length === 0) refetchNotifications(queries)
}
