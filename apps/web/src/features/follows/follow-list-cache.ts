import { getFollowers, getFollowing } from '@pawtrait/contract/follows.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'
import { cacheFollow } from './follow-cache.ts'

export type FollowListKind = 'followers' | 'following'

const PAGE = '30'

/** Query for a user's followers, or for the users that this user follows. Newest follow first; `q` filters by name. */
export const followListQuery = (kind: FollowListKind, id: UserId, q: string, call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['people', kind, id, q],
    queryFn: async ({ pageParam, client }) => {
      const query = { limit: PAGE, ...(q && { q }), ...cursorParam(pageParam) }
      const list = await call(kind === 'followers' ? getFollowers : getFollowing, { params: { id }, query })
      for (const user of list.users)
        cacheFollow(
          client,
          { kind: 'user', id: user.id },
          { followedByMe: user.followedByMe, requestedByMe: user.requestedByMe },
        )
      return list
    },
    // Keeps the previous results visible while the user types.
    placeholderData: keepPreviousData,
  })
