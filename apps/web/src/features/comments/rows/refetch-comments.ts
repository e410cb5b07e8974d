import { type Comment, type CommentPage, getComment, getComments } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { removeCommentFromLists } from '#features/comments/comment-cache.ts'
import { type CommentListStart, cacheComments, commentKey, commentListKey } from '#features/comments/comment-keys.ts'
import type { CommentIdPages } from '#features/comments/comment-lists.ts'
import { cacheThreads, readCachedThread } from '#features/comments/thread-cache.ts'
import { CallError, call } from '#lib/server/call.ts'

const PAGE = 50

/** Returns a page of comments. Rejects if the server is unreachable; the cache then stays unchanged. */
export const fetchCommentPage = (post: PostId, query: Record<string, string>): Promise<CommentPage> =>
  call(getComments, { params: { id: post }, query: { limit: `${PAGE}`, ...query } })

/** Returns a pagination cursor just before this id. Ids begin with a timestamp in milliseconds. */
const getIdBefore = (id: CommentId) => `${id.slice(0, -12)}${'0'.repeat(12)}`

type CommentLocation = { id: CommentId; root: CommentId; post: PostId; from: CommentListStart }

/** Returns the ids of a comment and its neighbours, at most one page, to refetch them in one request. */
export function selectAdjacentComments(queries: QueryClient, { id, root, post, from }: CommentLocation): CommentId[] {
  const pages = queries.getQueryData<CommentIdPages>(commentListKey(post, from))?.pages ?? []
  const all =
    root === id
      ? pages.flatMap(({ ids }) => ids)
      : readCachedThread(queries, post, root).replies.map((reply) => reply.id)
  const at = all.toSorted().indexOf(id)
  // A pinned comment is in no page of the list, so it has no neighbours.
  return at < 0 ? [id] : all.toSorted().slice(at - (at % PAGE), at - (at % PAGE) + PAGE)
}

/**
 * Refetches consecutive replies of a thread, or consecutive top-level comments if `thread` is null. Updates the cache,
 * and removes deleted comments from it.
 */
export async function refetchComments(
  queries: QueryClient,
  post: PostId,
  { thread, ids }: { thread: CommentId | null; ids: readonly CommentId[] },
) {
  const [first] = ids
  if (!first) return
  const { comments } = await fetchCommentPage(post, { cursor: getIdBefore(first), ...(thread && { thread }) })
  cacheComments(queries, comments)
  if (!thread) cacheThreads(queries, post, comments)
  await removeMissingComments(queries, ids.toReversed(), comments)
}

/**
 * Requests each comment of `ids` that is missing in `fresh`. Caches it if it still exists; otherwise removes it from
 * its lists.
 */
export async function removeMissingComments(
  queries: QueryClient,
  ids: readonly CommentId[],
  fresh: readonly Comment[],
) {
  const found = new Set(fresh.map(({ id }) => id))
  for (const id of ids) {
    const cached = queries.getQueryData<Comment | null>(commentKey(id))
    if (found.has(id) || cached === null) continue
    const comment = await call(getComment, { params: { id } }).catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'not-found') return null
      throw error
    })
    if (comment) cacheComments(queries, [comment])
    else if (cached) removeCommentFromLists(queries, cached)
    else queries.setQueryData(commentKey(id), null)
  }
}
