import type { PaymentId } from '@pawtrait/contract/ids.ts'
import { selectPaidLetter } from '#features/payments/ledger/ledger-queries.ts'
import type { Context } from '#platform/context.ts'
import { paidLetter } from './write-letter.ts'

/** The job that tells a buyer by mail, who may have closed the page long before the money came. */
export async function mailPayment(ctx: Context, payment: PaymentId) {
  if (!ctx.mail.on) return
  const paid = await selectPaidLetter(ctx.db, payment)
  if (paid) await ctx.mail.send(paidLetter(ctx.config, paid))
}
