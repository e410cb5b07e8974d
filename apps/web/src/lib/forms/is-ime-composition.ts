/**
 * Returns whether a key event belongs to an input method (IME). In Japanese, for example, Enter confirms a conversion.
 * In Safari `compositionend` precedes the key event, so only key code 229 identifies such an event.
 */
export const isImeComposition = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
