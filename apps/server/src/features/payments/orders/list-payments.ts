import type { PaymentHistoryRow } from '@pawtrait/contract/payments/payments.ts'
import { formatNairobiDate } from '#features/payments/receipts/format-money.ts'
import { formatMaskedCard } from '#features/payments/receipts/masked-card.ts'
import { formatReceiptNumber } from '#features/payments/receipts/receipt-snapshot.ts'
import { isRefundPeriodOver } from '#features/payments/refunds/start-refund.ts'
import type { UserContext } from '#platform/context.ts'
import { MAX_ID, parseIdCursor, splitPage } from '#platform/database/cursor.ts'
import { formatCsv } from '#platform/text/csv.ts'
import { type HistoryRow, selectPaymentHistory } from './history-queries.ts'

const endedStates = new Set(['failed', 'canceled', 'expired'])

function toPaymentState(row: HistoryRow): PaymentHistoryRow['state'] {
  const { attempt, refundState } = row
  if (attempt !== null) return endedStates.has(attempt) ? 'not-completed' : 'waiting'
  if (refundState === 'done' || row.isTaken || BigInt(row.creditedMinor) >= BigInt(row.amountMinor)) return 'returned'
  if (refundState !== null) return 'returning'
  if (row.creditedMinor !== '0') return 'returned-in-part'
  return row.isAskedFor && row.refusal === null ? 'asked-back' : 'paid'
}

function toHistoryRow(row: HistoryRow, now: Date): PaymentHistoryRow {
  const { from, until } = row
  const state = toPaymentState(row)
  return {
    id: row.id,
    orderId: row.orderId,
    at: row.createdAt,
    price: { amountMinor: Number(row.amountMinor), currency: row.currency },
    method: row.provider === 'mpesa' ? 'mpesa' : 'card',
    methodDetail: row.provider === 'mpesa' ? row.receiptCode : formatMaskedCard(row.method),
    state,
    receipt: row.receiptNo === null ? null : formatReceiptNumber(row.receiptNo, row.livemode),
    period: from !== null && until !== null ? { from, until } : null,
    mayAskBack:
      state === 'paid' &&
      row.receiptNo !== null &&
      !row.isAskedFor &&
      !isRefundPeriodOver({ paidAt: row.createdAt }, now),
    refusal: state === 'paid' ? row.refusal : null,
    livemode: row.livemode,
  }
}

/** Returns the viewer's payments and unpaid attempts, newest first. @throws Problem 'validation-failed' (bad cursor) */
export async function listPayments(
  ctx: UserContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const rows = await selectPaymentHistory(ctx.db, ctx.viewer, parseIdCursor(cursor) ?? MAX_ID, limit + 1)
  const { shown, last } = splitPage(rows, limit)
  return {
    payments: shown.map((row) => toHistoryRow(row, ctx.now)),
    cursor: last?.id ?? null,
  }
}

const MAX_PAYMENTS = 5000 // Limit of the CSV file. 5,000 monthly payments take more than 400 years.

const columnNames = [
  'Date',
  'What',
  'From',
  'Until',
  'Paid with',
  'Code',
  'Receipt',
  'Amount',
  'Currency',
  'Status',
  'Money',
]

/** Returns the payment history as CSV. Dates are in Nairobi time, as in the fiscal documents. */
export async function exportPayments(ctx: UserContext): Promise<string> {
  const payments = (await selectPaymentHistory(ctx.db, ctx.viewer, MAX_ID, MAX_PAYMENTS)).map((row) =>
    toHistoryRow(row, ctx.now),
  )
  return formatCsv([
    columnNames,
    ...payments.map(({ at, period, method, methodDetail, receipt, price, state, livemode }) => [
      formatNairobiDate(at),
      'Premium Plan, one month',
      period ? formatNairobiDate(period.from) : '',
      period ? formatNairobiDate(period.until) : '',
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
