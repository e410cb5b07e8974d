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
  const details = await selectPaymentMail(ctx.db, payment)
  if (details) await ctx.mail.send(buildConfirmationEmail(ctx.config, details))
}

function buildConfirmationEmail({ publicUrl, timeZone }: Pick<Config, 'publicUrl' | 'timeZone'>, details: PaymentMail) {
  const number = formatReceiptNumber(details.no, details.livemode)
  return renderEmail({
    to: details.email,
    subject: 'Premium is on',
    lines: [
      `Hello ${details.username},`,
      `Premium is on until ${formatInstant(details.until, details.timeZone, timeZone)}.`,
      `You paid ${formatMoney(details.amountMinor, details.currency)}. It never renews by itself.`,
    ],
    button: { text: `Open receipt ${number}`, url: `${publicUrl}${paths.receipt(number)}` },
    notes: details.livemode ? [] : ['TEST MODE: no real money moved.'],
  })
}
