/** The part of the page that scrolls what is in it; null: the whole page does. */
export function scrollingPart(element: Element): Element | null {
  for (let above = element.parentElement; above && above !== document.body; above = above.parentElement)
    if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above
  return null
}

/**
 * Brings an element to the middle of what scrolls it, or its beginning, when it is higher than that. Around a part that
 * scrolls the page moves no more than it must: what stands above the part would go from sight.
 */
export function scrollToMiddle(element: Element) {
  const part = scrollingPart(element)
  if (!part) return element.scrollIntoView({ block: 'center' })
  const { top, height } = element.getBoundingClientRect()
  const above = Math.max(0, (part.clientHeight - height) / 2)
  part.scrollBy({ top: top - part.getBoundingClientRect().top - above, behavior: 'instant' })
  element.scrollIntoView({ block: 'nearest' })
}
