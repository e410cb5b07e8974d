import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { photos } from '#features/media/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/columns.ts'

export const pets = pgTable(
  'pets',
  {
    id: id(),
    /** Name and four random characters; permanent. */
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    species: text('species', {
      enum: ['dog', 'cat', 'rabbit', 'bird', 'small-and-furry', 'reptile', 'fish', 'horse', 'other'],
    }).notNull(),
    breed: text('breed').notNull().default(''),
    sex: text('sex', { enum: ['female', 'male', 'unknown'] })
      .notNull()
      .default('unknown'),
    birthday: date('birthday', { mode: 'string' }),
    gotchaDay: date('gotcha_day', { mode: 'string' }),
    backdrop: text('backdrop', {
      enum: ['marigold', 'moss', 'lagoon', 'dusk', 'plum', 'rosehip', 'clay', 'fog'],
    }).notNull(),
    bio: text('bio').notNull().default(''),
    portraitId: uuid('portrait_id').references(() => photos.id, { onDelete: 'set null' }),
    followerCount: integer('follower_count').notNull().default(0),
    postCount: integer('post_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    uniqueIndex('pets_slug').on(t.slug),
    index('pets_most_followed')
      .on(t.followerCount.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('pets_search_name').using('gin', sql`plain(${t.name}) gin_trgm_ops`),
    check('pets_counts', sql`${t.followerCount} >= 0 and ${t.postCount} >= 0`),
  ],
)

/** The humans of a pet, and what each may do; one owner for now, several later. */
export const petPeople = pgTable(
  'pet_people',
  {
    petId: uuid('pet_id')
      .notNull()
      .references(() => pets.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'family', 'carer', 'sitter'] }).notNull(),
    /** Until when a sitter sits. */
    until: instant('until'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.petId, t.userId] }), index('pet_people_by_user').on(t.userId, t.createdAt)],
)
