import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { receipts } from '#features/payments/tables.ts'
import { id, instant, minorUnits } from '#platform/database/columns.ts'

/**
 * Outbox of fiscal documents: one per receipt and credit note, written in the same transaction. The id of a document is
 * that of the receipt or credit, to prevent duplicates. Only receipts contain names.
 */
export const fiscalDocuments = pgTable(
  'fiscal_documents',
  {
    id: id(),
    receiptId: uuid('receipt_id')
      .notNull()
      .references(() => receipts.id),
    /** Number of the credit note within its receipt, starting at 1; 0 for the receipt itself. */
    creditNo: integer('credit_no').notNull(),
    /** Gross amount, including tax; negative for a credit note. */
    grossMinor: minorUnits('gross_minor').notNull(),
    vatMinor: minorUnits('vat_minor').notNull(),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    exportedAt: instant('exported_at'),
  },
  (t) => [
    uniqueIndex('fiscal_documents_number').on(t.receiptId, t.creditNo),
    index('fiscal_documents_by_day').on(t.livemode, t.createdAt),
    check('fiscal_documents_sign', sql`(${t.creditNo} = 0) = (${t.grossMinor} > 0) and ${t.creditNo} >= 0`),
  ],
)
