import { type Comment, getComments } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { changePost } from '#features/posts/post-cache.ts'
import { call as browserCall } from '#lib/call.ts'
import { type CommentIds, commentKey, commentsKey, keepComments, newestKey } from './comment-cache.ts'

const PAGE = '20'

/** The comments of a post, oldest first, page by page: the first level, or the answers to `parent`. */
export const commentsQuery = (post: PostId, parent: CommentId | null, call: Call = browserCall) =>
  infiniteQueryOptions({
    queryKey: commentsKey(post, parent),
    queryFn: async ({ pageParam, client }): Promise<CommentIds> => {
      const query = { limit: PAGE, ...(parent && { thread: parent }), ...(pageParam && { cursor: pageParam }) }
      const page = await call(getComments, { params: { id: post }, query })
      changePost(client, post, () => ({ commentCount: page.commentCount }))
      const listed = page.comments.filter(({ rootId }) => rootId === parent)
      keepComments(client, page.comments)
      return { ids: listed.map(({ id }) => id), cursor: page.cursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  })

// A comment written here stands at the end until the pages before it are there; then it has its own place.
const eachOnce = (ids: readonly CommentId[]) => [...new Set(ids.toReversed())].toReversed()

/** The ids of a post's comments, or of the answers to one of them; `useComment` reads each. */
export function useComments(post: PostId, parent: CommentId | null, enabled = true) {
  const list = useInfiniteQuery({ ...commentsQuery(post, parent), enabled })
  return { ...list, ids: eachOnce(list.data?.pages.flatMap((page) => page.ids) ?? []) }
}

/** The ids of the newest comments that the feed brought with a post, and of those written since. */
export function useNewestComments(post: PostId): CommentId[] {
  return useQuery<CommentId[]>({ queryKey: newestKey(post), queryFn: skipToken }).data ?? []
}

/** A comment that a list has brought; null once it is gone. */
export function useComment(id: CommentId): Comment | null {
  return useQuery<Comment | null>({ queryKey: commentKey(id), queryFn: skipToken }).data ?? null
}
