import type { Page } from 'playwright-core'

/**
 * Returns the name and size of each control with a touch target below 44 by 44 px. Measures by hit testing, so padding
 * and overflow count. A link in a line of text needs only the height of the line (WCAG 2.5.8). Ignores controls behind
 * a dialog.
 */
export const findSmallTouchTargets = (page: Page): Promise<string[]> => page.evaluate<string[]>(measure)

const measure = `(() => {
  const least = 43.5
  const pressed = 'a[href], button, summary, input, select, textarea, [role=option], [role=menuitem]'
  const before = [scrollX, scrollY]
  const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const found = []
  for (const element of layer.querySelectorAll(pressed)) {
    if (element.disabled || element.type === 'hidden' || element.closest('[inert]')) continue
    if (!element.checkVisibility()) continue
    const room = roomOf(element)
    if (room && !isInLine(element)) found.push(labelOf(element) + ' ' + room.map(Math.round).join(' × '))
  }
  scrollTo({ left: before[0], top: before[1], behavior: 'instant' })
  return found

  function labelOf(element) {
    const name = element.ariaLabel || element.textContent || element.name || element.type
    return element.tagName.toLowerCase() + ' “' + name.slice(0, 40) + '”'
  }

  // Returns the size of a target, or undefined when it is large enough or covered.
  function roomOf(element) {
    const size = element.getBoundingClientRect()
    if (size.width < 2 || size.height < 2) return labelledRoom(element)
    if (size.width >= least && size.height >= least) return
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const meets = (x, y) => belongs(document.elementFromPoint(x, y), element)
    if (!meets(x, y)) return
    const reach = (stepX, stepY) => {
      let far = 0
      while (far < 44 && meets(x + stepX * (far + 1), y + stepY * (far + 1))) far += 1
      return far
    }
    const room = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1]
    return room.some((length) => length < least) ? room : undefined
  }

  // Users press the label of a visually hidden control, so the label is its touch target.
  function labelledRoom(element) {
    const sizes = [...(element.labels ?? [])].map((label) => label.getBoundingClientRect())
    const [size] = sizes.filter(({ width, height }) => width > 1 && height > 1)
    return size && Math.min(size.width, size.height) < least ? [size.width, size.height] : undefined
  }

  // Returns whether a point belongs to a control or its label. A slider excludes its label, because users drag sliders.
  function belongs(at, element) {
    if (!at) return false
    if (element.contains(at)) return true
    return element.type !== 'range' && [...(element.labels ?? [])].some((label) => label.contains(at))
  }

  // Returns whether there is text beside the control in the same line.
  function isInLine(element) {
    const isWords = (node) => node.textContent.trim() !== '' && (node.nodeType === 3 || isInline(node))
    return isInline(element) && [...element.parentNode.childNodes].some((node) => node !== element && isWords(node))
  }

  function isInline(element) {
    return element.nodeType === 1 && getComputedStyle(element).display.startsWith('inline')
  }
})()`
