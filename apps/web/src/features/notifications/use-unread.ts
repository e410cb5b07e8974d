import type { Unread } from '@pawtrait/contract/notifications.ts'
import { skipToken, useQuery } from '@tanstack/react-query'

/** In the cache: how many are unread. What asks and listens comes after the first look. */
export const unreadKey = ['unread'] as const

const MOST_COUNTED = 100

/** How many notifications the viewer has not read: 0 until it is known, and for visitors. */
export const useUnread = (): number => useQuery<Unread>({ queryKey: unreadKey, queryFn: skipToken }).data?.unread ?? 0

/** "3", or "99+" for as many as are counted. */
export const countOf = (unread: number): string => (unread < MOST_COUNTED ? String(unread) : `${MOST_COUNTED - 1}+`)
