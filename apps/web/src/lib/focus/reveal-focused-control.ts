const RING_PX = 8

function findScrollingRow(control: HTMLElement): HTMLElement | null {
  for (let row = control.parentElement; row; row = row.parentElement)
    if (row.scrollWidth > row.clientWidth && /auto|scroll/.test(getComputedStyle(row).overflowX)) return row
  return null
}

/**
 * Scrolls a row sideways until the control that got the keyboard focus is fully visible, with its focus ring. Chromium
 * itself does not scroll when a part of the control is visible. Ignores a control that extends beyond both edges.
 */
export function revealFocusedControl({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return
  const row = findScrollingRow(target)
  if (!row) return
  const [control, edges] = [target.getBoundingClientRect(), row.getBoundingClientRect()]
  const left = control.left - RING_PX - Math.max(edges.left, 0)
  const right = control.right + RING_PX - Math.min(edges.right, document.documentElement.clientWidth)
  if (left < 0 !== right > 0) row.scrollBy({ left: left < 0 ? left : right })
}
