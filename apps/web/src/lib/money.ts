/**
 * An amount as the reader's language writes it: "KES 1,500", with the small units only where there are some.
 * @param amountMinor in the currency's smallest unit
 */
export function formatMoney({ amountMinor, currency }: { amountMinor: number; currency: string }, locale: string) {
  const written = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return written.format(amountMinor / 10 ** (written.resolvedOptions().maximumFractionDigits ?? 2))
}
