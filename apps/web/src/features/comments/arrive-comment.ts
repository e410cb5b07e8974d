import { type Comment, getComment, getComments } from '@pawtrait/contract/comments.ts'
import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { changePost } from '#features/posts/post-cache.ts'
import { call } from '#lib/server/call.ts'
import { type ArrivedComment, arrivedKey } from './arrived.ts'
import { addComment, countComment, dropComment, insertComment, movePinned } from './comment-cache.ts'
import { commentKey, keepComments, listsKey, pinnedKey, type TalkStart } from './comment-keys.ts'
import { type CommentIdLists, changeComment, keepPage } from './comment-lists.ts'
import { restoreFocusAfterLeft } from './restore-focus.ts'

type Message<Type> = Extract<LiveMessage, { type: Type }>

/** A list of comments on screen: of which post, and where it begins. */
export type Shown = { post: PostId; from: TalkStart; list: CommentIdLists | undefined }

/** The lists of comments on screen, of one post or of all. */
export const shownLists = (queries: QueryClient, post?: PostId): Shown[] =>
  queries
    .getQueryCache()
    .findAll({ queryKey: post ? listsKey(post) : ['comments'], type: 'active' })
    .map(({ queryKey: [, of, from], queryKey }) => ({
      post: of as PostId,
      from: from === 'start' ? null : (from as CommentId | 'newest'),
      list: queries.getQueryData<CommentIdLists>(queryKey),
    }))

/** Nothing comes after what has been read. */
export const isAtEnd = (list: CommentIdLists | undefined) => list?.pages.at(-1)?.cursor === null

/** One's own doing may be told of before its answer is back: what is being sent shows itself. */
async function afterSending(queries: QueryClient, ...keys: readonly unknown[][]) {
  while (keys.some((mutationKey) => queries.isMutating({ mutationKey }) > 0))
    await new Promise((resolve) => setTimeout(resolve, 200))
}

const known = (queries: QueryClient, id: CommentId) => queries.getQueryData<Comment | null>(commentKey(id))

const changeWaiting = (queries: QueryClient, post: PostId, change: (waiting: ArrivedComment[]) => ArrivedComment[]) =>
  queries.setQueryData<ArrivedComment[]>(arrivedKey(post), (waiting = []) => change(waiting))

const byId = (a: ArrivedComment, b: ArrivedComment) => (a.id < b.id ? -1 : 1)

/**
 * A comment came under a post that is on screen. Where the end of the list is read, one of the first level is listed
 * there at once: nothing that one reads moves. An answer waits behind a button until it is asked for.
 */
export async function arriveComment(queries: QueryClient, viewer: { id: UserId }, message: Message<'comment-arrived'>) {
  const { postId, commentId, authorId } = message
  if (shownLists(queries, postId).length === 0) return
  if (authorId === viewer.id) await afterSending(queries, ['send-comment', postId])
  const isKnown = () => known(queries, commentId) !== undefined
  if (isKnown()) return
  const comment = await call(getComment, { params: { id: commentId } }).catch(() => null)
  // Several may be on their way at once, and one may be gone before its answer is here.
  if (comment && !isKnown()) takeComment(queries, comment)
}

/** Inserts a comment that is new here, or lets it wait. */
export function takeComment(queries: QueryClient, comment: Comment) {
  const { id, postId, rootId, author, mine } = comment
  // From another tab or browser of one's own: no news.
  if (mine) return addComment(queries, comment)
  queries.setQueryData(commentKey(id), comment)
  countComment(queries, comment)
  const isListed = rootId === null && shownLists(queries, postId).some(({ list }) => isAtEnd(list))
  if (isListed) insertComment(queries, comment)
  const arrived = { id, rootId, name: author?.username ?? '', isListed }
  changeWaiting(queries, postId, (waiting) => [...waiting, arrived].toSorted(byId))
}

/** A comment under a post that is on screen was edited, pinned or unpinned: it is read again. */
export async function rereadComment(queries: QueryClient, { postId, commentId }: Message<'comment-changed'>) {
  if (shownLists(queries, postId).length === 0 || known(queries, commentId) === null) return
  await afterSending(queries, ['edit-comment', commentId], ['pin-comment', postId])
  const comment = await call(getComment, { params: { id: commentId } }).catch(() => null)
  if (comment) takeChange(queries, comment)
}

function takeChange(queries: QueryClient, comment: Comment) {
  const { id, postId, editedAt, isPinned } = comment
  const before = known(queries, id)
  // Gone meanwhile; or of two changes the answer about the first came last.
  if (before === null || before?.gone || (before?.editedAt ?? '') > (editedAt ?? '')) return
  const wasPinned = queries.getQueryData<CommentId | null>(pinnedKey(postId)) === id
  if (before || isPinned) keepComments(queries, [comment])
  if (isPinned !== wasPinned) movePinned(queries, postId, isPinned ? id : null)
}

/** A comment under a post that is on screen was deleted: it leaves, or its place stays empty above its answers. */
export async function leaveComment(queries: QueryClient, message: Message<'comment-left'>) {
  const { postId, commentId, parentId, rootId, gone } = message
  if (shownLists(queries, postId).length === 0) return
  await afterSending(queries, ['delete-comment', commentId])
  const comment = known(queries, commentId)
  if (comment === null || comment?.gone) return
  changePost(queries, postId, ({ commentCount }) => ({ commentCount: Math.max(0, commentCount - 1) }))
  changeWaiting(queries, postId, (waiting) => waiting.filter(({ id }) => id !== commentId))
  if (comment) {
    const goOn = restoreFocusAfterLeft(commentId)
    dropComment(queries, comment, gone)
    return goOn()
  }
  // Its answer may still be on its way here.
  queries.setQueryData(commentKey(commentId), null)
  for (const above of new Set([parentId, rootId]))
    if (above) changeComment(queries, above, ({ replyCount }) => ({ replyCount: Math.max(0, replyCount - 1) }))
}

/** Brings an arrived answer into its thread, with what it answers. False when its thread is not on screen. */
export async function revealComment(queries: QueryClient, post: PostId, { id, rootId, isListed }: ArrivedComment) {
  if (isListed) return true
  if (!rootId || !known(queries, rootId)) return false
  const page = await call(getComments, { params: { id: post }, query: { comment: id, limit: '1' } })
  keepPage(queries, post, page)
  return true
}
