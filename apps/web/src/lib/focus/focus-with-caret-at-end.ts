/** Focuses a field with the caret at the end; the browser would put it at the start. */
export function focusWithCaretAtEnd(field: HTMLTextAreaElement | null) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
