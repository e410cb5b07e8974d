/** Returns the scroll container of an element; null for the page itself. */
export function findScrollContainer(element: Element): Element | null {
  for (let above = element.parentElement; above && above !== document.body; above = above.parentElement)
    if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above
  return null
}

/**
 * Scrolls an element to the middle of its scroll container, or to its top if it is higher.
 * The page around the container scrolls as little as possible, so that content above it stays visible.
 */
export function scrollToMiddle(element: Element) {
  const part = findScrollContainer(element)
  if (!part) return element.scrollIntoView({ block: 'center' })
  const { top, height } = element.getBoundingClientRect()
  const above = Math.max(0, (part.clientHeight - height) / 2)
  part.scrollBy({ top: top - part.getBoundingClientRect().top - above, behavior: 'instant' })
  element.scrollIntoView({ block: 'nearest' })
}
