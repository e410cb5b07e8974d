import type { PostId } from '@pawtrait/contract/ids.ts'
import { getLikers } from '@pawtrait/contract/likes.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { cacheFollow } from '#features/follows/follow-cache.ts'
import { call } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

const PAGE = '30'

/** Query for the users who like a post, newest like first. Refetched each time the dialog opens. */
export const likersQuery = (postId: PostId) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['likers', postId],
    queryFn: async ({ pageParam, client }) => {
      const page = await call(getLikers, { params: { postId }, query: { limit: PAGE, ...cursorParam(pageParam) } })
      for (const { id, followedByMe, requestedByMe } of page.users)
        cacheFollow(client, { kind: 'user', id }, { followedByMe, requestedByMe })
      return page
    },
    staleTime: 0,
    gcTime: 0,
  })
