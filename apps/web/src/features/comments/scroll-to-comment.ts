import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { onNextListMount, revealRow } from '#ui/lists/reveal-row.ts'
import { scrollToMiddle } from '#ui/lists/scroll-container.ts'

/** A new comment that the viewer has not seen. `isListed`: it is already in the list, but maybe out of view. */
export type UnseenComment = { id: CommentId; rootId: CommentId | null; name: string; isListed: boolean }

/** Cache key of new comments that the viewer has not seen, oldest first. */
export const unseenCommentsKey = (post: PostId) => ['arrived-comments', post] as const

/** The element id of a comment on the page of its post. */
export const commentElementId = (id: CommentId) => `c-${id}`

/** Returns the element of a comment. Makes the virtual list render its row first. */
export function findCommentElement(id: CommentId): HTMLElement | null {
  revealRow(id)
  return document.getElementById(commentElementId(id))
}

/** Scrolls to a comment and focuses it. Waits for the page to mount, because a new page focuses its heading. */
export const scrollToComment = (id: CommentId) => scrollToAndFocus(() => findCommentElement(id))

/** Like `scrollToComment`, for any element of the comment section. Returns a function that cancels the scrolling. */
export function scrollToAndFocus(find: () => HTMLElement | null): () => void {
  let isWanted = true
  const go = () => {
    const element = isWanted ? find() : null
    if (element) scrollToMiddle(element)
    element?.focus({ preventScroll: true })
    return element !== null
  }
  setTimeout(() => {
    if (go() || !isWanted) return
    // The comment is not rendered yet. Waits for the list, unless the user moves the focus first.
    const from = document.activeElement
    onNextListMount(() => document.activeElement === from && go())
  })
  return () => (isWanted = false)
}

/** Scrolls to a comment that was just posted. The focus stays in the field. */
export const scrollCommentIntoView = (id: CommentId) =>
  setTimeout(() => findCommentElement(id)?.scrollIntoView({ block: 'nearest' }))

/** Focuses a comment that a button has loaded, if the focus was lost because the button was removed. */
export const focusLoadedComment = (id: CommentId) =>
  setTimeout(() => {
    if (document.activeElement === document.body) findCommentElement(id)?.focus({ preventScroll: true })
  })
