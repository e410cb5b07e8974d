import { getBlocked, listBlocked } from '@pawtrait/contract/blocks.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import { infiniteQueryOptions, type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { pageAt, paged } from '#lib/server/queries.ts'

/** Whom the viewer blocks, blocked last first. */
export const blockedQuery = (call: Call = browserCall) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['blocked'],
    queryFn: ({ pageParam }) => call(listBlocked, { query: pageAt(pageParam) }),
    staleTime: 0,
  })

/** Somebody whom the viewer blocks, by username; null once that is undone. */
export const blockedUserQuery = (username: string, call: Call = browserCall) =>
  queryOptions<UserCard | null>({
    queryKey: ['blocked-user', username.toLowerCase()],
    queryFn: () => call(getBlocked, { params: { username } }),
  })

// What stands for one thing alone, or belongs to the viewer: reading it again shows nobody less.
const apart = new Set([
  ...['viewer', 'post', 'comment', 'follow', 'confirmed', 'premium', 'sessions'],
  ...['blocked', 'species-filter', 'privacy'],
])

const isList = ({ queryKey: [name] }: Query) => !apart.has(String(name))

/** Every list is read again: those on screen now, the others when they are next looked at. */
export const refetchLists = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ predicate: isList })

type By = { author?: { id: UserId } | null; replyCount?: number } | null | undefined

/** A comment with answers leaves its place empty, so that others keep theirs. */
const left = (one: By) => (one?.replyCount ? { ...one, author: null, text: '', gone: 'unseen' } : null)

/** Takes what somebody wrote off every screen, at once; then lists are read again. */
export function forgetPerson(queries: QueryClient, id: UserId): Promise<void> {
  for (const name of ['post', 'comment'])
    for (const [key, one] of queries.getQueriesData<By>({ queryKey: [name] }))
      if (one?.author?.id === id) queries.setQueryData(key, left(one))
  queries.removeQueries({ queryKey: ['follow', 'user', id] })
  return refetchLists(queries)
}
