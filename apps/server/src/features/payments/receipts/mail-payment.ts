import type { PaymentId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config.ts'
import { selectPaidLetter } from '#features/payments/ledger/ledger-queries.ts'
import type { Context } from '#platform/context.ts'
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

/** The job that tells a buyer by mail, who may have closed the page long before the money came. */
export async function mailPayment(ctx: Context, payment: PaymentId) {
  if (!ctx.mail.on) return
  const paid = await selectPaidLetter(ctx.db, payment)
  if (paid) await ctx.mail.send(paidLetter(ctx.config, paid))
}

/** After a payment: until when, for how much, where the receipt is. */
function paidLetter({ publicUrl }: Pick<Config, 'publicUrl'>, paid: PaidLetter): Message {
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
