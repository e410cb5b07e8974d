// Characters that search ignores: accents, Arabic vowel marks, Hebrew points, variation selectors and invisible
// characters. Search does not ignore vowel signs, nor U+3099 and U+309A, which turn a kana into another letter.
const ignored = new RegExp(
  `[${[
    '\\u00AD\\u0300-\\u036F\\u0483-\\u0487\\u0591-\\u05BD',
    '\\u05BF\\u05C1\\u05C2\\u05C4\\u05C5',
    '\\u05C7\\u0610-\\u061A\\u0640\\u064B-\\u065F\\u0670\\u06D6-\\u06DC\\u06DF-\\u06E4\\u06E7',
    '\\u06E8\\u06EA-\\u06ED\\u0951-\\u0954\\u180B-\\u180F',
    '\\u1AB0-\\u1ACE\\u1CD0-\\u1CD2\\u1DC0-\\u1DFF\\u200B-\\u200F',
    '\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u2069\\u20D0-\\u20F0\\uFE00-\\uFE0F\\uFE20-\\uFE2F\\uFEFF',
  ].join('')}]`,
  'g',
)

// Letters and signs that Unicode does not decompose, with the letters that replace them in search.
const FROM = 'ıłđħøŧŋðƀɖςةىیکٱہھ’‘ʼʻ׳“”„״‐‒–—−'
const TO = "ildhotndbdσهييكاهه'''''\"\"\"\"-----"
const simple = new Map(Array.from(FROM, (letter, at) => [letter, Array.from(TO)[at] ?? '']))
const longer: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }
const replaced = new RegExp(`[${FROM}${Object.keys(longer).join('')}]`, 'gu')

/**
 * Returns a text in the form that search and filters compare: in lower case, without accents, with one spelling for
 * each letter. The SQL function `plain` in the migration `fold-text` returns the same.
 */
export function foldText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII
  if (/^[\u0000-\u007F]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('и\u0306', 'й') // й is a separate letter, not an и with an accent
    .replace(ignored, '')
    .replace(replaced, (letter) => longer[letter] ?? simple.get(letter) ?? letter)
    .normalize('NFC')
}
