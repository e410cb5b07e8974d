import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'

/** Each comment lives once, under this key; lists hold ids. Null: it is gone. */
export const commentKey = (id: CommentId) => ['comment', id] as const

/** The first level of a post, from its start or from around the comment a link names. */
export const listKey = (post: PostId, linked: CommentId | null) => ['comments', post, linked ?? 'start'] as const

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
