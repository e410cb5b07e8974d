/** In a list a post or comment goes with its menu and dialog: reading goes on at the next one, or at the page. */
export function focusNextPost() {
  const pressed = document.activeElement
  const post = pressed?.closest('article')
  const main = document.getElementById('main')
  const next = [...(main?.querySelectorAll('article') ?? [])].find(
    (other) => post && !post.contains(other) && post.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  // Behind an open dialog nothing takes the focus.
  for (const open of [...document.querySelectorAll('dialog[open]')].toReversed())
    if (open instanceof HTMLDialogElement) open.close()
  const place = next ?? main
  place?.focus({ preventScroll: true })
}
