/** Makes a form work. */
type Start = (form: HTMLFormElement) => void

/**
 * Fetches what makes a rarely opened form work. Whoever has pressed its button before it came is answered then; when it
 * does not come, the next press asks for it again.
 */
export function startRareForm(form: HTMLFormElement, load: () => Promise<Start>): void {
  let pressed: SubmitEvent | undefined
  let isLoading = false
  const bring = async () => {
    if (isLoading) return
    isLoading = true
    const start = await load().finally(() => (isLoading = false))
    form.removeEventListener('submit', hold)
    start(form)
    const by = pressed?.submitter
    // Later than the press itself: while that is told, the form takes no other.
    if (pressed) setTimeout(() => form.requestSubmit(by))
  }
  const hold = (event: SubmitEvent) => {
    event.preventDefault()
    pressed = event
    bring().catch(() => {})
  }
  form.addEventListener('submit', hold)
  bring().catch(() => {})
}
