import { formatMoney as written } from '@pawtrait/contract/payments/money.ts'

const NAIROBI = 'Africa/Nairobi'

/** Formats money as "KSh 1,500" for mails and the operator's terminal, without non-breaking spaces. */
export const formatMoney = (amountMinor: string | number | bigint, currency: string): string =>
  written({ amountMinor: Number(amountMinor), currency }, 'en-GB').replaceAll('\u00a0', ' ')

/** Returns the date in Nairobi time, such as `2026-12-20`. */
export const formatNairobiDate = (iso: string) =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: NAIROBI }).format(new Date(iso))
