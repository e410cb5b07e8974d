const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Instagram writes each byte of UTF-8 as a letter of its own into its JSON: "CafÃ©" for "Café". Gives what was meant;
 * text that is right as it is stays, because letters of its own are no UTF-8.
 * Seen in https://github.com/pixelfed/pixelfed/blob/dev/app/Http/Controllers/ImportPostController.php
 */
export function mendedText(text: string): string {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  if (codes.every((code) => code < 0x80) || codes.some((code) => code > 0xff)) return text
  try {
    return utf8.decode(new Uint8Array(codes))
  } catch {
    return text
  }
}
