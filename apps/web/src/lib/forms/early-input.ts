type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')

/** Makes React process text typed before hydration: at hydration React reads the value, but calls no handler. */
function replayInput(field: Field) {
  const { value } = field
  const dispatch = () => field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  dispatch() // makes React hydrate this field now
  field.value = '' // React records this value, and then detects the next value as a change
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  dispatch()
}

/**
 * Records typing and the last pressed button before hydration, when the server's HTML is already visible.
 * Returns a function that replays both after hydration.
 */
export function recordEarlyInput(): () => void {
  const editedFields = new Set<Field>()
  let pressed: HTMLButtonElement | null = null
  const write = ({ target }: Event) => void (isField(target) && editedFields.add(target))
  const press = (event: Event) => {
    pressed = event.target instanceof Element ? event.target.closest('button') : null
    if (pressed) event.preventDefault() // otherwise the browser submits the form, and the typed text is lost
  }
  document.addEventListener('input', write, true)
  document.addEventListener('click', press, true)
  return () => {
    document.removeEventListener('input', write, true)
    document.removeEventListener('click', press, true)
    for (const field of editedFields) if (field.isConnected) replayInput(field)
    if (pressed?.isConnected) pressed.click()
  }
}
