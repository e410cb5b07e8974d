import type { Money } from './premium.ts'

/** How Kenya writes its shilling; the tables of languages say KES, Ksh or Sh. */
const signs: Record<string, string> = { KES: 'KSh' }

/**
 * An amount as a language writes it, `KSh 1,500` with a space that does not break: one spelling on screen, in letters
 * and at the operator's terminal. The small units stand only where there are some.
 * @param amountMinor in the currency's smallest unit
 */
export function formatMoney({ amountMinor, currency }: Money, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return format
    .formatToParts(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    .map(({ type, value }) => (type === 'currency' ? (signs[currency] ?? value) : value))
    .join('')
}
