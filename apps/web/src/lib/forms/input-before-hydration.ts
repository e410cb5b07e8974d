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
 * Makes React process a change that the user made before hydration. During hydration, React records the value but calls
 * no handler. Later, React calls a handler only if the value differs from the recorded value.
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
  const changedFields = new Map<Field, Entry>()
  let pressedButton: HTMLButtonElement | null = null
  let hasHydrationBegun = false
  let isReplaying = false

  const replay = () => {
    isReplaying = true
    for (const [field, entry] of changedFields) {
      if (field.isConnected) replayChange(field, entry)
      if (!field.isConnected || isHydrated(field)) changedFields.delete(field)
    }
    isReplaying = false
    if (changedFields.size > 0) setTimeout(replay, RETRY_MS)
  }
  const handleInput = ({ target }: Event) => {
    if (isReplaying || !isField(target) || isHydrated(target)) return
    changedFields.set(target, readEntry(target))
    if (hasHydrationBegun) setTimeout(replay)
  }
  const handleClick = (event: Event) => {
    pressedButton = event.target instanceof Element ? event.target.closest('button') : null
    if (pressedButton) event.preventDefault() // Prevents a submit by the browser, which would lose the text.
  }
  document.addEventListener('input', handleInput, true)
  document.addEventListener('click', handleClick, true)
  return () => {
    hasHydrationBegun = true
    document.removeEventListener('click', handleClick, true)
    replay()
    if (pressedButton?.isConnected) pressedButton.click()
  }
}
