/** The first or last item of a menu, which gets the focus when the menu opens. */
export type InitialMenuItem = 'first' | 'last'

/** Type-ahead text, and the time of its last key press in ms. */
export type TypeAhead = { text: string; at: number }

// Pause in ms after which typed letters start a new word. ARIA defines no time; operating systems use 0.5 to 1 s.
const TYPED_AHEAD_MS = 700
const EDGE_PX = 8
const SHEET_BELOW_PX = 900

/** Returns the items of an open menu in reading order. */
export function menuItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]
}

/** Returns the item that gets the focus after a key press: arrow keys (wrapping), Home, End, or type-ahead. */
export function itemForKey(
  event: { key: string; timeStamp: number; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  items: HTMLElement[],
  typeAhead: TypeAhead,
): HTMLElement | null {
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (event.key === 'ArrowDown') return items[(at + 1) % items.length] ?? null
  if (event.key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1) ?? null
  if (event.key === 'Home') return items[0] ?? null
  if (event.key === 'End') return items.at(-1) ?? null
  if (!/^\S$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return null
  typeAhead.text = event.timeStamp - typeAhead.at > TYPED_AHEAD_MS ? event.key : typeAhead.text + event.key
  typeAhead.at = event.timeStamp
  return findItemByPrefix(typeAhead.text, items, at)
}

/**
 * Returns the next item that starts with the text, wrapping around. A repeated letter cycles through the items with
 * this letter.
 */
function findItemByPrefix(text: string, items: HTMLElement[], at: number): HTMLElement | null {
  const letters = text.toLocaleLowerCase().match(/./gu) ?? []
  const isRepeated = letters.every((letter) => letter === letters[0])
  const prefix = isRepeated ? (letters[0] ?? '') : letters.join('')
  const start = isRepeated ? at + 1 : Math.max(at, 0)
  const ordered = [...items.slice(start), ...items.slice(0, start)]
  return ordered.find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(prefix)) ?? null
}

/**
 * Places a popover below its button, or above the button if there is no room below. Sets no position in windows under
 * 900 px, where CSS shows the menu as a bottom sheet.
 */
export function positionMenu(menu: HTMLElement, trigger: HTMLElement) {
  menu.style.removeProperty('inset')
  if (window.innerWidth < SHEET_BELOW_PX) return
  const button = trigger.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const rtl = getComputedStyle(trigger).direction === 'rtl'
  const preferredLeft = rtl ? button.left : button.right - width
  const left = Math.min(Math.max(preferredLeft, EDGE_PX), window.innerWidth - width - EDGE_PX)
  const below = button.bottom + 4
  const above = Math.max(button.top - height - 4, EDGE_PX)
  const top = below + height + EDGE_PX > window.innerHeight ? above : below
  menu.style.inset = `${top}px auto auto ${left}px`
}
