// Matches the two to four bytes of a multi-byte UTF-8 character, each byte decoded as a separate character.
const sequences = new RegExp(
  [
    String.raw`[\xc2-\xdf][\x80-\xbf]`,
    String.raw`\xe0[\xa0-\xbf][\x80-\xbf]`,
    String.raw`[\xe1-\xef][\x80-\xbf]{2}`,
    String.raw`\xf0[\x90-\xbf][\x80-\xbf]{2}`,
    String.raw`[\xf1-\xf3][\x80-\xbf]{3}`,
    String.raw`\xf4[\x80-\x8f][\x80-\xbf]{2}`,
  ].join('|'),
  'g',
)
/** Matches an incomplete UTF-8 sequence: only its first bytes at the end of a text, or only its last bytes. */
const incompleteSequences = /[\xc2-\xf4][\x80-\xbf]{0,2}(?=[\ufffd…]*$)|[\xe0-\xf4]?[\x80-\x9f][\x80-\xbf]*/g
// C1 control characters, which occur only in mojibake.
const controls = /[\x80-\x9f]/

const utf8 = new TextDecoder()
const decode = (sequence: string) => utf8.decode(Uint8Array.from(sequence, (letter) => letter.charCodeAt(0)))

/**
 * Decodes mojibake: Instagram's JSON encodes each UTF-8 byte as one character, such as "CafÃ©" for "Café".
 * Removes characters that lack some of their bytes. Returns correct text unchanged.
 * Source: https://github.com/pixelfed/pixelfed/blob/dev/app/Http/Controllers/ImportPostController.php
 */
export function decodeMojibake(text: string): string {
  if (!isMojibake(text)) return text
  // Decodes each byte sequence separately, so that a broken sequence affects no other character.
  let decoded = ''
  let end = 0
  for (const match of text.matchAll(sequences)) {
    decoded += text.slice(end, match.index).replace(incompleteSequences, '') + decode(match[0])
    end = match.index + match[0].length
  }
  return decoded + text.slice(end).replace(incompleteSequences, '')
}

/**
 * Returns whether a text is mojibake: C1 controls, or UTF-8 byte sequences in otherwise ASCII text. A text such as
 * «CAFÉ» is not mojibake, although `É»` looks like a byte sequence.
 */
function isMojibake(text: string): boolean {
  if (controls.test(text)) return true
  const remainder = text.replace(sequences, '')
  return remainder !== text && /^\p{ASCII}*$/u.test(remainder.replace(/[\xc2-\xf4][\x80-\xbf]{0,2}$/, ''))
}
