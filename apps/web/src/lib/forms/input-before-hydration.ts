type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Entry = { value: string; checked: boolean }

const RETRY_MS = 100

const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches('textarea, input:not([type=file]), select')

const readEntry = (field: Field): Entry => ({
  value: field.value,
  checked: field instanceof HTMLInputElement && field.checked,
})

/** React stores the props of a hydrated element on the element itself, under a key with a random suffix. */
const isHydrated = (field: Field) => Object.keys(field).some((key) => key.startsWith('__reactProps$'))

/**
 * Makes React process a change that the user made before hydration. During hydration, React reads the value but calls
 * no handler. React calls a handler only for a value that differs from the recorded value.
 */
function replayChange(field: Field, { value, checked }: Entry) {
  if (field instanceof HTMLSelectElement) {
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return
  }
  field.dispatchEvent(new InputEvent('input', { bubbles: true })) // Makes React hydrate this field now, if possible.
  if (!isHydrated(field)) return
  if (field.type === 'checkbox' || field.type === 'radio') {
    ;(field as HTMLInputElement).checked = !checked
    field.click()
    return
  }
  field.value = ''
  // React records values set with the field's own setter. It does not record values set with the setter of the
  // prototype.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/**
 * Records changed fields and the last pressed button while the server's HTML is visible but not yet hydrated. Returns a
 * function that replays these changes; call this function when hydration begins. Changes of fields that React hydrates
 * later are replayed after their hydration.
 */
export function recordInputBeforeHydration(): () => void {
  const changed = new Map<Field, Entry>()
  let pressed: HTMLButtonElement | null = null
  let hasBegun = false
  let isReplaying = false

  const replay = () => {
    isReplaying = true
    for (const [field, entry] of changed) {
      if (field.isConnected) replayChange(field, entry)
      if (!field.isConnected || isHydrated(field)) changed.delete(field)
    }
    isReplaying = false
    if (changed.size > 0) setTimeout(replay, RETRY_MS)
  }
  const write = ({ target }: Event) => {
    if (isReplaying || !isField(target) || isHydrated(target)) return
    changed.set(target, readEntry(target))
    if (hasBegun) setTimeout(replay)
  }
  const press = (event: Event) => {
    pressed = event.target instanceof Element ? event.target.closest('button') : null
    if (pressed) event.preventDefault() // Prevents a submit by the browser, which would lose the text.
  }
  document.addEventListener('input', write, true)
  document.addEventListener('click', press, true)
  return () => {
    hasBegun = true
    document.removeEventListener('click', press, true)
    replay()
    if (pressed?.isConnected) pressed.click()
  }
}
