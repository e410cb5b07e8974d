import { keptAgeBands } from '@pawtrait/contract/age-bands.ts'
import { accountEventKinds } from '@pawtrait/contract/credentials.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, id, instant } from '#platform/database/columns.ts'

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

/** The guardian that a sign-up of 13 to 17 named, until the letter is sent after the first log-in. */
export const signUpGuardians = pgTable('sign_up_guardians', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: text('email').notNull(),
})

/** A device somebody logged in on; the cookie's value is stored hashed. */
export const devices = pgTable(
  'devices',
  {
    hash: bytes('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [index('devices_by_user').on(t.userId)],
)

/** A signed-in browser; the cookie's value is stored hashed. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    hash: bytes('hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Browser and system in words, from the user agent. */
    label: text('label').notNull(),
    /** Cut to /24 or /48. */
    network: text('network').notNull(),
    /** The browser's time zone at log-in. */
    timeZone: text('time_zone'),
    /** Of the cookie that came with proving again who one is; until when it counts. */
    sudoHash: bytes('sudo_hash'),
    sudoUntil: instant('sudo_until'),
  },
  (t) => [uniqueIndex('sessions_hash').on(t.hash), index('sessions_by_user').on(t.userId, t.lastSeenAt)],
)

/** A code by e-mail, waiting to be typed in the browser that asked for it. */
export const challenges = pgTable(
  'challenges',
  {
    id: id(),
    /** Of the challenge cookie. */
    hash: bytes('hash').notNull(),
    /** Null when nobody has this name: the steps look the same. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    codeHash: bytes('code_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    used: boolean('used').notNull().default(false),
    timeZone: text('time_zone'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('challenges_hash').on(t.hash),
    index('challenges_by_user').on(t.userId),
    index('challenges_by_end').on(t.expiresAt),
  ],
)

/** Public keys of authenticators, each of which logs its user in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: bytes('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    /** How often the authenticator says it was used; many say 0 for ever. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How the browser reaches it, for the dialog. */
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    isSynced: boolean('is_synced').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_by_user').on(t.userId, t.id)],
)

/** Codes on paper, for whoever has lost everything else; stored hashed. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: bytes('hash').notNull(),
    /** Since one of its set has been typed, by whoever therefore has them. */
    countsSince: instant('counts_since'),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('recovery_codes_hash').on(t.userId, t.hash)],
)

/** Challenges of passkeys that were answered, until they would have run out: each counts once. */
export const usedPasskeyChallenges = pgTable(
  'used_passkey_challenges',
  { hash: bytes('hash').primaryKey(), expiresAt: instant('expires_at').notNull() },
  (t) => [index('used_passkey_challenges_by_end').on(t.expiresAt)],
)

/** The operator's one-time links for whoever mistyped a masked zip code. */
export const resetLinks = pgTable(
  'reset_links',
  {
    hash: bytes('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('reset_links_by_user').on(t.userId)],
)

/** Log-ins and what changed how one logs in, for its holder to look through. */
export const accountEvents = pgTable(
  'account_events',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: accountEventKinds }).notNull(),
    at: instant('at').notNull(),
    /** Browser and system in words; empty where the operator did it. */
    label: text('label').notNull(),
    /** Cut to /24 or /48. */
    network: text('network').notNull(),
  },
  (t) => [index('account_events_by_user').on(t.userId, t.at), index('account_events_by_time').on(t.at)],
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

/** Changes of an address: waiting for the code that went to the new one, or made and to be undone from the old one. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    codeHash: bytes('code_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    /** Until when the code counts. */
    expiresAt: instant('expires_at').notNull(),
    changedAt: instant('changed_at'),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    index('email_changes_by_user').on(t.userId),
    uniqueIndex('email_changes_waiting').on(t.userId).where(sql`${t.changedAt} is null`),
    index('email_changes_by_end').on(t.expiresAt),
  ],
)
