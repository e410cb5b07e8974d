import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, transactionId } from './columns.ts'

/** Counters of rate limits, one per key, for its current time window. Keys contain no personal data in clear text. */
export const throttles = pgTable(
  'throttles',
  { key: text('key').primaryKey(), count: integer('count').notNull(), endsAt: instant('ends_at').notNull() },
  (t) => [index('throttles_by_end').on(t.endsAt)],
)

/** Idempotency keys of calls, with the id of the row that each call created. Kept for 30 days. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** Id of the created row. Null if the endpoint returns no id. */
    createdId: uuid('created_id'),
    /** Used by release 0.1.0 only, which stored its response here. */
    answer: jsonb('answer').default({}),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_by_age').on(t.createdAt)],
)

/** Event outbox. An event is stored in its change's transaction, and deleted when all handlers have succeeded. */
export const events = pgTable(
  'events',
  {
    id: uuid('id').primaryKey(),
    type: text('type').notNull(),
    data: jsonb('data').notNull(),
    happenedAt: instant('happened_at').notNull(),
    failures: integer('failures').notNull().default(0),
    dueAt: instant('due_at').notNull(),
  },
  (t) => [index('events_due').on(t.dueAt)],
)

/**
 * Invalidations by triggers, kept for an hour. `about` is the id of a post, user, pet, photo or session. The nil UUID
 * invalidates everything.
 */
export const invalidations = pgTable(
  'invalidations',
  {
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    about: uuid('about').notNull(),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [primaryKey({ columns: [t.transaction, t.about] })],
)

/**
 * Outbox of live messages. A message is stored with its change and kept for a day. All processes read it. A stream that
 * reconnects gets the messages it missed from this table.
 */
export const liveNotices = pgTable(
  'live_notices',
  {
    id: bigint('id', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    /** Oldest transaction open when the notice was written. Later transactions may commit in any order. */
    horizon: transactionId('horizon').notNull().default(sql`pg_snapshot_xmin(pg_current_snapshot())`),
    notice: jsonb('notice').notNull(),
    at: instant('at').notNull().defaultNow(),
    /** Expiry of temporary state such as presence. New processes load unexpired state. Replays to users skip it. */
    holdsUntil: instant('holds_until'),
  },
  (t) => [
    primaryKey({ columns: [t.transaction, t.id] }),
    index('live_notices_held').on(t.holdsUntil).where(sql`holds_until is not null`),
  ],
)

/** Fingerprint of the pepper of all hashes (one row). The app refuses to start with another pepper. */
export const pepperFingerprints = pgTable(
  'pepper_fingerprints',
  { isOnly: boolean('is_only').primaryKey().default(true), fingerprint: text('fingerprint').notNull() },
  (t) => [check('pepper_fingerprints_one', sql`${t.isOnly}`)],
)
