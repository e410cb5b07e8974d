/**
 * Scrolls a row until the control that got the keyboard focus is whole. Chromium itself does not scroll when a part of
 * the control is visible.
 */
export function revealFocusedControl({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return
  const { left, right } = target.getBoundingClientRect()
  if (left < 0 || right > document.documentElement.clientWidth)
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
