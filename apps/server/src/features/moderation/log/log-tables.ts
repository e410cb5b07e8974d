import type { TransparencyCode } from '@pawtrait/contract/moderation/transparency.ts'
import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes } from '#platform/database/columns.ts'

/** Append-only audit log, numbered and hash-chained by triggers. docs/decisions/0057-moderation-desk-and-log.md */
export const moderationLog = pgTable('moderation_log', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  /** JSON text of the entry; the hash covers exactly these characters. */
  entry: text('entry').notNull(),
  /** SHA-256 of three lines: the previous entry's hash in hex, this entry's number and its text. */
  hash: bytes('hash').notNull(),
})

/** Daily signatures of the newest log entry; the signing key is the secret pepper. Append-only. */
export const moderationLogHeads = pgTable('moderation_log_heads', {
  day: date('day', { mode: 'string' }).primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: bytes('hash').notNull(),
  signature: text('signature').notNull(),
})

/** MACs of log entries. Their key is the pepper, which the database does not contain. Append-only. */
export const moderationLogMacs = pgTable('moderation_log_macs', {
  /** Number of the log entry. 0: the log was empty when a release introduced the MACs. */
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  mac: text('mac').notNull(),
})

/** Counts of moderation actions by month (UTC, `2026-11`), updated by a trigger on the log. */
export const moderationMonths = pgTable(
  'moderation_months',
  {
    month: text('month').notNull(),
    what: text('what').notNull().$type<TransparencyCode>(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.month, t.what] })],
)
