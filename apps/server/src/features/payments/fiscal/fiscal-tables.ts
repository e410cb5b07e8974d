import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { receipts } from '#features/payments/tables.ts'
import { id, instant, minor } from '#platform/database/columns.ts'

/**
 * The outbox for the books: one document for each receipt and each credit note, written with it. Its id is the
 * receipt's or the credit's, so that it is written once. Names stand on the receipt alone.
 */
export const fiscalDocuments = pgTable(
  'fiscal_documents',
  {
    id: id(),
    receiptId: uuid('receipt_id')
      .notNull()
      .references(() => receipts.id),
    /** 0: the receipt itself; then its credit notes, in order. */
    creditNo: integer('credit_no').notNull(),
    /** With the tax; below zero for a credit note. */
    grossMinor: minor('gross_minor').notNull(),
    vatMinor: minor('vat_minor').notNull(),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When an operator first took it out. */
    exportedAt: instant('exported_at'),
  },
  (t) => [
    uniqueIndex('fiscal_documents_number').on(t.receiptId, t.creditNo),
    index('fiscal_documents_by_day').on(t.livemode, t.createdAt),
    check('fiscal_documents_sign', sql`(${t.creditNo} = 0) = (${t.grossMinor} > 0) and ${t.creditNo} >= 0`),
  ],
)
