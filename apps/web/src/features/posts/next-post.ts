/**
 * In a list a post or comment goes with its menu and dialog: reading goes on at the next one, or at the page.
 * Taken when the button is pressed; a live message may take the post away before the answer comes. Whoever has gone
 * on to another place meanwhile stays there.
 */
export function nextPost(): { focus: () => void } {
  const post = document.activeElement?.closest('article')
  const main = document.getElementById('main')
  const later = [...(main?.querySelectorAll('article') ?? [])].filter(
    (other) => post && !post.contains(other) && post.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return { focus: () => hasStayed(post) && focusFirst([...later, ...(main ? [main] : [])]) }
}

/** Whether the focus is where it was, in the post or on nothing in particular. */
function hasStayed(post: Element | null | undefined): boolean {
  const { activeElement, body } = document
  return !post || !activeElement || activeElement === body || post.contains(activeElement)
}

function focusFirst(places: HTMLElement[]) {
  // Behind an open dialog nothing takes the focus.
  for (const open of [...document.querySelectorAll('dialog[open]')].toReversed())
    if (open instanceof HTMLDialogElement) open.close()
  places.find((place) => place.isConnected)?.focus({ preventScroll: true })
}
