const RING_PX = 8

/**
 * Scrolls a row until the control that got the keyboard focus is whole, with its ring. Chromium itself does not scroll
 * when a part of the control is visible.
 */
export function revealFocusedControl({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return
  const { left, right } = target.getBoundingClientRect()
  if (left < RING_PX || right > document.documentElement.clientWidth - RING_PX)
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
