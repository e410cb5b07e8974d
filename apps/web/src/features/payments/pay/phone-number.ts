const bare = (typed: string) => typed.replaceAll(/[\s\-().+]/g, '')

/** Returns whether a typed number is a Kenyan mobile: `07…`, `01…`, `254…` or `+254…`, with spaces and hyphens. */
export const isKenyanMobile = (typed: string): boolean => /^(?:254|0)?[17]\d{8}$/.test(bare(typed))

/** Returns the number as shown behind +254: "712 345 678". Other text stays as typed. */
export function formatNationalPhone(typed: string): string {
  const [, operator, ...rest] = /^(?:254|0)?([17]\d{2})(\d{3})(\d{3})$/.exec(bare(typed)) ?? []
  return operator ? [operator, ...rest].join(' ') : typed
}

/** Returns whether a typed number ends with these known digits. */
export const endsWithDigits = (typed: string, end: string | null | undefined): boolean =>
  typeof end === 'string' && end !== '' && isKenyanMobile(typed) && bare(typed).endsWith(end)

/** Returns "+254 712 ••• 678"; the start is masked unless the number was typed here. */
export const maskPhone = (end: string, typed: string): string =>
  `+254 ${endsWithDigits(typed, end) ? formatNationalPhone(typed).slice(0, 3) : '•••'} ••• ${end}`
