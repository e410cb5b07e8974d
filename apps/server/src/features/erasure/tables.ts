import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { instant } from '#platform/database/columns.ts'

/**
 * Rows that counters include, such as likes, of a deleted or suspended account. They are stored here instead of in
 * their own tables until the account is restored. `target`: the post, comment, pet or user.
 */
export const setAside = pgTable(
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
