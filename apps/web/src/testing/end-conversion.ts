/** Sends the keys with which an input method's conversion is taken, or left, as Safari does: the key comes last. */
export function endConversion(field: Element, key: 'Enter' | 'Escape' | 'ArrowDown' = 'Enter') {
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '犬' }))
  const said = { key, code: key, keyCode: 229, which: 229, isComposing: false, bubbles: true, cancelable: true }
  field.dispatchEvent(new KeyboardEvent('keydown', said))
}
