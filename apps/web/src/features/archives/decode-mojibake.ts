const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes mojibake in Instagram's JSON: it encodes each UTF-8 byte as one character, such as "CafÃ©" for "Café".
 * Returns correct text unchanged: its characters, taken as bytes, are not valid UTF-8.
 * Source: https://github.com/pixelfed/pixelfed/blob/dev/app/Http/Controllers/ImportPostController.php
 */
export function decodeMojibake(text: string): string {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  if (codes.every((code) => code < 0x80) || codes.some((code) => code > 0xff)) return text
  try {
    return utf8.decode(new Uint8Array(codes))
  } catch {
    return text
  }
}
