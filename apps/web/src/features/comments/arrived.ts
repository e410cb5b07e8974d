import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { onNextList, revealRow } from '#ui/lists/reveal-row.ts'
import { scrollToMiddle } from '#ui/lists/scrolling-part.ts'

/** A comment that came while its post was open. `isListed`: it stands at the end of the list already. */
export type ArrivedComment = { id: CommentId; rootId: CommentId | null; name: string; isListed: boolean }

/** Comments that came and were not looked at yet, in their order. */
export const arrivedKey = (post: PostId) => ['arrived-comments', post] as const

/** The place of a comment on the page of its post. */
export const commentElementId = (id: CommentId) => `c-${id}`

/** A comment that is on the page, drawn if it was not. */
export function commentPlace(id: CommentId): HTMLElement | null {
  revealRow(id)
  return document.getElementById(commentElementId(id))
}

/** Brings a comment into view and the focus to it. Once the page stands: a new page takes the focus to its heading. */
export const goToComment = (id: CommentId) => goToNote(() => commentPlace(id))

/** The same for what else one is led to in the talk. */
export function goToNote(find: () => HTMLElement | null): () => void {
  let isWanted = true
  const go = () => {
    const element = isWanted ? find() : null
    if (element) scrollToMiddle(element)
    element?.focus({ preventScroll: true })
    return element !== null
  }
  setTimeout(() => {
    if (go() || !isWanted) return
    // Whoever has gone elsewhere meanwhile stays there.
    const from = document.activeElement
    onNextList(() => document.activeElement === from && go())
  })
  return () => (isWanted = false)
}

/** Brings a comment that was just written into view; who wrote it may go on writing. */
export const showComment = (id: CommentId) => setTimeout(() => commentPlace(id)?.scrollIntoView({ block: 'nearest' }))

/** Whoever pressed a button that has given way to comments goes on at the first of them. */
export const goOnAt = (id: CommentId) =>
  setTimeout(() => {
    if (document.activeElement === document.body) commentPlace(id)?.focus({ preventScroll: true })
  })
