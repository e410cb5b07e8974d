/** Handler that grows a text field with its text, for browsers without `field-sizing`. CSS limits the height. */
export function growField({ currentTarget: field }: { currentTarget: HTMLTextAreaElement }) {
  if (CSS.supports('field-sizing', 'content')) return
  field.style.blockSize = 'auto'
  field.style.blockSize = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
}
