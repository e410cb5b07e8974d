/** Returns the scroll container of an element; null for the page itself. */
export function findScrollContainer(element: Element): Element | null {
  for (let ancestor = element.parentElement; ancestor && ancestor !== document.body; ancestor = ancestor.parentElement)
    if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) return ancestor
  return null
}

/** Returns the scroll container of an element, and its upper edge in the viewport. */
export function findScrollport(element: Element): { scroller: Element; edge: number } {
  const container = findScrollContainer(element)
  if (container) return { scroller: container, edge: Math.max(0, container.getBoundingClientRect().top) }
  return { scroller: document.scrollingElement ?? document.documentElement, edge: 0 }
}

/**
 * Returns the first visible row, or the last row if the list ends above the viewport. Returns null at the beginning of
 * the list.
 */
export function findFirstVisibleRow(list: HTMLElement): HTMLElement | null {
  const { edge } = findScrollport(list)
  if (list.getBoundingClientRect().top >= edge) return null
  const rows = [...list.querySelectorAll<HTMLElement>(':scope > [data-row]')]
  return rows.find((row) => row.getBoundingClientRect().bottom > edge) ?? rows.at(-1) ?? null
}

/**
 * Scrolls an element to the middle of its scroll container. An element higher than the container is scrolled to the
 * top. The page itself scrolls as little as possible, so that content above the container stays visible.
 */
export function scrollToMiddle(element: Element) {
  const container = findScrollContainer(element)
  if (!container) return element.scrollIntoView({ block: 'center' })
  const { top, height } = element.getBoundingClientRect()
  const above = Math.max(0, (container.clientHeight - height) / 2)
  container.scrollBy({ top: top - container.getBoundingClientRect().top - above, behavior: 'instant' })
  element.scrollIntoView({ block: 'nearest' })
}
