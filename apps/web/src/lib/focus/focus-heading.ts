/** Moves focus to the page's heading: on a new page, and when the focused control was removed. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
