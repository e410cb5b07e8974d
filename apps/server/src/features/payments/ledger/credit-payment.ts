import { addCreditDocuments } from '#features/payments/fiscal/add-documents.ts'
import {
  lockOrInsertRefund,
  markRefundDone,
  type RefundablePayment,
} from '#features/payments/refunds/refund-queries.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { insertCredit, lockPayment, markReceiptCredited, selectCreditedAmount } from './credit-queries.ts'
import { endPurchasedPeriod } from './end-purchased-period.ts'
import { updateOrderState } from './ledger-queries.ts'

/** An amount returned to the payer. `amountMinor`: null means the remainder. `key`: idempotency key. */
export type Credit = { key: string; amountMinor: bigint | null }

type CreditContext = Pick<Context, 'now' | 'transaction'>

/**
 * Records returned money as credits. Once the full price is returned, ends the Premium period. `note`: the operator's
 * note on a manual refund.
 */
export async function creditPayment(
  { now, transaction }: CreditContext,
  payment: RefundablePayment,
  credits: readonly Credit[],
  note: string | null = null,
): Promise<'whole' | 'part' | 'nothing'> {
  return transaction(async ({ db, live }) => {
    await lockPayment(db, payment.payment)
    let insertedCount = 0
    for (const credit of credits) {
      const row = { ...credit, id: newId<string>(now), payment: payment.payment, livemode: payment.livemode, now }
      insertedCount += Number(await insertCredit(db, row))
    }
    const sum = await selectCreditedAmount(db, payment.payment)
    const isFullyCredited = sum >= BigInt(payment.amountMinor)
    if (insertedCount === 0) return isFullyCredited ? 'whole' : 'nothing'
    if (isFullyCredited) {
      const refund = await lockOrInsertRefund(db, { ...payment, id: newId(now), reason: 'made at the provider', now })
      if (refund) await markRefundDone(db, refund.id, note, now)
    }
    if (payment.disposition === 'applied') {
      await markReceiptCredited(db, payment.payment, sum, now)
      await addCreditDocuments(db, payment.payment, payment.livemode)
      if (isFullyCredited) {
        await endPurchasedPeriod(db, payment.orderId, now)
        await updateOrderState(db, payment.orderId, 'refunded')
      }
    }
    if (payment.userId) await live([payment.userId], { type: 'order', orderId: payment.orderId })
    return isFullyCredited ? 'whole' : 'part'
  })
}
