import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { currentTime } from '#lib/time/time.ts'

const OLD_MS = 30_000 // same as lists (lib/server/queries.ts)

/** Returns whether a comment is unknown, or was loaded a while ago. */
export function isOldComment(queries: QueryClient, id: CommentId): boolean {
  const state = queries.getQueryState<Comment | null>(commentKey(id))
  return state?.data === undefined || (state.data !== null && currentTime() - state.dataUpdatedAt > OLD_MS)
}

/** Cache key of a comment. Lists hold ids only. Null in the cache means deleted. */
export const commentKey = (id: CommentId) => ['comment', id] as const

/** Where the list of comments starts: around a comment, at the newest, or (null) at the oldest. */
export type TalkStart = CommentId | 'newest' | null

/** Returns whether the list starts at the newest comment. */
export const isNewest = (from: TalkStart): from is 'newest' => from === 'newest'

/** Cache key of a post's top-level comments, by start. */
export const listKey = (post: PostId, from: TalkStart) => ['comments', post, from ?? 'start'] as const

/** Prefix of the keys of all lists of a post's top-level comments. */
export const listsKey = (post: PostId) => ['comments', post] as const

/** Cache key of the pinned comment of a post, or null. */
export const pinnedKey = (post: PostId) => ['pinned-comment', post] as const

/** Cache key of the newest comments that the feed shows with a post. */
export const newestKey = (post: PostId) => ['newest-comments', post] as const

/** Caches the comments of a list. Returns their ids in the same order. */
export function keepComments(queries: QueryClient, comments: readonly Comment[]): CommentId[] {
  for (const comment of comments) queries.setQueryData(commentKey(comment.id), comment)
  return comments.map((comment) => comment.id)
}

/** Caches the newest comments that the feed loaded with a post. */
export function keepNewest(queries: QueryClient, post: PostId, comments: readonly Comment[]) {
  queries.setQueryData(newestKey(post), keepComments(queries, comments))
}
