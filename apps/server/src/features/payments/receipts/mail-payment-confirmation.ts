import type { PaymentId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config/config.ts'
import { selectPaymentMail } from '#features/payments/ledger/ledger-queries.ts'
import type { Context } from '#platform/context.ts'
import { renderEmail } from '#platform/mail/render-email.ts'
import { formatInstant } from '#platform/text/time-zone.ts'
import { formatMoney } from './format-money.ts'
import { formatReceiptNumber } from './receipt-snapshot.ts'

export type PaymentMail = {
  username: string
  email: string
  amountMinor: string
  currency: string
  until: string
  timeZone: string
  no: number
  livemode: boolean
}

/** Job that mails the buyer about a payment, because they may have closed the page. */
export async function mailPaymentConfirmation(ctx: Context, payment: PaymentId) {
  if (!ctx.mail.on) return
  const paid = await selectPaymentMail(ctx.db, payment)
  if (paid) await ctx.mail.send(paidLetter(ctx.config, paid))
}

function paidLetter({ publicUrl, timeZone }: Pick<Config, 'publicUrl' | 'timeZone'>, paid: PaymentMail) {
  const number = formatReceiptNumber(paid.no, paid.livemode)
  return renderEmail({
    to: paid.email,
    subject: 'Premium is on',
    lines: [
      `Hello ${paid.username},`,
      `Premium is on until ${formatInstant(paid.until, paid.timeZone, timeZone)}.`,
      `You paid ${formatMoney(paid.amountMinor, paid.currency)}. It never renews by itself.`,
    ],
    button: { words: `Open receipt ${number}`, url: `${publicUrl}${paths.receipt(number)}` },
    notes: paid.livemode ? [] : ['TEST MODE: no real money moved.'],
  })
}
