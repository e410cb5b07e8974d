import { accountEventKinds } from '@pawtrait/contract/sign-in/credentials.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { bytes, id, instant } from '#platform/database/columns.ts'

/** Known devices of users; the cookie's token is stored as a hash. */
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

/** Logged-in browsers; the cookie's token is stored as a hash. */
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
    /** Browser and system, from the user agent. */
    label: text('label').notNull(),
    /** IP network, truncated to /24 or /48. */
    network: text('network').notNull(),
    /** The browser's time zone at log-in. */
    timeZone: text('time_zone'),
    /** Hash of the sudo cookie's token, and the time when sudo mode ends. */
    sudoHash: bytes('sudo_hash'),
    sudoUntil: instant('sudo_until'),
  },
  (t) => [uniqueIndex('sessions_hash').on(t.hash), index('sessions_by_user').on(t.userId, t.lastSeenAt)],
)

/** Mailed codes for log-in and sudo mode. A code works only in the browser that requested it. */
export const challenges = pgTable(
  'challenges',
  {
    id: id(),
    hash: bytes('hash').notNull(),
    /** Null if no account has the typed name: a row is inserted anyway, so that the response does not reveal this. */
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

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: bytes('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    /** Signature counter of the authenticator. Many authenticators always report 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** WebAuthn transports, a hint for the browser's dialog. */
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    isSynced: boolean('is_synced').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_by_user').on(t.userId, t.id)],
)

/** Recovery codes of users, stored as hashes. They replace all other credentials when these are lost. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: bytes('hash').notNull(),
    /** Time at which the user confirmed the set by typing one of its codes; null before that. */
    countsSince: instant('counts_since'),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('recovery_codes_hash').on(t.userId, t.hash)],
)

/** Used passkey challenges, kept until they expire, so that each works only once. */
export const usedPasskeyChallenges = pgTable(
  'used_passkey_challenges',
  { hash: bytes('hash').primaryKey(), expiresAt: instant('expires_at').notNull() },
  (t) => [index('used_passkey_challenges_by_end').on(t.expiresAt)],
)

/** One-time links to reset the log-in: from the operator, or after undoing a change of address. */
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

/** Security events of an account (log-ins and changes of credentials), shown to its holder. */
export const accountEvents = pgTable(
  'account_events',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: accountEventKinds }).notNull(),
    at: instant('at').notNull(),
    /** Browser and system; empty for an action of the operator. */
    label: text('label').notNull(),
    network: text('network').notNull(),
  },
  (t) => [index('account_events_by_user').on(t.userId, t.at), index('account_events_by_time').on(t.at)],
)

/** Changes of e-mail addresses: pending until the code is typed. A link mailed to the old address can undo them. */
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
