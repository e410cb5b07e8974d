const bare = (typed: string) => typed.replaceAll(/[\s\-().+]/g, '')

/** Whether a number as typed is a Kenyan mobile: `07…`, `01…`, `254…` or `+254…`, spaces and hyphens as one likes. */
export const readPhone = (typed: string): boolean => /^(?:254|0)?[17]\d{8}$/.test(bare(typed))

/** The number as it stands behind +254: "712 345 678". What is no number stays as typed. */
export function nationalPhone(typed: string): string {
  const [, operator, ...rest] = /^(?:254|0)?([17]\d{2})(\d{3})(\d{3})$/.exec(bare(typed)) ?? []
  return operator ? [operator, ...rest].join(' ') : typed
}

/** Whether a number as typed ends like one of which only the end is known. */
export const endsLike = (typed: string, end: string | null | undefined): boolean =>
  typeof end === 'string' && end !== '' && readPhone(typed) && bare(typed).endsWith(end)

/** "+254 712 ••• 678": the whole beginning only where the number was typed here. */
export const maskedPhone = (end: string, typed: string): string =>
  `+254 ${endsLike(typed, end) ? nationalPhone(typed).slice(0, 3) : '•••'} ••• ${end}`
