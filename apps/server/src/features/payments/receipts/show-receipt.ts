import type { Receipt } from '@pawtrait/contract/payments/payments.ts'
import { type ReceiptRow, selectReceipt } from '#features/payments/orders/order-queries.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { formatNairobiDate } from './format-money.ts'
import { formatMaskedCard } from './masked-card.ts'
import { formatReceiptNumber } from './receipt-snapshot.ts'

/** Parses a receipt number: `TEST-000031` is the 31st receipt in test mode. */
export function parseReceiptNumber(number: string): { livemode: boolean; no: number } {
  const [series, no] = number.split('-')
  return { livemode: series === 'PT', no: Number(no) }
}

/** Returns a receipt. @throws Problem 'not-found' for another user's receipt */
export async function showReceipt(ctx: UserContext, number: string): Promise<Receipt> {
  const { livemode, no } = parseReceiptNumber(number)
  const row = await selectReceipt(ctx.db, ctx.viewer, livemode, no)
  if (!row) throw new Problem('not-found', 'There is no such receipt.')
  return toReceipt(row)
}

export function toReceipt(row: ReceiptRow): Receipt {
  const { snapshot } = row
  const money = (amountMinor: bigint | string) => ({ amountMinor: Number(amountMinor), currency: snapshot.currency })
  const price = money(snapshot.amountMinor)
  const net = BigInt(snapshot.amountMinor) - BigInt(snapshot.vatMinor)
  return {
    number: formatReceiptNumber(row.no, row.livemode),
    date: formatNairobiDate(row.createdAt),
    at: row.createdAt,
    seller: snapshot.seller,
    buyer: snapshot.buyer,
    plan: { code: snapshot.plan, price, period: snapshot.term },
    from: snapshot.period.from,
    until: snapshot.period.until,
    price,
    vat:
      snapshot.vatRateBps === 0
        ? null
        : { rateBps: snapshot.vatRateBps, net: money(net), tax: money(snapshot.vatMinor) },
    method: row.provider === 'mpesa' ? 'mpesa' : 'card',
    methodDetail: row.provider === 'mpesa' ? row.receiptCode : formatMaskedCard(row.method),
    phoneEnd: row.phoneEnd,
    credits: row.credits.map(({ at, amountMinor }) => ({ at, amount: money(amountMinor) })),
    livemode: row.livemode,
  }
}
