import { keptAgeBands } from '@pawtrait/contract/age-bands.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#platform/database/columns.ts'

/** A person with an account. Counters are kept by the features that count, in the statement that changes the rows. */
export const users = pgTable(
  'users',
  {
    id: id(),
    /** Lower case, `[a-z0-9_.]`. */
    username: text('username').notNull(),
    fullname: text('fullname').notNull(),
    /** The full name as search compares it. */
    plainName: text('plain_name').notNull().generatedAlwaysAs(sql`plain(fullname)`),
    /** As typed, domain folded; unique by its lower case. */
    email: text('email').notNull(),
    /** argon2id of the canonical zip code; null once something stronger replaced it. */
    zipHash: text('zip_hash'),
    /** argon2id of the password, which replaced the zip code. */
    passwordHash: text('password_hash'),
    /** When the zip code or the password was set last; null: with the account. */
    secretSetAt: instant('secret_set_at'),
    /**
     * `pending`: signed up with an e-mail that must first be proven (mail on). `suspended`: by moderators, until an
     * instant or for good. Both are seen by nobody.
     */
    state: text('state', { enum: ['pending', 'active', 'suspended'] }).notNull(),
    /** When a suspension ends by itself; null with `suspended`: banned. */
    suspendedUntil: instant('suspended_until'),
    /** By moderators: neither explore, search nor a suggestion shows them to whoever does not follow them. */
    isLimited: boolean('is_limited').notNull().default(false),
    timeZone: text('time_zone').notNull(),
    bio: text('bio').notNull().default(''),
    /**
     * Age as the user says; null: signed up before sign-up asked, counts as adult. Never a date of birth
     * (`security.md` §8.4). `under-13`: the account is closed until it is erased, and cannot be restored.
     */
    ageBand: text('age_band', { enum: [...keptAgeBands, 'under-13'] }),
    ageToldAt: instant('age_told_at'),
    /** Of somebody of 13 to 17, where the operator wants it: a guardian knows of the account. */
    guardianConfirmedAt: instant('guardian_confirmed_at'),
    /** Only accepted followers see posts, stories and whom this user follows. */
    isPrivate: boolean('is_private').notNull().default(false),
    /** The picture people see, as a media name, whoever stands for it; null: initials. */
    imageName: text('image_name'),
    /** The pet whose portrait stands in, if one does. */
    imagePetId: uuid('image_pet_id'),
    followerCount: integer('follower_count').notNull().default(0),
    /** Users followed, at most 5,000 (product.md §2.12). */
    followingCount: integer('following_count').notNull().default(0),
    /** Published posts; the two below of them, by whom they are for. */
    postCount: integer('post_count').notNull().default(0),
    followersPostCount: integer('followers_post_count').notNull().default(0),
    friendsPostCount: integer('friends_post_count').notNull().default(0),
    /** Rises when somebody may see less of this user's than before: signed addresses given out until then close. */
    addressEpoch: integer('address_epoch').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    uniqueIndex('users_username').on(t.username),
    uniqueIndex('users_email').on(sql`lower(${t.email})`).where(sql`${t.state} <> 'pending'`),
    index('users_suspended').on(t.suspendedUntil).where(sql`state = 'suspended'`),
    index('users_by_image').on(t.imageName).where(sql`image_name is not null`),
    index('users_by_image_pet').on(t.imagePetId).where(sql`image_pet_id is not null`),
    index('users_most_followed')
      .on(t.followerCount.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`state = 'active' and deleted_at is null`),
    index('users_search_fullname').using(
      'gin',
      sql`plain(${t.fullname}) gin_trgm_ops, short_parts(plain(${t.fullname}))`,
    ),
    // docs/decisions/0027-search-reads-cells.md
    index('users_search')
      .using('gin', sql`search_keys(search_cell(${t.followerCount}, ${t.id}), ${t.plainName}, ${t.username})`)
      .where(sql`state = 'active' and deleted_at is null`),
    index('users_by_plain_name')
      .on(sql`${t.plainName} collate "C"`, t.followerCount.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`state = 'active' and deleted_at is null`),
    // `users_username` finds beginnings only where the database sorts by bytes.
    index('users_username_bytes').on(sql`${t.username} collate "C"`),
    check(
      'users_counts',
      sql`${t.followerCount} >= 0 and ${t.followingCount} between 0 and 5000
        and ${t.followersPostCount} >= 0 and ${t.friendsPostCount} >= 0
        and ${t.postCount} >= ${t.followersPostCount} + ${t.friendsPostCount}`,
    ),
  ],
)

/** Names that users gave up: they lead to their holders, and nobody else can have them until then. */
export const formerUsernames = pgTable(
  'former_usernames',
  {
    username: text('username').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    until: instant('until').notNull(),
  },
  (t) => [index('former_usernames_by_user').on(t.userId), index('former_usernames_by_end').on(t.until)],
)
