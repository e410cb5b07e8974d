type StartForm = (form: HTMLFormElement) => void

/**
 * Loads the script of a rarely opened form. Repeats a submit that happened before the script has loaded. If loading
 * fails, the next submit retries.
 */
export function startLazyForm(form: HTMLFormElement, load: () => Promise<StartForm>): void {
  let pressed: SubmitEvent | undefined
  let isLoading = false
  const loadAndStart = async () => {
    if (isLoading) return
    isLoading = true
    const start = await load().finally(() => (isLoading = false))
    form.removeEventListener('submit', holdSubmit)
    start(form)
    const by = pressed?.submitter
    // Deferred with a timer, because a form ignores `requestSubmit` while it dispatches a submit event.
    if (pressed) setTimeout(() => form.requestSubmit(by))
  }
  const holdSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    pressed = event
    loadAndStart().catch(() => {})
  }
  form.addEventListener('submit', holdSubmit)
  loadAndStart().catch(() => {})
}
