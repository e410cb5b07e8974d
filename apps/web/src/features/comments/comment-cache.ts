import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { changePost } from '#features/posts/post-cache.ts'
import { commentKey, listsKey, newestKey, pinnedKey } from './comment-keys.ts'
import { type CommentIdLists, changeComment } from './comment-lists.ts'
import { dropReply, showReply } from './thread-changes.ts'

const changeLists = (queries: QueryClient, post: PostId, change: (list: CommentIdLists) => CommentIdLists) =>
  queries.setQueriesData<CommentIdLists>({ queryKey: listsKey(post) }, (list) => list && change(list))

/** Inserts a new comment of the first level in its lists: after those that were written before it. */
export const insertComment = (queries: QueryClient, { id, postId }: Comment) =>
  changeLists(queries, postId, (list) => placed(list, id))

/** Counts a comment that is new here, in its post and in what it answers. */
export function countComment(queries: QueryClient, { postId, parentId, rootId }: Comment) {
  for (const above of new Set([parentId, rootId]))
    if (above) changeComment(queries, above, ({ replyCount }) => ({ replyCount: replyCount + 1 }))
  changePost(queries, postId, ({ commentCount }) => ({ commentCount: commentCount + 1 }))
}

/** Shows a new comment wherever its post is shown; a list not loaded yet will bring it itself. */
export function addComment(queries: QueryClient, comment: Comment) {
  const { id, postId } = comment
  // Pressed twice, it was made once: the repeat brought the same comment.
  const isKnown = queries.getQueryData(commentKey(id)) !== undefined
  queries.setQueryData(commentKey(id), comment)
  if (isKnown) return
  countComment(queries, comment)
  if (comment.rootId) return showReply(queries, comment)
  insertComment(queries, comment)
  queries.setQueryData<CommentId[]>(newestKey(postId), (ids) => [...(ids ?? []), id].toSorted())
}

const without = (id: CommentId) => (ids: CommentId[]) => ids.filter((one) => one !== id)

/** Takes a comment out of the lists that hold it, and what it answered when that is gone and nothing is left below. */
export function unlist(queries: QueryClient, comment: Comment) {
  const { id, postId, rootId } = comment
  queries.setQueryData(commentKey(id), null)
  if (rootId) {
    const empty = dropReply(queries, comment)
    const tombstone = empty && queries.getQueryData<Comment | null>(commentKey(empty))
    if (tombstone?.gone) unlist(queries, tombstone)
    return
  }
  const rest = without(id)
  queries.setQueryData<CommentId | null>(pinnedKey(postId), (pinned) => (pinned === id ? null : pinned))
  queries.setQueryData<CommentId[]>(newestKey(postId), (ids) => ids && rest(ids))
  changeLists(queries, postId, ({ pages, pageParams }) => ({
    pages: pages.map((page) => ({ ...page, ids: rest(page.ids) })),
    pageParams,
  }))
}

/** Who deleted it. */
type Gone = Exclude<Comment['gone'], 'unseen' | null>

const goneFor = ({ mine }: Comment): Gone => (mine ? 'by-author' : 'by-post-author')

/**
 * Takes a comment off every screen, once; one with answers leaves its place empty, so that they keep theirs. `gone`:
 * what is said there, by default that the viewer deleted it.
 */
export function dropComment(queries: QueryClient, comment: Comment, gone = goneFor(comment)) {
  const { id, postId, parentId, rootId } = comment
  const known = queries.getQueryData<Comment | null>(commentKey(id))
  if (known === null || known?.gone) return
  for (const above of new Set([parentId, rootId]))
    if (above) changeComment(queries, above, (one) => ({ replyCount: Math.max(0, one.replyCount - 1) }))
  // What answers it may have come since the caller read it.
  if ((known?.replyCount ?? comment.replyCount) === 0) return unlist(queries, comment)
  changeComment(queries, id, () => ({ gone, text: '', author: null, isPinned: false }))
  if (comment.isPinned) movePinned(queries, postId, null)
}

/** Puts a comment on top of its post's, or none; the one before goes back into its place where the list has that. */
export function movePinned(queries: QueryClient, post: PostId, pinned: CommentId | null) {
  const before = queries.getQueryData<CommentId | null>(pinnedKey(post))
  if (before && before !== pinned) {
    changeComment(queries, before, () => ({ isPinned: false }))
    changeLists(queries, post, (list) => putBack(list, before))
  }
  queries.setQueryData(pinnedKey(post), pinned)
  if (!pinned) return
  const rest = without(pinned)
  changeLists(queries, post, ({ pages, pageParams }) => ({
    pages: pages.map((page) => ({ ...page, ids: rest(page.ids) })),
    pageParams,
  }))
}

/** As `placed`, unless the page it stands on has not been read. */
function putBack(list: CommentIdLists, id: CommentId): CommentIdLists {
  const { pages } = list
  const all = pages.flatMap(({ ids }) => ids)
  const [first, last] = [pages[0], pages.at(-1)]
  const isEarlier = id < (all[0] ?? '') && first?.before
  const isLater = id > (all.at(-1) ?? '') && last?.cursor
  return isEarlier || isLater ? list : placed(list, id)
}

/** Ids grow with time: a comment stands before the first that is greater, else at the end of what has been read. */
function placed({ pages, pageParams }: CommentIdLists, id: CommentId): CommentIdLists {
  if (pages.some(({ ids }) => ids.includes(id))) return { pages, pageParams }
  const at = pages.findIndex(({ ids }) => ids.some((one) => one > id))
  const place = at < 0 ? pages.length - 1 : at
  return {
    pages: pages.map((page, index) => (index === place ? { ...page, ids: [...page.ids, id].toSorted() } : page)),
    pageParams,
  }
}
