import type { Money } from './premium.ts'

/** Currency symbols that are always used. Browsers use different symbols for the Kenyan shilling: KES, Ksh or Sh. */
const signs: Record<string, string> = { KES: 'KSh' }

/**
 * Formats an amount in a locale, such as `KSh 1,500` with a no-break space. Used for pages, e-mails and the operator's
 * terminal. Shows the fraction only if it is not zero.
 * @param amountMinor in the currency's smallest unit
 */
export function formatMoney({ amountMinor, currency }: Money, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return format
    .formatToParts(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    .map(({ type, value }) => (type === 'currency' ? (signs[currency] ?? value) : value))
    .join('')
}
