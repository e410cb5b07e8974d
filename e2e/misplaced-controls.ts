import type { Page } from 'playwright-core'

/**
 * Returns links, buttons and fields that are outside the screen, cut by a container, overlapping, or covered by other
 * text. Ignores rows that scroll and controls that float over a photo.
 */
export const findMisplacedControls = (page: Page): Promise<string[]> => page.evaluate<string[]>(misplacedScript)

const misplacedScript = `(() => {
  const width = document.documentElement.clientWidth
  const layer = [...document.querySelectorAll('dialog:modal, :popover-open')].at(-1) ?? document.body
  const whole = (element) => element.getBoundingClientRect()
  const box = (element) => seenOf(whole(element), element.parentElement)
  const labelOf = (element) => (element.ariaLabel || element.textContent || element.outerHTML).trim().slice(0, 30)
  const shows = (element) => element.checkVisibility() && box(element).width > 1 && box(element).height > 1
  const floating =
    '.vh, [inert], [aria-roledescription=carousel], [role=status], [role=listbox], a:has(picture), [data-item]'
  const floats = (element) => element.closest(floating)
  const all = [...layer.querySelectorAll('a[href], button, input, textarea, select')]
  const isPressed = (element) => shows(element) && !floats(element) && element.type !== 'file' && !isHidden(element)
  const pressed = all.filter(isPressed)
  const found = []
  for (const element of pressed) {
    const why = whyOut(element)
    if (why) found.push(labelOf(element) + ' ' + why)
    const part = element.closest('li, header, footer, form, fieldset, article, dialog, section, nav')
    for (const other of part ? pressed : [])
      if (part.contains(other) && !element.contains(other) && !other.contains(element))
        if (meet(box(element), box(other)) && barOf(element) === barOf(other) && isBefore(element, other))
          found.push(labelOf(element) + ' meets ' + labelOf(other))
    if (part) found.push(...wordsOver(element, part))
  }
  if (pressed.length < 1) found.push('no control was seen')
  return [...new Set(found)]

  function isBefore(element, other) {
    return element.compareDocumentPosition(other) & 4
  }

  // Sticky and fixed bars may cover scrolling content.
  function barOf(element) {
    for (let around = element; around; around = around.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(around).position)) return around
  }

  // Returns whether the element is only for screen readers.
  function isHidden(element) {
    for (let around = element; around; around = around.parentElement)
      if (getComputedStyle(around).clipPath !== 'none') return true
    return false
  }

  // Returns whether two boxes overlap. Allows a button to extend up to 8 px into the line above.
  function meet(a, b) {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    return wide > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 8
  }

  function whyOut(element) {
    const { left, right, top, bottom } = whole(element)
    const isWords = getComputedStyle(element).display === 'inline'
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(around)
      if (display === 'inline' || overflowX === 'visible') continue
      if (overflowX === 'auto' || overflowX === 'scroll') return
      const edge = whole(around)
      if (isWords) continue
      if (left < edge.left - 2 || right > edge.right + 2) return 'is cut at its side'
      if (overflowY === 'hidden' && (top < edge.top - 2 || bottom > edge.bottom + 2)) return 'is cut'
    }
    if (left < -1 || right > width + 1) return 'is out of the screen'
  }

  function wordsOver(element, part) {
    const over = []
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement
      if (!text.data.trim() || element.contains(parent) || parent.contains(element)) continue
      if (!parent.checkVisibility({ opacityProperty: true }) || floats(parent)) continue
      if (barOf(parent) !== barOf(element)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const rects = [...range.getClientRects()].map((rect) => {
        const { left, right, top, bottom } = seenOf(rect, parent)
        return { left, right, top: top + rect.height / 4, bottom: bottom - rect.height / 4 }
      })
      if (rects.some((rect) => meet(rect, box(element)) && !element.labels?.length))
        over.push('“' + text.data.trim().slice(0, 30) + '” lies over ' + labelOf(element))
    }
    return over
  }

  // Returns the visible part of a box within its containers, for example of a truncated name.
  function seenOf({ left, right, top, bottom }, parent) {
    for (let around = parent; around && around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue
      const edge = whole(around)
      left = Math.max(left, edge.left)
      right = Math.min(right, edge.right)
      top = Math.max(top, edge.top)
      bottom = Math.min(bottom, edge.bottom)
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top }
  }
})()`
