import type { UnreadCount } from '@pawtrait/contract/notifications.ts'
import { skipToken, useQuery } from '@tanstack/react-query'

/** Cache key of the unread count. The code that fetches the count is loaded after the first paint. */
export const unreadCountKey = ['unread'] as const

const MAX_COUNTED = 100

/** Returns the viewer's unread count: 0 while unknown, and for visitors. */
export const useUnreadCount = (): number =>
  useQuery<UnreadCount>({ queryKey: unreadCountKey, queryFn: skipToken }).data?.unread ?? 0

/** Returns the unread count as text: "3", or "99+" for 100. The server stops counting at 100. */
export const formatUnreadCount = (unread: number): string =>
  unread < MAX_COUNTED ? String(unread) : `${MAX_COUNTED - 1}+`
