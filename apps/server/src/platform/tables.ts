import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
