import type { PaymentLine } from '@pawtrait/contract/payments.ts'
import type { UserContext } from '#platform/context.ts'
import { csv } from '#platform/csv.ts'
import { idOfCursor, LAST_ID } from '#platform/cursor.ts'
import { cardName } from './card-name.ts'
import { isoDay } from './format-money.ts'
import { type HistoryRow, selectHistory } from './history-rows.sql.ts'
import { receiptNumber } from './write-receipt.ts'

const ended = new Set(['failed', 'canceled', 'expired'])

function stateOf({ attempt, refundState }: HistoryRow): PaymentLine['state'] {
  if (attempt !== null) return ended.has(attempt) ? 'not-completed' : 'waiting'
  if (refundState === null) return 'paid'
  return refundState === 'done' ? 'returned' : 'returning'
}

function shownLine(row: HistoryRow): PaymentLine {
  const { from, until } = row
  return {
    id: row.id,
    orderId: row.orderId,
    at: row.createdAt,
    price: { amountMinor: Number(row.amountMinor), currency: row.currency },
    method: row.provider === 'mpesa' ? 'mpesa' : 'card',
    methodDetail: row.provider === 'mpesa' ? row.receiptCode : cardName(row.method),
    state: stateOf(row),
    receipt: row.receiptNo === null ? null : receiptNumber(row.receiptNo, row.livemode),
    period: from !== null && until !== null ? { from, until } : null,
    livemode: row.livemode,
  }
}

/**
 * What the viewer has paid and tried to pay, newest first.
 * @throws Problem 'validation-failed' for a cursor that is not ours.
 */
export async function listPayments(
  ctx: UserContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const rows = await selectHistory(ctx.db, ctx.viewer, idOfCursor(cursor) ?? LAST_ID, limit + 1)
  const shown = rows.slice(0, limit)
  return { payments: shown.map(shownLine), cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

const MOST = 5000 // Four hundred years of months; tries are few.

const heads = ['Date', 'What', 'From', 'Until', 'Paid with', 'Code', 'Receipt', 'Amount', 'Currency', 'Status', 'Money']

/** The same as a table for a spreadsheet; days are those of the books, in Nairobi. */
export async function exportPayments(ctx: UserContext): Promise<string> {
  const lines = (await selectHistory(ctx.db, ctx.viewer, LAST_ID, MOST)).map(shownLine)
  return csv([
    heads,
    ...lines.map(({ at, period, method, methodDetail, receipt, price, state, livemode }) => [
      isoDay(at),
      'Premium Plan, one month',
      period ? isoDay(period.from) : '',
      period ? isoDay(period.until) : '',
      method === 'mpesa' ? 'M-Pesa' : 'Card',
      methodDetail ?? '',
      receipt ?? '',
      (price.amountMinor / 100).toFixed(2),
      price.currency,
      state,
      livemode ? 'real' : 'test',
    ]),
  ])
}
