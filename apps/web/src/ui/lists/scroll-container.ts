/** Returns the scroll container of an element; null for the page itself. */
export function findScrollContainer(element: Element): Element | null {
  for (let above = element.parentElement; above && above !== document.body; above = above.parentElement)
    if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above
  return null
}

/** Returns the scroll container of an element, and its upper edge in the viewport. */
export function findScrollport(element: Element): { scroller: Element; edge: number } {
  const part = findScrollContainer(element)
  if (part) return { scroller: part, edge: Math.max(0, part.getBoundingClientRect().top) }
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
  const part = findScrollContainer(element)
  if (!part) return element.scrollIntoView({ block: 'center' })
  const { top, height } = element.getBoundingClientRect()
  const above = Math.max(0, (part.clientHeight - height) / 2)
  part.scrollBy({ top: top - part.getBoundingClientRect().top - above, behavior: 'instant' })
  element.scrollIntoView({ block: 'nearest' })
}
