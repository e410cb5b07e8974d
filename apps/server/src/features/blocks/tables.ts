import { speciesNames } from '@pawtrait/contract/pets/pets.ts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { pets } from '#features/pets/tables.ts'
import { planPeriods } from '#features/premium/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

/** Hides: a user's lists omit posts of the hidden user or pet. One-way and silent; follows are kept. */
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
    /** Time when the hiding ends; null if it has no end. */
    endsAt: instant('ends_at'),
    /** Premium period in which the hide began. A refund of the period deletes the row. */
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

/** Blocks: the two users are invisible to each other. Free of charge and without notification. */
export const blocks = pgTable(
  'blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index('blocks_of_blocked').on(t.blockedId, t.blockerId),
    check('blocks_not_self', sql`${t.blockerId} <> ${t.blockedId}`),
  ],
)

/** Mutes: the user gets no notifications about the muted user, who remains visible. */
export const mutes = pgTable(
  'mutes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mutedId: uuid('muted_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.mutedId] }),
    index('mutes_of_muted').on(t.mutedId),
    check('mutes_not_self', sql`${t.userId} <> ${t.mutedId}`),
  ],
)

/** Animal filters. Each row excludes a species, or breeds in which a word begins with `word`. */
export const speciesFilters = pgTable(
  'species_filters',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    species: text('species', { enum: speciesNames }),
    /** Beginning of a word of a breed, in lower case without accents. */
    word: text('word'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('species_filters_species').on(t.userId, t.species),
    uniqueIndex('species_filters_word').on(t.userId, t.word),
    check('species_filters_one', sql`num_nonnulls(${t.species}, ${t.word}) = 1`),
  ],
)
