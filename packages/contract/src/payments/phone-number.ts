/** Returns the value of a decimal digit of any script: Unicode has them in runs of ten, from zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return value
}

/**
 * Returns a Kenyan mobile number in M-Pesa's form, `2547…` or `2541…`, however it is typed or pasted: `07…`,
 * `+254 07…`, `00254…`, with spaces, dashes, brackets and invisible characters, in the digits of any script. Null for
 * other text.
 */
export function readKenyanMobile(typed: string): string | null {
  const bare = typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/[\s\p{Cf}\p{Pd}().·/]/gu, '')
  const [, national] = /^(?:\+?(?:00)?254)?0?([17]\d{8})$/.exec(bare.replace(/^\+0/, '0')) ?? []
  return national ? `254${national}` : null
}
