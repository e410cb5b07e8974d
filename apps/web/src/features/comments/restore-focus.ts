import type { CommentId } from '@pawtrait/contract/ids.ts'
import { commentElementId, findCommentElement } from './scroll-to-comment.ts'

const focusTargetSelector = 'article, p[id^="c-"]'

/** Focuses an element and scrolls it into view, above the bars at the bottom of the page. */
function focusInView(element: HTMLElement) {
  element.scrollIntoView({ block: 'nearest' })
  element.focus({ preventScroll: true })
}

/**
 * Keeps the focus on a comment that is pinned or unpinned. Call this before the comment moves, and call the returned
 * function after the move.
 */
export function restoreFocusAfterMove(id: CommentId): () => void {
  const { activeElement, body } = document
  const isFocusNear = !activeElement || activeElement === body || getElementByCommentId(id)?.contains(activeElement)
  return () => void (isFocusNear && focusAfterRender(() => findCommentElement(id)))
}

/**
 * Restores the focus after the deletion of a comment. The first of these that exists gets the focus: its placeholder,
 * the next comment, the previous comment, the comment field, the post.
 * Call this while the delete dialog has the focus, and call the returned function after the deletion.
 */
export function restoreFocusAfterDelete(id: CommentId): () => void {
  const deletedElement = document.activeElement?.closest('article')
  const post = deletedElement?.parentElement?.closest('article')
  if (!deletedElement || !post) return () => {}
  const all = [...post.querySelectorAll<HTMLElement>(focusTargetSelector)]
  const at = all.findIndex((comment) => comment === deletedElement)
  const candidates = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0)).toReversed()]
  return () =>
    focusAfterRender(
      () => findCommentElement(id) ?? candidates.find(isConnected) ?? post.querySelector('textarea') ?? post,
    )
}

/** Like `restoreFocusAfterDelete`, for a deletion by another user. Does nothing unless the comment has the focus. */
export const restoreFocusAfterRemoteDelete = (id: CommentId): (() => void) =>
  getElementByCommentId(id)?.contains(document.activeElement) ? restoreFocusAfterDelete(id) : () => {}

const getElementByCommentId = (id: CommentId) => document.getElementById(commentElementId(id))
const isConnected = (element: HTMLElement) => element.isConnected

/** Focuses an element after the next render. */
function focusAfterRender(find: () => HTMLElement | null) {
  setTimeout(() => {
    const element = find()
    if (element) focusInView(element)
  })
}
