import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { currentTime } from '#lib/time/time.ts'

const OLD_MS = 30_000 // as lists (lib/server/queries.ts)

/** Nothing is known of a comment, or it was read a while ago. */
export function isOldComment(queries: QueryClient, id: CommentId): boolean {
  const state = queries.getQueryState<Comment | null>(commentKey(id))
  return state?.data === undefined || (state.data !== null && currentTime() - state.dataUpdatedAt > OLD_MS)
}

/** Each comment lives once, under this key; lists hold ids. Null: it is gone. */
export const commentKey = (id: CommentId) => ['comment', id] as const

/** Where one begins to read what is said under a post: around a comment, at the newest, or (null) at the start. */
export type TalkStart = CommentId | 'newest' | null

/** At the newest. */
export const isNewest = (from: TalkStart): from is 'newest' => from === 'newest'

/** The first level of a post, from where one begins to read it. */
export const listKey = (post: PostId, from: TalkStart) => ['comments', post, from ?? 'start'] as const

/** Every list of a post's first level. */
export const listsKey = (post: PostId) => ['comments', post] as const

/** The comment that stands on top of a post's, or null. */
export const pinnedKey = (post: PostId) => ['pinned-comment', post] as const

/** The few newest that the feed shows with a post. */
export const newestKey = (post: PostId) => ['newest-comments', post] as const

/** Keeps comments a list brought and gives their ids, in its order. */
export function keepComments(queries: QueryClient, comments: readonly Comment[]): CommentId[] {
  for (const comment of comments) queries.setQueryData(commentKey(comment.id), comment)
  return comments.map((comment) => comment.id)
}

/** Keeps the newest comments the feed brought with a post. */
export function keepNewest(queries: QueryClient, post: PostId, comments: readonly Comment[]) {
  queries.setQueryData(newestKey(post), keepComments(queries, comments))
}
