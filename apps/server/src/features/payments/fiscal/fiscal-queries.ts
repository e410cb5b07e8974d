import type { PaymentId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { ReceiptSnapshot } from '#features/payments/ledger/ledger-queries.ts'
import type { Provider } from '#features/payments/queries.ts'
import type { Db } from '#platform/database/db.ts'

export type NewFiscalDocument = {
  /** Id of the receipt or the credit. */
  id: string
  receipt: string
  creditNo: number
  grossMinor: bigint
  vatMinor: bigint
  livemode: boolean
  at: string
}

export const insertFiscalDocument = (db: Db, d: NewFiscalDocument) =>
  db.rows(sql`
    insert into fiscal_documents (id, receipt_id, credit_no, gross_minor, vat_minor, livemode, created_at)
    values (${d.id}, ${d.receipt}, ${d.creditNo}, ${String(d.grossMinor)}, ${String(d.vatMinor)}, ${d.livemode},
      ${d.at})`)

export type UnfiledCredit = {
  id: string
  receipt: string
  amountMinor: string
  vatRateBps: number
  at: string
  /** Number of credit notes that the receipt already has. */
  filed: number
  /** Sum of these credit notes, in minor units. */
  filedMinor: string
}

/** Returns credits that have no fiscal document yet, of a payment with a receipt. */
export const selectUnfiledCredits = (db: Db, payment: PaymentId) =>
  db.rows<UnfiledCredit>(sql`
    select c.id, r.id as receipt, c.amount_minor as "amountMinor", (r.snapshot->>'vatRateBps')::int as "vatRateBps",
      c.created_at as at, f.filed, f."filedMinor"
    from credits c join receipts r on r.payment_id = c.payment_id, lateral (
      select count(*)::int as filed, coalesce(-sum(d.gross_minor), 0)::text as "filedMinor" from fiscal_documents d
      where d.receipt_id = r.id and d.credit_no > 0) f
    where c.payment_id = ${payment} and not exists (select 1 from fiscal_documents d where d.id = c.id)
    order by c.created_at, c.id`)

export type FiscalDocumentRow = {
  id: string
  no: number
  creditNo: number
  grossMinor: string
  vatMinor: string
  livemode: boolean
  at: string
  snapshot: ReceiptSnapshot
  provider: Provider
  method: string | null
  receiptCode: string | null
  providerTxnId: string
}

/** First and last day in Nairobi time, such as `2026-11-30`. `new` means all documents not exported before. */
export type FiscalDateRange = { from: string; to: string } | 'new'

const isInDateRange = (dateRange: FiscalDateRange) =>
  dateRange === 'new'
    ? sql`d.exported_at is null`
    : sql`d.created_at >= ${dateRange.from}::date::timestamp at time zone 'Africa/Nairobi'
        and d.created_at < (${dateRange.to}::date + 1)::timestamp at time zone 'Africa/Nairobi'`

/** Returns fiscal documents of a range of days, oldest first, each with the snapshot of its receipt. */
export const selectFiscalDocuments = (db: Db, livemode: boolean, dateRange: FiscalDateRange) =>
  db.rows<FiscalDocumentRow>(sql`
    select d.id, r.no, d.credit_no as "creditNo", d.gross_minor as "grossMinor", d.vat_minor as "vatMinor", d.livemode,
      d.created_at as at, r.snapshot, p.provider, p.method, p.receipt_code as "receiptCode",
      p.provider_txn_id as "providerTxnId"
    from fiscal_documents d join receipts r on r.id = d.receipt_id join payments p on p.id = r.payment_id
    where d.livemode = ${livemode} and ${isInDateRange(dateRange)} order by d.created_at, r.no, d.credit_no`)

export const markFiscalDocumentsExported = (db: Db, ids: readonly string[], at: Date) =>
  db.rows(sql`
    update fiscal_documents set exported_at = coalesce(exported_at, ${at.toISOString()})
    where id = any(${`{${ids.join(',')}}`}::text::uuid[])`)
