import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { updateCachedPost } from '#features/posts/post-cache.ts'
import { commentKey, commentListsKey, newestCommentsKey, pinnedCommentKey } from './comment-keys.ts'
import { type CommentIdPages, changeCachedComment } from './comment-lists.ts'
import { cacheReply, removeReply } from './thread-changes.ts'

const changeLists = (queries: QueryClient, post: PostId, change: (list: CommentIdPages) => CommentIdPages) =>
  queries.setQueriesData<CommentIdPages>({ queryKey: commentListsKey(post) }, (list) => list && change(list))

/** Inserts a new top-level comment into the cached lists of its post, in order of creation. */
export const insertComment = (queries: QueryClient, { id, postId }: Comment) =>
  changeLists(queries, postId, (list) => insertId(list, id))

/** Increments the comment count of the post, and the reply counts of the parent and top-level comments. */
export function incrementCommentCounts(queries: QueryClient, { postId, parentId, rootId }: Comment) {
  for (const above of new Set([parentId, rootId]))
    if (above) changeCachedComment(queries, above, ({ replyCount }) => ({ replyCount: replyCount + 1 }))
  updateCachedPost(queries, postId, ({ commentCount }) => ({ commentCount: commentCount + 1 }))
}

/**
 * Adds a new comment to the cached lists of its post, and increments the counts. Lists that load later get the comment
 * from the server.
 */
export function addComment(queries: QueryClient, comment: Comment) {
  const { id, postId } = comment
  // A retry returns the same comment again. The lists and counts already include this comment.
  const isKnown = queries.getQueryData(commentKey(id)) !== undefined
  queries.setQueryData(commentKey(id), comment)
  if (isKnown) return
  incrementCommentCounts(queries, comment)
  if (comment.rootId) return cacheReply(queries, comment)
  insertComment(queries, comment)
  queries.setQueryData<CommentId[]>(newestCommentsKey(postId), (ids) => [...(ids ?? []), id].toSorted())
}

const createIdRemover = (id: CommentId) => (ids: CommentId[]) => ids.filter((other) => other !== id)

/** Removes a comment from its lists. Also removes placeholders above it that have no replies left. */
export function removeCommentFromLists(queries: QueryClient, comment: Comment) {
  const { id, postId, rootId } = comment
  queries.setQueryData(commentKey(id), null)
  if (rootId) {
    const empty = removeReply(queries, comment)
    const tombstone = empty && queries.getQueryData<Comment | null>(commentKey(empty))
    if (tombstone?.gone) removeCommentFromLists(queries, tombstone)
    return
  }
  const removeId = createIdRemover(id)
  queries.setQueryData<CommentId | null>(pinnedCommentKey(postId), (pinned) => (pinned === id ? null : pinned))
  queries.setQueryData<CommentId[]>(newestCommentsKey(postId), (ids) => ids && removeId(ids))
  changeLists(queries, postId, ({ pages, pageParams }) => ({
    pages: pages.map((page) => ({ ...page, ids: removeId(page.ids) })),
    pageParams,
  }))
}

type DeletionReason = Exclude<Comment['gone'], 'unseen' | null>

const getDeletionReason = ({ mine }: Comment): DeletionReason => (mine ? 'by-author' : 'by-post-author')

/**
 * Removes a comment from all cached lists. Replaces a comment that has replies with a placeholder that shows `reason`.
 * The default reason is that the viewer deleted the comment, as author of the comment or of the post.
 */
export function removeComment(queries: QueryClient, comment: Comment, reason = getDeletionReason(comment)) {
  const { id, postId, parentId, rootId } = comment
  const cached = queries.getQueryData<Comment | null>(commentKey(id))
  if (cached === null || cached?.gone) return
  for (const above of new Set([parentId, rootId]))
    if (above) changeCachedComment(queries, above, (parent) => ({ replyCount: Math.max(0, parent.replyCount - 1) }))
  // Uses the cached reply count, because replies may have arrived since the caller read the comment.
  if ((cached?.replyCount ?? comment.replyCount) === 0) return removeCommentFromLists(queries, comment)
  changeCachedComment(queries, id, () => ({ gone: reason, text: '', author: null, isPinned: false }))
  if (comment.isPinned) setPinnedComment(queries, postId, null)
}

/**
 * Pins a comment to the top. Null only unpins. The previously pinned comment returns to its page, if that page is
 * loaded.
 */
export function setPinnedComment(queries: QueryClient, post: PostId, pinned: CommentId | null) {
  const previousId = queries.getQueryData<CommentId | null>(pinnedCommentKey(post))
  if (previousId && previousId !== pinned) {
    changeCachedComment(queries, previousId, () => ({ isPinned: false }))
    changeLists(queries, post, (list) => reinsertId(list, previousId))
  }
  queries.setQueryData(pinnedCommentKey(post), pinned)
  if (!pinned) return
  const removeId = createIdRemover(pinned)
  changeLists(queries, post, ({ pages, pageParams }) => ({
    pages: pages.map((page) => ({ ...page, ids: removeId(page.ids) })),
    pageParams,
  }))
}

/** Inserts an id in chronological order. Returns the list unchanged if the id belongs on a page that is not loaded. */
function reinsertId(list: CommentIdPages, id: CommentId): CommentIdPages {
  const { pages } = list
  const all = pages.flatMap(({ ids }) => ids)
  const [first, last] = [pages[0], pages.at(-1)]
  const isEarlier = id < (all[0] ?? '') && first?.before
  const isLater = id > (all.at(-1) ?? '') && last?.cursor
  return isEarlier || isLater ? list : insertId(list, id)
}

/** Inserts an id in chronological order: before the first greater id, or at the end of the last loaded page. */
function insertId({ pages, pageParams }: CommentIdPages, id: CommentId): CommentIdPages {
  if (pages.some(({ ids }) => ids.includes(id))) return { pages, pageParams }
  const at = pages.findIndex(({ ids }) => ids.some((other) => other > id))
  const pageIndex = at < 0 ? pages.length - 1 : at
  return {
    pages: pages.map((page, index) => (index === pageIndex ? { ...page, ids: [...page.ids, id].toSorted() } : page)),
    pageParams,
  }
}
