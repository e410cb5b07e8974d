import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config.ts'
import type { Message } from '#platform/mail.ts'
import { formatInstant } from '#platform/time-zone.ts'
import { formatMoney } from './format-money.ts'
import { receiptNumber } from './write-receipt.ts'

export type PaidLetter = {
  username: string
  email: string
  amountMinor: string
  currency: string
  until: string
  /** The buyer's. */
  timeZone: string
  no: number
  livemode: boolean
}

/** After a payment: until when, for how much, where the receipt is. */
export function paidLetter({ publicUrl }: Pick<Config, 'publicUrl'>, paid: PaidLetter): Message {
  const number = receiptNumber(paid.no, paid.livemode)
  const lines = [
    `Hello ${paid.username},`,
    `Premium is on until ${formatInstant(paid.until, paid.timeZone)}.`,
    `You paid ${formatMoney(paid.amountMinor, paid.currency)}.`,
    `Your receipt ${number}: ${publicUrl}${paths.receipt(number)}`,
    'It never renews by itself.',
    ...(paid.livemode ? [] : ['TEST MODE: no real money moved.']),
  ]
  return { to: paid.email, subject: 'Premium is on', text: `${lines.join('\n\n')}\n` }
}
