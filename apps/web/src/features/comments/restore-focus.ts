import type { CommentId } from '@pawtrait/contract/ids.ts'
import { commentElementId, commentPlace } from './arrived.ts'

const places = 'article, p[id^="c-"]'

/** Gives the focus to a place and brings it into view, above what lies over the foot of the page. */
function goTo(place: HTMLElement) {
  place.scrollIntoView({ block: 'nearest' })
  place.focus({ preventScroll: true })
}

/** Whoever pinned a comment goes on at it, wherever it stands now. Ask before it moves, call once it has. */
export function restoreFocusAfterMove(id: CommentId): () => void {
  const { activeElement, body } = document
  const isHere = !activeElement || activeElement === body || placeOf(id)?.contains(activeElement)
  return () => void (isHere && goOnAt(() => commentPlace(id)))
}

/**
 * Whoever deleted a comment goes on at the note in its place, else at the next comment, else at the one before, else
 * where one writes. Ask before it goes, while its dialog has the focus, and call once it has.
 */
export function restoreFocusAfterDelete(id: CommentId): () => void {
  const gone = document.activeElement?.closest('article')
  const post = gone?.parentElement?.closest('article')
  if (!gone || !post) return () => {}
  const all = [...post.querySelectorAll<HTMLElement>(places)]
  const at = all.findIndex((one) => one === gone)
  const others = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0)).toReversed()]
  return () => goOnAt(() => commentPlace(id) ?? others.find(isThere) ?? post.querySelector('textarea') ?? post)
}

/** As `restoreFocusAfterDelete`, of a comment that somebody else deletes: nobody is moved who is not at it. */
export const restoreFocusAfterLeft = (id: CommentId): (() => void) =>
  placeOf(id)?.contains(document.activeElement) ? restoreFocusAfterDelete(id) : () => {}

const placeOf = (id: CommentId) => document.getElementById(commentElementId(id))
const isThere = (place: HTMLElement) => place.isConnected

/** Once it is drawn. */
function goOnAt(find: () => HTMLElement | null) {
  setTimeout(() => {
    const place = find()
    if (place) goTo(place)
  })
}
