type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')

/** Makes React notice a field's value. Otherwise React sees no change, because it read the same value at hydration. */
function replayInput(field: Field) {
  const { value } = field
  const dispatch = () => field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  dispatch() // hydrates this part of the page now
  field.value = '' // React tracks values that are set by this setter, so the next value counts as a change
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  dispatch()
}

/**
 * Records typing and the last pressed button before hydration: the server's HTML is usable before the app runs.
 * Returns a function that replays both once the app has hydrated.
 */
export function recordEarlyInput(): () => void {
  const editedFields = new Set<Field>()
  let pressed: HTMLButtonElement | null = null
  const write = ({ target }: Event) => void (isField(target) && editedFields.add(target))
  const press = (event: Event) => {
    pressed = event.target instanceof Element ? event.target.closest('button') : null
    if (pressed) event.preventDefault() // the browser would submit the form itself and lose the typed text
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
