import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { pets } from '#features/pets/tables.ts'
import { planPeriods } from '#features/premium/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/columns.ts'

/** Whose posts, or posts with which pet, somebody does not want in their lists: one-way, silent, still connected. */
export const hides = pgTable(
  'hides',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hiddenUserId: uuid('hidden_user_id').references(() => users.id, { onDelete: 'cascade' }),
    hiddenPetId: uuid('hidden_pet_id').references(() => pets.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    /** Null: until it is undone. */
    endsAt: instant('ends_at'),
    /** The time paid for in which it was added: given back, it takes this with it. */
    periodId: uuid('period_id').references(() => planPeriods.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('hides_user').on(t.userId, t.hiddenUserId),
    uniqueIndex('hides_pet').on(t.userId, t.hiddenPetId),
    index('hides_of_user').on(t.hiddenUserId),
    index('hides_of_pet').on(t.hiddenPetId),
    index('hides_of_period').on(t.periodId),
    check('hides_one', sql`num_nonnulls(${t.hiddenUserId}, ${t.hiddenPetId}) = 1`),
    check('hides_not_self', sql`${t.hiddenUserId} is null or ${t.hiddenUserId} <> ${t.userId}`),
  ],
)
