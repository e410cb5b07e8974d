import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { currentTimeMs } from '#lib/time/time.ts'

const OLD_MS = 30_000 // same as the stale time of the query client (lib/server/query-client.ts)

/**
 * Returns whether a comment is not cached, or was loaded more than 30 seconds ago. A deleted comment (null) is never
 * stale.
 */
export function isStaleComment(queries: QueryClient, id: CommentId): boolean {
  const state = queries.getQueryState<Comment | null>(commentKey(id))
  return state?.data === undefined || (state.data !== null && currentTimeMs() - state.dataUpdatedAt > OLD_MS)
}

/** Cache key of a comment. The cached value is null if the comment was deleted. Lists contain only ids. */
export const commentKey = (id: CommentId) => ['comment', id] as const

/** Start of a comment list: a linked comment, the newest comment, or null for the oldest. */
export type CommentListStart = CommentId | 'newest' | null

/** Returns whether the list starts at the newest comment. */
export const startsAtNewest = (from: CommentListStart): from is 'newest' => from === 'newest'

/** Cache key of a list of a post's top-level comments. Each start has its own list. */
export const commentListKey = (post: PostId, from: CommentListStart) => ['comments', post, from ?? 'start'] as const

/** Prefix of the keys of all lists of a post's top-level comments. */
export const commentListsKey = (post: PostId) => ['comments', post] as const

/** Cache key of the id of a post's pinned comment. The cached value is null if no comment is pinned. */
export const pinnedCommentKey = (post: PostId) => ['pinned-comment', post] as const

/** Cache key of the newest comments that the feed shows with a post. */
export const newestCommentsKey = (post: PostId) => ['newest-comments', post] as const

/** Caches the comments of a list. Returns their ids in the same order. */
export function cacheComments(queries: QueryClient, comments: readonly Comment[]): CommentId[] {
  for (const comment of comments) queries.setQueryData(commentKey(comment.id), comment)
  return comments.map((comment) => comment.id)
}

/** Caches the newest comments that the feed loaded with a post. */
export function cacheNewestComments(queries: QueryClient, post: PostId, comments: readonly Comment[]) {
  queries.setQueryData(newestCommentsKey(post), cacheComments(queries, comments))
}
