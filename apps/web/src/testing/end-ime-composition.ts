/** Sends the keys that end an IME conversion as in Safari: `compositionend` precedes the key. */
export function endImeComposition(field: Element, key: 'Enter' | 'Escape' | 'ArrowDown' = 'Enter') {
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '犬' }))
  const keyOptions = { key, code: key, keyCode: 229, which: 229, isComposing: false, bubbles: true, cancelable: true }
  field.dispatchEvent(new KeyboardEvent('keydown', keyOptions))
}
