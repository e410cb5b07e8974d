import type { PaymentId } from '@pawtrait/contract/ids.ts'
import type { NewReceipt } from '#features/payments/ledger/ledger-queries.ts'
import { vatWithin } from '#features/payments/receipts/write-receipt.ts'
import type { Db } from '#platform/database/db.ts'
import { insertDocument, selectUnfiledCredits } from './fiscal-queries.ts'

/** Puts a receipt into the outbox for the books, in the transaction that writes it. */
export const fileReceipt = (db: Db, { id, snapshot, livemode, now }: NewReceipt) =>
  insertDocument(db, {
    id,
    receipt: id,
    creditNo: 0,
    grossMinor: BigInt(snapshot.amountMinor),
    vatMinor: BigInt(snapshot.vatMinor),
    livemode,
    at: now.toISOString(),
  })

/**
 * Puts new credit notes of a payment into the outbox, in the transaction that writes them, which holds the payment. The
 * tax of each is what it adds to that of the sum so far: together they give back to the cent what the receipt says.
 */
export async function fileCredits(db: Db, payment: PaymentId, livemode: boolean) {
  const lines = await selectUnfiledCredits(db, payment)
  let sum = BigInt(lines[0]?.filedMinor ?? 0)
  for (const [place, line] of lines.entries()) {
    const before = sum
    sum += BigInt(line.amountMinor)
    await insertDocument(db, {
      id: line.id,
      receipt: line.receipt,
      creditNo: line.filed + place + 1,
      grossMinor: -BigInt(line.amountMinor),
      vatMinor: vatWithin(before, line.vatRateBps) - vatWithin(sum, line.vatRateBps),
      livemode,
      at: line.at,
    })
  }
}
