/** Elements that can get the focus after loading. A screen reader then starts at a heading, a list or a post. */
const FIRST = 'h1, h2, h3, ul, ol, article'

/**
 * Returns each ancestor of an element, innermost first, with the index of the child that contains the element. The
 * caller needs this list to find the replacement of a removed element.
 */
function listPositions(element: Element): { parent: Element; index: number }[] {
  const parent = element.parentElement
  return parent ? [{ parent, index: [...parent.children].indexOf(element) }, ...listPositions(parent)] : []
}

/** Returns the element to focus in new content; null while the content is still loading. */
function findFocusTarget(replacement: Element): HTMLElement | null {
  if (replacement.matches('[role="alert"]')) return replacement.querySelector('button')
  if (replacement.matches(FIRST)) return replacement as HTMLElement
  const isLoading = replacement.matches('[data-loading]') || replacement.querySelector('[data-loading]')
  return replacement.querySelector<HTMLElement>(FIRST) ?? (isLoading ? null : (replacement as HTMLElement))
}

// Skips an empty status region that moved to the position of the removed error.
const hasContent = (element: Element) =>
  element.matches('[data-loading]') || element.querySelector('[data-loading]') !== null || element.textContent !== ''

let watcher: MutationObserver | undefined

/**
 * Moves the focus to the heading or list that replaces an error. `button` is the retry button of the error. Does
 * nothing if the user has focused another element.
 */
export function focusLoadedContent(button: Element): void {
  const failure = button.closest('[role="alert"]')
  if (!failure) return
  const positions = listPositions(failure)
  const check = () => {
    if (failure.isConnected) return
    const position = positions.find(({ parent }) => parent.isConnected)
    const replacement = position && [...position.parent.children].slice(position.index).find(hasContent)
    const isNothingFocused = document.activeElement === document.body
    const target = isNothingFocused && replacement ? findFocusTarget(replacement) : undefined
    if (target === null) return
    watcher?.disconnect()
    if (!target) return
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
  watcher?.disconnect()
  watcher = new MutationObserver(check)
  watcher.observe(document.body, { childList: true, subtree: true })
}
