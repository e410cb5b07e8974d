/**
 * Remembers which button was pressed last from now on: the page is seen, and may be pressed, before the app can
 * answer. The function it gives does that press once the app has taken over, and ends the remembering.
 */
export function rememberPress(): () => void {
  let pressed: HTMLButtonElement | null = null
  const remember = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  document.addEventListener('click', remember, true)
  return () => {
    document.removeEventListener('click', remember, true)
    if (pressed?.isConnected) pressed.click()
  }
}
