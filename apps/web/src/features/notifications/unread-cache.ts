import { countUnread, type Unread } from '@pawtrait/contract/notifications.ts'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/call.ts'

/** How many notifications the viewer has not read, up to 100; kept up by the event stream. */
export const unreadQuery = () =>
  queryOptions({ queryKey: ['unread'], queryFn: () => call(countUnread), staleTime: Infinity })

/** What the server has just said. */
export const keepUnread = (queries: QueryClient, { unread }: Unread) =>
  queries.setQueryData(unreadQuery().queryKey, { unread })
