/** Returns the value of a decimal digit in any script. In Unicode, the digits 0 to 9 of a script are consecutive. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return value
}

/**
 * Returns a Kenyan mobile number in M-Pesa's format, `2547…` or `2541…`. Accepts `07…`, `+254 07…`, `00254…`, with
 * spaces, dashes, brackets, invisible characters and digits of any script. Returns null for other text.
 */
export function parseKenyanMobile(typed: string): string | null {
  const bare = typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/[\s\p{Cf}\p{Pd}().·/]/gu, '')
  const [, national] = /^(?:\+?(?:00)?254)?0?([17]\d{8})$/.exec(bare.replace(/^\+0/, '0')) ?? []
  return national ? `254${national}` : null
}
