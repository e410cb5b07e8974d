import { type Comment, getComments } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import {
  infiniteQueryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { changePost } from '#features/posts/post-cache.ts'
import { call as browserCall } from '#lib/call.ts'
import { type CommentIds, keepPage } from './comment-cache.ts'
import { keepComments, listKey, pinnedKey } from './comment-keys.ts'
import { keepThreadPage, type Thread, threadKey } from './thread-cache.ts'

const PAGE = '20'

type PageParam = { cursor?: string; before?: string; comment?: CommentId }

const firstPage = (linked: CommentId | null): PageParam => (linked ? { comment: linked } : {})

/** The first level of a post, oldest first, page by page: from its start, or from around the comment a link names. */
export const commentsQuery = (post: PostId, linked: CommentId | null, call: Call = browserCall) =>
  infiniteQueryOptions({
    queryKey: listKey(post, linked),
    queryFn: async ({ pageParam, client }): Promise<CommentIds> => {
      const page = await call(getComments, { params: { id: post }, query: { limit: PAGE, ...pageParam } })
      changePost(client, post, () => ({ commentCount: page.commentCount }))
      return keepPage(client, post, page)
    },
    initialPageParam: firstPage(linked),
    getNextPageParam: ({ cursor }): PageParam | null => (cursor === null ? null : { cursor }),
    getPreviousPageParam: ({ before }): PageParam | null => (before === null ? null : { before }),
  })

// A comment written here stands at the end until the pages before it are there; then it has its own place.
const eachOnce = (ids: readonly CommentId[]) => [...new Set(ids.toReversed())].toReversed()

/** The ids of a post's first level; `useComment` reads each. */
export function useComments(post: PostId, linked: CommentId | null) {
  const list = useInfiniteQuery(commentsQuery(post, linked))
  const pinned = useQuery<CommentId | null>({ queryKey: pinnedKey(post), queryFn: skipToken }).data ?? null
  const ids = eachOnce(list.data?.pages.flatMap((page) => page.ids) ?? [])
  return { ...list, ids: ids.filter((id) => id !== pinned), pinned }
}

/** What is known of the answers below a comment of the first level, and the way to more of them. */
export function useThread({ id, postId }: Pick<Comment, 'id' | 'postId'>) {
  const queries = useQueryClient()
  const { data } = useQuery<Thread>({ queryKey: threadKey(id), queryFn: skipToken })
  const read = useMutation({
    mutationKey: ['read-thread', id],
    mutationFn: async () => {
      const after = queries.getQueryData<Thread>(threadKey(id))?.after
      const query = { limit: PAGE, thread: id, ...(after && { cursor: after }) }
      const page = await browserCall(getComments, { params: { id: postId }, query })
      keepComments(queries, page.comments)
      keepThreadPage(queries, id, page.comments)
      return page
    },
  })
  return {
    replies: data?.replies ?? [],
    readMore: () => read.mutate(),
    isReading: read.isPending,
    failed: read.isError,
    isAll: read.data?.cursor === null,
  }
}
