import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

const states = ['waiting', 'running', 'done', 'failed'] as const

/** Imports of archives, one in progress per user. A row without a user waits for the sweep to delete its file. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    state: text('state', { enum: states }).notNull(),
    failure: text('failure', { enum: ['unreadable', 'trouble'] }),
    /** Name of the archive's file in the storage; null after the import has ended. */
    archive: text('archive'),
    /** Number of the current run. A process with an older number stops. */
    run: integer('run').notNull().default(0),
    /** Number of finished rows of the archive, out of `rows`. The next run continues after them. */
    rowsDone: integer('rows_done').notNull().default(0),
    rows: integer('rows').notNull().default(0),
    posts: integer('posts').notNull().default(0),
    photos: integer('photos').notNull().default(0),
    pets: integer('pets').notNull().default(0),
    alreadyHere: integer('already_here').notNull().default(0),
    /** Skipped rows and files, as `SkippedItem` in the contract; at most `MAX_LISTED_SKIPPED_ITEMS`. */
    skipped: jsonb('skipped').$type<object[]>().notNull().default([]),
    skippedCount: integer('skipped_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** Time of the last progress of a run. */
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
