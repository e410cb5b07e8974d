import { type Comment, type CommentPage, getComment, getComments } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { unlist } from '#features/comments/comment-cache.ts'
import { commentKey, keepComments, listKey, type TalkStart } from '#features/comments/comment-keys.ts'
import type { CommentIdLists } from '#features/comments/comment-lists.ts'
import { keepThreads, threadOf } from '#features/comments/thread-cache.ts'
import { CallError, call } from '#lib/server/call.ts'

const PAGE = 50

/** Returns a page of comments. Rejects if the server is unreachable; the cache then stays unchanged. */
export const pageOf = (post: PostId, query: Record<string, string>): Promise<CommentPage> =>
  call(getComments, { params: { id: post }, query: { limit: `${PAGE}`, ...query } })

/** Ids are ordered by time. Returns a key below this id and above all ids of earlier milliseconds. */
const justBefore = (id: CommentId) => `${id.slice(0, -12)}${'0'.repeat(12)}`

type Where = { id: CommentId; root: CommentId; post: PostId; from: TalkStart }

/** Returns the comments to refetch together with this one: neighbours in its thread or among the top-level comments. */
export function commentsAround(queries: QueryClient, { id, root, post, from }: Where): CommentId[] {
  const pages = queries.getQueryData<CommentIdLists>(listKey(post, from))?.pages ?? []
  const all =
    root === id ? pages.flatMap(({ ids }) => ids) : threadOf(queries, post, root).replies.map((reply) => reply.id)
  const at = all.toSorted().indexOf(id)
  // A pinned comment is on no page.
  return at < 0 ? [id] : all.toSorted().slice(at - (at % PAGE), at - (at % PAGE) + PAGE)
}

/**
 * Refetches consecutive comments of a thread, or (null) of the first level. Updates each in the cache and
 * removes deleted ones.
 */
export async function rereadComments(
  queries: QueryClient,
  post: PostId,
  { thread, ids }: { thread: CommentId | null; ids: readonly CommentId[] },
) {
  const [first] = ids
  if (!first) return
  const { comments } = await pageOf(post, { cursor: justBefore(first), ...(thread && { thread }) })
  keepComments(queries, comments)
  if (!thread) keepThreads(queries, post, comments)
  await leaveMissing(queries, ids.toReversed(), comments)
}

/**
 * Removes comments that are missing from the fresh list and that a single request cannot find either.
 * Those found are cached again.
 */
export async function leaveMissing(queries: QueryClient, ids: readonly CommentId[], fresh: readonly Comment[]) {
  const found = new Set(fresh.map(({ id }) => id))
  for (const id of ids) {
    const shown = queries.getQueryData<Comment | null>(commentKey(id))
    if (found.has(id) || shown === null) continue
    const comment = await call(getComment, { params: { id } }).catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'not-found') return null
      throw error
    })
    if (comment) keepComments(queries, [comment])
    else if (shown) unlist(queries, shown)
    else queries.setQueryData(commentKey(id), null)
  }
}
