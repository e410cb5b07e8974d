import { parseKenyanMobile } from '@pawtrait/contract/payments/phone-number.ts'

/** Returns a number in national format without the prefix +254, such as "712 345 678". Returns other text unchanged. */
export function formatNationalPhone(typed: string): string {
  const [, operator, ...rest] = /^254(\d{3})(\d{3})(\d{3})$/.exec(parseKenyanMobile(typed) ?? '') ?? []
  return operator ? [operator, ...rest].join(' ') : typed
}

/** Returns whether the typed text is a Kenyan mobile number that ends with the digits `end`. */
export const endsWithDigits = (typed: string, end: string | null | undefined): boolean =>
  Boolean(end && parseKenyanMobile(typed)?.endsWith(end))

/** Returns "+254 712 ••• 678", or "+254 ••• ••• 678" if `typed` is not a number that ends with `end`. */
export const maskPhone = (end: string, typed: string): string =>
  `+254 ${endsWithDigits(typed, end) ? formatNationalPhone(typed).slice(0, 3) : '•••'} ••• ${end}`
