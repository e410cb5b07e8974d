import { getTagPosts } from '@pawtrait/contract/posts.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/call.ts'
import { keepPosts } from './post-cache.ts'

// Rows of four and of three both fill up.
const PAGE = '24'

/** The posts with a hashtag, newest first, page by page. */
export const tagPostsQuery = (tag: string, call: Call = browserCall) =>
  infiniteQueryOptions({
    queryKey: ['tag-posts', tag],
    queryFn: async ({ pageParam, client }) => {
      const query = { limit: PAGE, ...(pageParam && { cursor: pageParam }) }
      const { posts, cursor } = await call(getTagPosts, { params: { tag }, query })
      return { ids: keepPosts(client, posts), cursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  })
