/**
 * Whether a key event belongs to an input method, as for Japanese and Chinese: its Enter takes a conversion and sends
 * nothing. In Safari `compositionend` comes before that key, and only its code 229 tells.
 */
export const isOfConversion = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
