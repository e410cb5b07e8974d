import { getBlockedUser, listBlockedUsers } from '@pawtrait/contract/blocks.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import { infiniteQueryOptions, type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

/** Query for the users that the viewer blocks, last blocked first. */
export const blockedUsersQuery = (call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['blocked'],
    queryFn: ({ pageParam }) => call(listBlockedUsers, { query: cursorParam(pageParam) }),
    staleTime: 0,
  })

/** Query for a blocked user by username; null if the viewer does not block a user of this name. */
export const blockedUserQuery = (username: string, call: ApiCall = browserCall) =>
  queryOptions<UserCard | null>({
    queryKey: ['blocked-user', username.toLowerCase()],
    queryFn: () => call(getBlockedUser, { params: { username } }),
  })

// Queries that need no refetch after a block: they return a single item, or the viewer's own data, such as settings,
// sessions and blocked users.
const nonListKeys = new Set([
  ...['viewer', 'post', 'comment', 'follow', 'confirmed', 'premium', 'sessions'],
  ...['blocked', 'species-filter', 'privacy'],
])

const isList = ({ queryKey: [name] }: Query) => !nonListKeys.has(String(name))

/** Invalidates every list. Mounted lists are refetched at once, and other lists when they are next mounted. */
export const invalidateAllLists = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: isList })

type AuthoredItem = { author?: { id: UserId } | null; replyCount?: number } | null | undefined

/** Returns a placeholder for a comment that has replies, so that the replies keep their place; otherwise null. */
const toPlaceholder = (item: AuthoredItem) =>
  item?.replyCount ? { ...item, author: null, text: '', gone: 'unseen' } : null

/** Removes a user's posts and comments from the cache at once, then refetches lists. */
export function removeUserContent(queries: QueryClient, id: UserId): Promise<void> {
  for (const name of ['post', 'comment'])
    for (const [key, item] of queries.getQueriesData<AuthoredItem>({ queryKey: [name] }))
      if (item?.author?.id === id) queries.setQueryData(key, toPlaceholder(item))
  queries.removeQueries({ queryKey: ['follow', 'user', id] })
  return invalidateAllLists(queries)
}
