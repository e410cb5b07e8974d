import type { Comment, CommentPage } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { changePost } from '#features/posts/post-cache.ts'

/** Each comment lives once, under this key; lists hold ids. Null: it is gone. */
export const commentKey = (id: CommentId) => ['comment', id] as const

/** All comments of a post's first level, or the answers to one. */
export const commentsKey = (post: PostId, parent: CommentId | null) => ['comments', post, parent ?? 'all'] as const

/** The few newest that the feed shows with a post. */
export const newestKey = (post: PostId) => ['comments', post, 'newest'] as const

/** A page of a list of comments. */
export type CommentIds = { ids: CommentId[]; cursor: CommentPage['cursor'] }

/** Keeps comments a list brought and gives their ids, in its order. */
export function keepComments(queries: QueryClient, comments: readonly Comment[]): CommentId[] {
  for (const comment of comments) queries.setQueryData(commentKey(comment.id), comment)
  return comments.map((comment) => comment.id)
}

/** Keeps the newest comments the feed brought with a post. */
export function keepNewest(queries: QueryClient, post: PostId, comments: readonly Comment[]) {
  queries.setQueryData(newestKey(post), keepComments(queries, comments))
}

const atEnd = (id: CommentId) => (list: InfiniteData<CommentIds> | undefined) => {
  const last = list?.pages.at(-1)
  if (!list || !last) return list
  return { ...list, pages: [...list.pages.slice(0, -1), { ...last, ids: [...last.ids, id] }] }
}

/** Shows a new comment wherever its post is shown; a list not loaded yet will bring it itself. */
export function addComment(queries: QueryClient, comment: Comment) {
  const { id, postId, rootId } = comment
  // Pressed twice, it was made once: the repeat brought the same comment.
  const isKnown = queries.getQueryData(commentKey(id)) !== undefined
  queries.setQueryData(commentKey(id), comment)
  if (isKnown) return
  queries.setQueryData<InfiniteData<CommentIds>>(commentsKey(postId, rootId), atEnd(id))
  if (rootId) changeComment(queries, rootId, ({ replyCount }) => ({ replyCount: replyCount + 1 }))
  else queries.setQueryData<CommentId[]>(newestKey(postId), (ids) => [...(ids ?? []), id])
  changePost(queries, postId, ({ commentCount }) => ({ commentCount: commentCount + 1 }))
}

/** Changes a comment on every screen that shows it. */
export function changeComment(queries: QueryClient, id: CommentId, change: (comment: Comment) => Partial<Comment>) {
  queries.setQueryData<Comment | null>(commentKey(id), (comment) => comment && { ...comment, ...change(comment) })
}

const without = (id: CommentId) => (ids: CommentId[]) => ids.filter((one) => one !== id)

/** Takes a comment out of the lists that hold it. */
function unlist(queries: QueryClient, { id, postId, rootId }: Comment) {
  const rest = without(id)
  queries.setQueryData<CommentId[]>(newestKey(postId), (ids) => ids && rest(ids))
  queries.setQueryData<InfiniteData<CommentIds>>(
    commentsKey(postId, rootId),
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, ids: rest(page.ids) })) },
  )
}

/** Takes a comment off every screen; one with answers leaves its place empty, so that they keep theirs. */
export function dropComment(queries: QueryClient, comment: Comment) {
  const { id, rootId, replyCount } = comment
  if (replyCount > 0) changeComment(queries, id, () => ({ gone: 'by-author', text: '', author: null }))
  else {
    queries.setQueryData(commentKey(id), null)
    unlist(queries, comment)
  }
  if (rootId) changeComment(queries, rootId, (parent) => ({ replyCount: Math.max(0, parent.replyCount - 1) }))
}
