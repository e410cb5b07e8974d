import type { PaymentId } from '@pawtrait/contract/ids.ts'
import type { NewReceipt } from '#features/payments/ledger/ledger-queries.ts'
import { computeIncludedVat } from '#features/payments/receipts/receipt-snapshot.ts'
import type { Db } from '#platform/database/db.ts'
import { insertFiscalDocument, selectUnfiledCredits } from './fiscal-queries.ts'

/** Adds a receipt to the fiscal outbox, in the same transaction as the receipt itself. */
export const addReceiptDocument = (db: Db, { id, snapshot, livemode, now }: NewReceipt) =>
  insertFiscalDocument(db, {
    id,
    receipt: id,
    creditNo: 0,
    grossMinor: BigInt(snapshot.amountMinor),
    vatMinor: BigInt(snapshot.vatMinor),
    livemode,
    at: now.toISOString(),
  })

/**
 * Adds a payment's new credit notes to the fiscal outbox, in the transaction that writes them and locks the payment.
 * Tax is rounded cumulatively: the taxes of all credit notes add up to the receipt's tax.
 */
export async function addCreditDocuments(db: Db, payment: PaymentId, livemode: boolean) {
  const credits = await selectUnfiledCredits(db, payment)
  let sum = BigInt(credits[0]?.filedMinor ?? 0)
  for (const [index, credit] of credits.entries()) {
    const previousSum = sum
    sum += BigInt(credit.amountMinor)
    await insertFiscalDocument(db, {
      id: credit.id,
      receipt: credit.receipt,
      creditNo: credit.filed + index + 1,
      grossMinor: -BigInt(credit.amountMinor),
      vatMinor: computeIncludedVat(previousSum, credit.vatRateBps) - computeIncludedVat(sum, credit.vatRateBps),
      livemode,
      at: credit.at,
    })
  }
}
