import type { UnreadCount } from '@pawtrait/contract/notifications.ts'
import { skipToken, useQuery } from '@tanstack/react-query'

/** Cache key of the unread count. The code that fetches and subscribes loads after the first paint. */
export const unreadKey = ['unread'] as const

const MOST_COUNTED = 100

/** Returns the viewer's unread count: 0 while unknown, and for visitors. */
export const useUnread = (): number =>
  useQuery<UnreadCount>({ queryKey: unreadKey, queryFn: skipToken }).data?.unread ?? 0

/** Returns "3", or "99+" at the maximum that is counted. */
export const formatUnreadCount = (unread: number): string =>
  unread < MOST_COUNTED ? String(unread) : `${MOST_COUNTED - 1}+`
