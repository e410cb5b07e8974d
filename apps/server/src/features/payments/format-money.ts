const NAIROBI = 'Africa/Nairobi'

/** "Ksh 1,500", with cents only where there are any. */
export function formatMoney(amountMinor: string | number | bigint, currency: string): string {
  const amount = BigInt(amountMinor)
  const digits = amount % 100n === 0n ? 0 : 2
  const format = new Intl.NumberFormat('en-KE', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // A no-break space stands after the sign; letters and pages show a plain one the same way.
  return format.format(Number(amount) / 100).replaceAll('\u00a0', ' ')
}

/** "20 December 2026", the day it is in Nairobi. */
export const formatDay = (iso: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: NAIROBI }).format(new Date(iso))

/** `2026-12-20`, the day it is in Nairobi. */
export const isoDay = (iso: string) =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: NAIROBI }).format(new Date(iso))
