import { storedAgeBands } from '@pawtrait/contract/age-bands.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#platform/database/columns.ts'

/** Accounts. Each feature updates its counters here in the statement that changes the counted rows. */
export const users = pgTable(
  'users',
  {
    id: id(),
    /** A username consists of lower-case letters, digits, `_` and `.`. */
    username: text('username').notNull(),
    fullname: text('fullname').notNull(),
    plainName: text('plain_name').notNull().generatedAlwaysAs(sql`plain(fullname)`),
    /**
     * E-mail address as `normaliseEmail` returns it, with the domain in lower case. Unique among accounts that are not
     * pending, ignoring case.
     */
    email: text('email').notNull(),
    /** argon2id hash of the canonical zip code; null once a password or passkey replaced it. */
    zipHash: text('zip_hash'),
    passwordHash: text('password_hash'),
    /** Time of the last change of zip code or password; null if it was never changed. */
    secretSetAt: instant('secret_set_at'),
    /** Time of the log-in with a zip code after which a passkey was offered. It is offered once. */
    passkeyOfferedAt: instant('passkey_offered_at'),
    /** `pending`: the address is unproven (with mail on). `suspended`: by moderators. Both are invisible to others. */
    state: text('state', { enum: ['pending', 'active', 'suspended'] }).notNull(),
    suspendedUntil: instant('suspended_until'),
    /** True if moderators limited the account: Explore, search and suggestions show it only to its followers. */
    isLimited: boolean('is_limited').notNull().default(false),
    timeZone: text('time_zone').notNull(),
    bio: text('bio').notNull().default(''),
    /** Time of the last change of full name or bio. */
    profileEditedAt: instant('profile_edited_at'),
    /**
     * Age stated by the user. Null means that the user signed up before the app asked for the age; null counts as 18 or
     * older. A date of birth is never stored, for data minimisation. `under-13`: closed until erased; the user cannot
     * restore it.
     */
    ageBand: text('age_band', { enum: [...storedAgeBands, 'under-13'] }),
    ageToldAt: instant('age_told_at'),
    /** Time at which a guardian confirmed the account of a user of 13 to 17, if the operator requires it. */
    guardianConfirmedAt: instant('guardian_confirmed_at'),
    isPrivate: boolean('is_private').notNull().default(false),
    /** Media name of the avatar: the user's own photo or a pet's portrait. Null if the avatar shows initials. */
    imageName: text('image_name'),
    imagePetId: uuid('image_pet_id'),
    followerCount: integer('follower_count').notNull().default(0),
    followingCount: integer('following_count').notNull().default(0),
    /** Number of published posts. The next two columns count posts for followers and for close friends. */
    postCount: integer('post_count').notNull().default(0),
    followersPostCount: integer('followers_post_count').notNull().default(0),
    friendsPostCount: integer('friends_post_count').notNull().default(0),
    /** Part of signed photo URLs. Incremented to invalidate earlier URLs when another user loses access. */
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
    // See docs/decisions/0027-search-cells.md for this index of the search by cells.
    index('users_search')
      .using('gin', sql`search_keys(search_cell(${t.followerCount}, ${t.id}), ${t.plainName}, ${t.username})`)
      .where(sql`state = 'active' and deleted_at is null`),
    index('users_by_plain_name')
      .on(sql`${t.plainName} collate "C"`, t.followerCount.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`state = 'active' and deleted_at is null`),
    // An index in C collation: prefix search cannot use `users_username` in databases with another collation.
    index('users_username_bytes').on(sql`${t.username} collate "C"`),
    check(
      'users_counts',
      sql`${t.followerCount} >= 0 and ${t.followingCount} between 0 and 5000
        and ${t.followersPostCount} >= 0 and ${t.friendsPostCount} >= 0
        and ${t.postCount} >= ${t.followersPostCount} + ${t.friendsPostCount}`,
    ),
  ],
)

/** Former usernames. Before the time `until`, they redirect to their user, and other users cannot take them. */
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
