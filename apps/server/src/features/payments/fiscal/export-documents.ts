import { formatNairobiDate } from '#features/payments/receipts/format-money.ts'
import { formatMaskedCard } from '#features/payments/receipts/masked-card.ts'
import { formatReceiptNumber } from '#features/payments/receipts/receipt-snapshot.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { formatCsv } from '#platform/text/csv.ts'
import {
  type FiscalDateRange,
  type FiscalDocumentRow,
  markFiscalDocumentsExported,
  selectFiscalDocuments,
} from './fiscal-queries.ts'

const columnNames = [
  ...['number', 'kind', 'corrects', 'date', 'currency', 'net', 'vat', 'vat_rate_percent', 'gross'],
  ...['method', 'reference', 'buyer', 'username', 'seller', 'seller_kra_pin', 'money'],
]

const isDay = (text: string) => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function formatDecimal(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function toCells(row: FiscalDocumentRow): string[] {
  const { snapshot, provider, livemode } = row
  const [gross, vat] = [BigInt(row.grossMinor), BigInt(row.vatMinor)]
  const receipt = formatReceiptNumber(row.no, livemode)
  const isCredit = row.creditNo > 0
  return [
    isCredit ? `${receipt}-C${row.creditNo}` : receipt,
    isCredit ? 'credit note' : 'receipt',
    isCredit ? receipt : '',
    formatNairobiDate(row.at),
    snapshot.currency,
    formatDecimal(gross - vat),
    formatDecimal(vat),
    String(snapshot.vatRateBps / 100),
    formatDecimal(gross),
    provider === 'mpesa' ? 'M-Pesa' : (formatMaskedCard(row.method) ?? 'Card'),
    row.receiptCode ?? row.providerTxnId,
    snapshot.buyer?.fullname ?? '',
    snapshot.buyer?.username ?? '',
    snapshot.seller.name,
    snapshot.seller.kraPin,
    livemode ? 'real' : 'test',
  ]
}

/**
 * Returns the fiscal documents of a range of days, or all new ones, as CSV, and marks them as exported. Live mode
 * exports live payments, test mode exports test payments. Document numbers are our own; the tax authority's system
 * issues its own invoice numbers.
 * @throws Problem 'validation-failed' for invalid days, or days in the wrong order.
 */
export async function exportFiscalDocuments(ctx: Context, dateRange: FiscalDateRange): Promise<string> {
  if (dateRange !== 'new' && (!isDay(dateRange.from) || !isDay(dateRange.to) || dateRange.from > dateRange.to))
    throw new Problem('validation-failed', 'Give the first day and the last day, such as 2026-11-01 2026-11-30')
  return ctx.transaction(async ({ db }) => {
    const rows = await selectFiscalDocuments(db, ctx.config.payments.livemode, dateRange)
    const ids = rows.map(({ id }) => id)
    await markFiscalDocumentsExported(db, ids, ctx.now)
    return formatCsv([columnNames, ...rows.map(toCells)])
  })
}
