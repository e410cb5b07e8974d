import { accountEventKinds } from '@pawtrait/contract/sign-in/credentials.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { bytes, id, instant } from '#platform/database/columns.ts'

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
