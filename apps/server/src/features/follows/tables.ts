import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { pets } from '#features/pets/tables.ts'
import { users } from '#features/users/tables.ts'
import { instant } from '#platform/database/columns.ts'

export const follows = pgTable(
  'follows',
  {
    followerId: uuid('follower_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    followeeId: uuid('followee_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.followerId, t.followeeId] }),
    index('follows_newest').on(t.followerId, t.createdAt.desc().nullsFirst(), t.followeeId.desc().nullsFirst()),
    index('follows_of_followee').on(t.followeeId, t.createdAt.desc().nullsFirst(), t.followerId.desc().nullsFirst()),
    check('follows_not_self', sql`${t.followerId} <> ${t.followeeId}`),
  ],
)

export const petFollows = pgTable(
  'pet_follows',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    petId: uuid('pet_id')
      .notNull()
      .references(() => pets.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.petId] }), index('pet_follows_of_pet').on(t.petId, t.userId)],
)

/** Requests to follow a private account. A declined request is kept for 30 days, to prevent a new request. */
export const followRequests = pgTable(
  'follow_requests',
  {
    followerId: uuid('follower_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    followeeId: uuid('followee_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    declinedAt: instant('declined_at'),
    /** Time of withdrawal by the follower. Set only for a declined request, because a pending one is deleted. */
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    primaryKey({ columns: [t.followerId, t.followeeId] }),
    index('follow_requests_waiting')
      .on(t.followeeId, t.createdAt.desc().nullsFirst(), t.followerId.desc().nullsFirst())
      .where(sql`declined_at is null`),
    check('follow_requests_not_self', sql`${t.followerId} <> ${t.followeeId}`),
  ],
)

/** Users who may see a user's posts for close friends. Only the user who made the list can see it. */
export const closeFriends = pgTable(
  'close_friends',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    friendId: uuid('friend_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.friendId] }),
    index('close_friends_of_friend').on(t.friendId),
    check('close_friends_not_self', sql`${t.userId} <> ${t.friendId}`),
  ],
)
