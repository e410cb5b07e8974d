import type { CommentId } from '@pawtrait/contract/ids.ts'
import { commentElementId, findCommentElement } from './scroll-to-comment.ts'

const places = 'article, p[id^="c-"]'

/** Focuses an element and scrolls it into view, above the bars at the bottom of the page. */
function goTo(place: HTMLElement) {
  place.scrollIntoView({ block: 'nearest' })
  place.focus({ preventScroll: true })
}

/**
 * Returns a function that focuses a comment after it was pinned or unpinned.
 * Call this before the comment moves, and the returned function after.
 */
export function restoreFocusAfterMove(id: CommentId): () => void {
  const { activeElement, body } = document
  const isHere = !activeElement || activeElement === body || placeOf(id)?.contains(activeElement)
  return () => void (isHere && focusAfterRender(() => findCommentElement(id)))
}

/**
 * Returns a function that restores the focus after a comment is deleted. It focuses the first of these that exists:
 * the placeholder, the next comment, the previous one, the comment field.
 * Call this while the dialog has the focus, and the returned function after the deletion.
 */
export function restoreFocusAfterDelete(id: CommentId): () => void {
  const gone = document.activeElement?.closest('article')
  const post = gone?.parentElement?.closest('article')
  if (!gone || !post) return () => {}
  const all = [...post.querySelectorAll<HTMLElement>(places)]
  const at = all.findIndex((comment) => comment === gone)
  const others = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0)).toReversed()]
  return () =>
    focusAfterRender(() => findCommentElement(id) ?? others.find(isThere) ?? post.querySelector('textarea') ?? post)
}

/** Like `restoreFocusAfterDelete`, for a deletion by someone else: moves the focus only if it was in the comment. */
export const restoreFocusAfterRemoteDelete = (id: CommentId): (() => void) =>
  placeOf(id)?.contains(document.activeElement) ? restoreFocusAfterDelete(id) : () => {}

const placeOf = (id: CommentId) => document.getElementById(commentElementId(id))
const isThere = (place: HTMLElement) => place.isConnected

/** Focuses an element after the next render. */
function focusAfterRender(find: () => HTMLElement | null) {
  setTimeout(() => {
    const place = find()
    if (place) goTo(place)
  })
}
