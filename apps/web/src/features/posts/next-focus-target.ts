/**
 * Returns where the focus goes when a post or comment of a list is deleted: the next item, or the page.
 * Call it on press, because a live message may remove the post before the answer arrives.
 * If the user has moved the focus elsewhere by then, it stays there.
 */
export function nextFocusTarget(): { focus: () => void } {
  const post = document.activeElement?.closest('article')
  const main = document.getElementById('main')
  const later = [...(main?.querySelectorAll('article') ?? [])].filter(
    (other) => post && !post.contains(other) && post.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return { focus: () => hasStayed(post) && focusFirst([...later, ...(main ? [main] : [])]) }
}

/** Returns whether the focus is still in the post, or on nothing in particular. */
function hasStayed(post: Element | null | undefined): boolean {
  const { activeElement, body } = document
  return !post || !activeElement || activeElement === body || post.contains(activeElement)
}

function focusFirst(places: HTMLElement[]) {
  // Elements behind an open modal dialog cannot take the focus.
  for (const open of [...document.querySelectorAll('dialog[open]')].toReversed())
    if (open instanceof HTMLDialogElement) open.close()
  places.find((place) => place.isConnected)?.focus({ preventScroll: true })
}
