import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

const states = ['waiting', 'running', 'done', 'failed'] as const

/** Archives that are brought in, one a user at a time. Without its user a row waits for the sweep to take its file. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    state: text('state', { enum: states }).notNull(),
    /** Of one that failed. */
    failure: text('failure', { enum: ['unreadable', 'trouble'] }),
    /** Its file in the storage, until it has ended. */
    archive: text('archive'),
    /** How often it was begun. Whoever works on it has the number of their run: with another it is no longer theirs. */
    run: integer('run').notNull().default(0),
    /** Rows of the archive that are through, and how many there are: the next run goes on behind them. */
    rowsDone: integer('rows_done').notNull().default(0),
    rows: integer('rows').notNull().default(0),
    posts: integer('posts').notNull().default(0),
    photos: integer('photos').notNull().default(0),
    pets: integer('pets').notNull().default(0),
    alreadyHere: integer('already_here').notNull().default(0),
    /** As the contract's `Skipped`; as many as are told. */
    skipped: jsonb('skipped').$type<object[]>().notNull().default([]),
    skippedCount: integer('skipped_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** The last sign of life of a run. */
    touchedAt: instant('touched_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    uniqueIndex('imports_one').on(t.userId).where(sql`state in ('waiting', 'running')`),
    index('imports_newest').on(t.userId, t.id.desc().nullsFirst()),
    uniqueIndex('imports_archive').on(t.archive),
    check('imports_rows', sql`${t.rowsDone} >= 0`),
  ],
)
