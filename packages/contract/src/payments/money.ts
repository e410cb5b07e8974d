import type { Money } from './premium.ts'

/** Currency signs that we always use. The browser's own sign varies: KES, Ksh or Sh for the Kenyan shilling. */
const signs: Record<string, string> = { KES: 'KSh' }

/**
 * Formats an amount in a locale, `KSh 1,500` with a no-break space. Pages, e-mails and the operator's terminal use
 * this format. The fraction appears only when it is not zero.
 * @param amountMinor in the currency's smallest unit
 */
export function formatMoney({ amountMinor, currency }: Money, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return format
    .formatToParts(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    .map(({ type, value }) => (type === 'currency' ? (signs[currency] ?? value) : value))
    .join('')
}
