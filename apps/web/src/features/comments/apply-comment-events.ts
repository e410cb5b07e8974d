import { type Comment, getComment, getComments } from '@pawtrait/contract/comments.ts'
import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { updateCachedPost } from '#features/posts/post-cache.ts'
import { call } from '#lib/server/call.ts'
import { addComment, incrementCommentCounts, insertComment, removeComment, setPinnedComment } from './comment-cache.ts'
import { type CommentListStart, cacheComments, commentKey, commentListsKey, pinnedCommentKey } from './comment-keys.ts'
import { type CommentIdPages, cacheCommentPage, changeCachedComment } from './comment-lists.ts'
import { restoreFocusAfterRemoteDelete } from './restore-focus.ts'
import { type UnseenComment, unseenCommentsKey } from './scroll-to-comment.ts'

type Message<Type> = Extract<LiveMessage, { type: Type }>

/** A comment list on screen: its post, its start (see `CommentListStart`) and its loaded pages. */
export type MountedCommentList = { post: PostId; from: CommentListStart; list: CommentIdPages | undefined }

/** Returns the comment lists on screen, of one post or of all posts. */
export const findMountedCommentLists = (queries: QueryClient, post?: PostId): MountedCommentList[] =>
  queries
    .getQueryCache()
    .findAll({ queryKey: post ? commentListsKey(post) : ['comments'], type: 'active' })
    .map(({ queryKey: [, of, from], queryKey }) => ({
      post: of as PostId,
      from: from === 'start' ? null : (from as CommentId | 'newest'),
      list: queries.getQueryData<CommentIdPages>(queryKey),
    }))

/** Returns whether the list is loaded to its end. */
export const isLoadedToEnd = (list: CommentIdPages | undefined) => list?.pages.at(-1)?.cursor === null

/** Waits for the viewer's pending requests: the live message about a change may arrive before the response to it. */
async function waitForOwnRequests(queries: QueryClient, ...keys: readonly unknown[][]) {
  while (keys.some((mutationKey) => queries.isMutating({ mutationKey }) > 0))
    await new Promise((resolve) => setTimeout(resolve, 200))
}

const readCachedComment = (queries: QueryClient, id: CommentId) => queries.getQueryData<Comment | null>(commentKey(id))

const changeQueue = (queries: QueryClient, post: PostId, change: (waiting: UnseenComment[]) => UnseenComment[]) =>
  queries.setQueryData<UnseenComment[]>(unseenCommentsKey(post), (waiting = []) => change(waiting))

const byId = (a: UnseenComment, b: UnseenComment) => (a.id < b.id ? -1 : 1)

/**
 * Handles a new comment under a visible post. Appends a top-level comment if the list is loaded to its end, because
 * appending moves no visible comment. Queues each comment of another user behind the "new comments" button.
 */
export async function applyCommentCreated(
  queries: QueryClient,
  viewer: { id: UserId },
  message: Message<'comment-arrived'>,
) {
  const { postId, commentId, authorId } = message
  if (findMountedCommentLists(queries, postId).length === 0) return
  if (authorId === viewer.id) await waitForOwnRequests(queries, ['send-comment', postId])
  const isKnown = () => readCachedComment(queries, commentId) !== undefined
  if (isKnown()) return
  const comment = await call(getComment, { params: { id: commentId } }).catch(() => null)
  // Checks the cache again, because another request or an event may have added or deleted the comment during this
  // request.
  if (comment && !isKnown()) insertOrQueueComment(queries, comment)
}

/**
 * Inserts a new comment of the viewer, or a top-level comment if a list is loaded to its end. Also queues each comment
 * of another user behind the "new comments" button.
 */
export function insertOrQueueComment(queries: QueryClient, comment: Comment) {
  const { id, postId, rootId, author, mine } = comment
  // A comment that the viewer wrote in another tab or browser is not queued or announced.
  if (mine) return addComment(queries, comment)
  queries.setQueryData(commentKey(id), comment)
  incrementCommentCounts(queries, comment)
  const isListed = rootId === null && findMountedCommentLists(queries, postId).some(({ list }) => isLoadedToEnd(list))
  if (isListed) insertComment(queries, comment)
  const unseenComment = { id, rootId, name: author?.username ?? '', isListed }
  changeQueue(queries, postId, (waiting) => [...waiting, unseenComment].toSorted(byId))
}

/** Refetches a visible comment after it was edited, pinned or unpinned. */
export async function applyCommentChanged(queries: QueryClient, { postId, commentId }: Message<'comment-changed'>) {
  if (findMountedCommentLists(queries, postId).length === 0 || readCachedComment(queries, commentId) === null) return
  await waitForOwnRequests(queries, ['edit-comment', commentId], ['pin-comment', postId])
  const comment = await call(getComment, { params: { id: commentId } }).catch(() => null)
  if (comment) updateCachedComment(queries, comment)
}

function updateCachedComment(queries: QueryClient, comment: Comment) {
  const { id, postId, editedAt, isPinned } = comment
  const before = readCachedComment(queries, id)
  // Ignores the response if the comment was deleted in the meantime, or if a later edit is cached.
  if (before === null || before?.gone || (before?.editedAt ?? '') > (editedAt ?? '')) return
  const wasPinned = queries.getQueryData<CommentId | null>(pinnedCommentKey(postId)) === id
  if (before || isPinned) cacheComments(queries, [comment])
  if (isPinned !== wasPinned) setPinnedComment(queries, postId, isPinned ? id : null)
}

/** Removes a visible comment after its deletion. A comment with replies becomes a placeholder. */
export async function applyCommentDeleted(queries: QueryClient, message: Message<'comment-left'>) {
  const { postId, commentId, parentId, rootId, gone } = message
  if (findMountedCommentLists(queries, postId).length === 0) return
  await waitForOwnRequests(queries, ['delete-comment', commentId])
  const comment = readCachedComment(queries, commentId)
  if (comment === null || comment?.gone) return
  updateCachedPost(queries, postId, ({ commentCount }) => ({ commentCount: Math.max(0, commentCount - 1) }))
  changeQueue(queries, postId, (waiting) => waiting.filter(({ id }) => id !== commentId))
  if (comment) {
    const restoreFocus = restoreFocusAfterRemoteDelete(commentId)
    removeComment(queries, comment, gone)
    return restoreFocus()
  }
  // Marks the comment as deleted even if it is not cached, because a pending response may still add it.
  queries.setQueryData(commentKey(commentId), null)
  for (const above of new Set([parentId, rootId]))
    if (above) changeCachedComment(queries, above, ({ replyCount }) => ({ replyCount: Math.max(0, replyCount - 1) }))
}

/**
 * Shows a queued comment. For a reply, also loads its parent comments. Returns false if the comment is outside the
 * loaded part of the list; the caller must then load another part.
 */
export async function showQueuedComment(queries: QueryClient, post: PostId, { id, rootId, isListed }: UnseenComment) {
  if (isListed) return true
  if (!rootId || !readCachedComment(queries, rootId)) return false
  const page = await call(getComments, { params: { id: post }, query: { comment: id, limit: '1' } })
  cacheCommentPage(queries, post, page)
  return true
}
