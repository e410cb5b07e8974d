import type { PaymentId } from '@pawtrait/contract/ids.ts'
import type { NewReceipt } from '#features/payments/ledger/ledger-queries.ts'
import { includedVat } from '#features/payments/receipts/receipt-snapshot.ts'
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
  const lines = await selectUnfiledCredits(db, payment)
  let sum = BigInt(lines[0]?.filedMinor ?? 0)
  for (const [place, line] of lines.entries()) {
    const before = sum
    sum += BigInt(line.amountMinor)
    await insertFiscalDocument(db, {
      id: line.id,
      receipt: line.receipt,
      creditNo: line.filed + place + 1,
      grossMinor: -BigInt(line.amountMinor),
      vatMinor: includedVat(before, line.vatRateBps) - includedVat(sum, line.vatRateBps),
      livemode,
      at: line.at,
    })
  }
}
