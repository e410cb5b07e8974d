import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

const states = ['waiting', 'running', 'ready', 'failed', 'expired'] as const

/** Exports of a user's data, one in progress per user. A row without a user remains until its files are deleted. */
export const exports = pgTable(
  'exports',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    state: text('state', { enum: states }).notNull(),
    /** Progress of the current run, in percent. */
    progress: integer('progress').notNull().default(0),
    /** Number of the current run. A process with an older number stops. */
    run: integer('run').notNull().default(0),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    createdAt: instant('created_at').notNull(),
    touchedAt: instant('touched_at').notNull(),
    finishedAt: instant('finished_at'),
    expiresAt: instant('expires_at'),
  },
  (t) => [
    uniqueIndex('exports_one').on(t.userId).where(sql`state in ('waiting', 'running')`),
    index('exports_newest').on(t.userId, t.id.desc().nullsFirst()),
    check('exports_progress', sql`${t.progress} between 0 and 100`),
    check('exports_ready', sql`${t.state} <> 'ready' or num_nulls(${t.sizeBytes}, ${t.expiresAt}) = 0`),
  ],
)

/** Pieces of an export's ZIP, each a file of the storage. */
export const exportPieces = pgTable(
  'export_pieces',
  {
    file: text('file').primaryKey(),
    exportId: uuid('export_id')
      .notNull()
      .references(() => exports.id),
    /** Offset of the piece in the ZIP, in bytes. */
    beginsAt: bigint('begins_at', { mode: 'number' }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  },
  (t) => [uniqueIndex('export_pieces_place').on(t.exportId, t.beginsAt)],
)
