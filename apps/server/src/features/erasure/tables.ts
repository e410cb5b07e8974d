import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { instant } from '#platform/database/columns.ts'

/** Likes and follows of deleted or suspended accounts; not counted. `target`: post, comment, pet or user. */
export const setAsideRows = pgTable(
  'set_aside',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    target: uuid('target').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.target] }), index('set_aside_by_target').on(t.target)],
)
