import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, transactionId } from './columns.ts'

/** Attempts per window, of whatever the key says; keys hold no personal data in clear. */
export const throttles = pgTable(
  'throttles',
  { key: text('key').primaryKey(), count: integer('count').notNull(), endsAt: instant('ends_at').notNull() },
  (t) => [index('throttles_by_end').on(t.endsAt)],
)

/** First answers of creating calls, kept for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_by_age').on(t.createdAt)],
)

/** What happened, until whoever reacts to it has done so; written in the transaction in which it happened. */
export const events = pgTable(
  'events',
  {
    id: uuid('id').primaryKey(),
    type: text('type').notNull(),
    data: jsonb('data').notNull(),
    happenedAt: instant('happened_at').notNull(),
    /** How often reacting to it has failed. */
    failures: integer('failures').notNull().default(0),
    dueAt: instant('due_at').notNull(),
  },
  (t) => [index('events_due').on(t.dueAt)],
)

/**
 * Cache invalidation: what changed of whatever processes keep in memory, and in which transaction. Written by triggers,
 * so that no write forgets it; kept for an hour. `about`: the id of a post, user, pet, photo or session; all zeros:
 * anything.
 */
export const invalidations = pgTable(
  'invalidations',
  {
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    about: uuid('about').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.transaction, t.about] })],
)

/**
 * The outbox of live messages: what open streams are told, written in the transaction of what it is about. All
 * processes read it; a stream that comes back is told from here what it missed (replay). Kept for a day.
 */
export const liveNotices = pgTable(
  'live_notices',
  {
    id: bigint('id', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    /** Every transaction before this one had ended when it was written; later ones may be committed in any order. */
    horizon: transactionId('horizon').notNull().default(sql`pg_snapshot_xmin(pg_current_snapshot())`),
    notice: jsonb('notice').notNull(),
    at: instant('at').notNull().defaultNow(),
    /** Of what a process that starts has to know (who has what open), and nobody is told again. */
    holdsUntil: instant('holds_until'),
  },
  (t) => [
    primaryKey({ columns: [t.transaction, t.id] }),
    index('live_notices_held').on(t.holdsUntil).where(sql`holds_until is not null`),
  ],
)

/**
 * The fingerprint of the pepper with which everything here was hashed: another pepper is noticed before somebody signs
 * up with it. One row.
 */
export const pepperFingerprints = pgTable(
  'pepper_fingerprints',
  { isOnly: boolean('is_only').primaryKey().default(true), fingerprint: text('fingerprint').notNull() },
  (t) => [check('pepper_fingerprints_one', sql`${t.isOnly}`)],
)
