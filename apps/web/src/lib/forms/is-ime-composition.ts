/**
 * Returns whether a key event belongs to an input method (IME), as for Japanese: its Enter confirms a conversion.
 * In Safari `compositionend` precedes that key, so only key code 229 shows it.
 */
export const isImeComposition = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
