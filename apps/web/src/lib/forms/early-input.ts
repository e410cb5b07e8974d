type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')

/** Lets React know what a field holds. It compares with what it met when it took the field over: this very text. */
function tellWritten(field: Field) {
  const { value } = field
  const tell = () => field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  tell() // has this part of the page taken over now
  field.value = '' // this way of setting is seen by React, and the next is not: so it finds a change
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  tell()
}

/**
 * Remembers from now on what is written and which button was pressed last: the page is seen, and may be touched,
 * before the app can answer. The function it gives lets the app know of both, once it has taken over.
 */
export function recordEarlyInput(): () => void {
  const written = new Set<Field>()
  let pressed: HTMLButtonElement | null = null
  const write = ({ target }: Event) => void (isField(target) && written.add(target))
  const press = (event: Event) => {
    pressed = event.target instanceof Element ? event.target.closest('button') : null
    if (pressed) event.preventDefault() // the browser would send the form itself, and what was written would go
  }
  document.addEventListener('input', write, true)
  document.addEventListener('click', press, true)
  return () => {
    document.removeEventListener('input', write, true)
    document.removeEventListener('click', press, true)
    for (const field of written) if (field.isConnected) tellWritten(field)
    if (pressed?.isConnected) pressed.click()
  }
}
