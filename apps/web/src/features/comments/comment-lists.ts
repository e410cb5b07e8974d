import type { Comment, CommentPage } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { cacheComments, commentKey, pinnedCommentKey } from './comment-keys.ts'
import { cacheThreads } from './thread-cache.ts'

export type CommentIdPage = { ids: CommentId[]; cursor: CommentPage['cursor']; before: CommentPage['before'] }
export type CommentIdPages = InfiniteData<CommentIdPage>

/** Caches the comments and threads of a page. Returns the ids of its top-level comments except the pinned one. */
export function cacheCommentPage(
  queries: QueryClient,
  post: PostId,
  { comments, cursor, before }: CommentPage,
): CommentIdPage {
  cacheComments(queries, comments)
  cacheThreads(queries, post, comments)
  const level = comments.filter(({ depth }) => depth === 0)
  const pinned = level.find(({ isPinned }) => isPinned)
  if (pinned) queries.setQueryData(pinnedCommentKey(post), pinned.id)
  return { ids: level.filter(({ isPinned }) => !isPinned).map(({ id }) => id), cursor, before }
}

/** Changes a cached comment, and thus every screen that shows it. */
export function changeCachedComment(
  queries: QueryClient,
  id: CommentId,
  change: (comment: Comment) => Partial<Comment>,
) {
  queries.setQueryData<Comment | null>(commentKey(id), (comment) => comment && { ...comment, ...change(comment) })
}
