/** Goes on writing where the words end; by itself a field begins before the first. */
export function focusAtEnd(field: HTMLTextAreaElement | null) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
