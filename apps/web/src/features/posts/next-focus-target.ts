/**
 * Returns the focus target after a post or comment of a list is deleted. It is the next item, or `main` if there is
 * none. Call this function before the request, because a live message may remove the item before the response arrives.
 * `focus` does nothing if the user has moved the focus elsewhere by then.
 */
export function findNextFocusTarget(): { focus: () => void } {
  const post = document.activeElement?.closest('article')
  const main = document.getElementById('main')
  const laterPosts = [...(main?.querySelectorAll('article') ?? [])].filter(
    (other) => post && !post.contains(other) && post.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return { focus: () => hasStayed(post) && focusFirst([...laterPosts, ...(main ? [main] : [])]) }
}

/** Returns whether the focus is still in the post, or on no element. */
function hasStayed(post: Element | null | undefined): boolean {
  const { activeElement, body } = document
  return !post || !activeElement || activeElement === body || post.contains(activeElement)
}

function focusFirst(candidates: HTMLElement[]) {
  // Elements behind an open modal dialog cannot take the focus, so close dialogs first.
  for (const open of [...document.querySelectorAll('dialog[open]')].toReversed())
    if (open instanceof HTMLDialogElement) open.close()
  candidates.find((element) => element.isConnected)?.focus({ preventScroll: true })
}
