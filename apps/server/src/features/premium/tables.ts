import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { currency, id, instant, minor, span } from '#platform/database/columns.ts'

/** What can be bought. A changed price or period is a new row: orders point at what they were made for. */
export const plans = pgTable(
  'plans',
  {
    id: id(),
    code: text('code').notNull(),
    priceMinor: minor('price_minor').notNull(),
    currency: currency().notNull(),
    /** Whole months, ISO 8601: `P1M`. */
    period: text('period').notNull(),
    active: boolean('active').notNull().default(true),
    livemode: boolean('livemode').notNull(),
  },
  (t) => [
    uniqueIndex('plans_active_code').on(t.code, t.livemode).where(sql`active`),
    // M-Pesa takes whole shillings.
    check('plans_price', sql`${t.priceMinor} > 0 and ${t.priceMinor} % 100 = 0`),
    check('plans_period', sql`${t.period} ~ '^P([1-9]|1[0-2])M$'`),
  ],
)

/**
 * Time somebody has paid for. The migration adds what drizzle cannot say: active periods of a user do not overlap
 * (`plan_periods_apart`; those of test money apart from those of real money).
 */
export const planPeriods = pgTable(
  'plan_periods',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: uuid('plan_id')
      .notNull()
      .references(() => plans.id),
    /** Of payments, a later feature. One order grants once, whatever runs twice. */
    orderId: uuid('order_id').notNull(),
    during: span('during').notNull(),
    /** Where the unbroken chain of periods began: ends are counted from here, so the 31st does not become the 28th. */
    anchorAt: instant('anchor_at').notNull(),
    /** Months from the anchor to the end of this period. */
    anchorMonths: integer('anchor_months').notNull(),
    /** `closed`: refunded or charged back; gives no rights. */
    state: text('state', { enum: ['active', 'closed'] }).notNull(),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
    /** It was used (payments.md §3.4): the first feed page above the free allowance, the first hide. */
    firstFeedAt: instant('first_feed_at'),
    firstHideAt: instant('first_hide_at'),
  },
  (t) => [
    uniqueIndex('plan_periods_order').on(t.orderId),
    index('plan_periods_by_user').on(t.userId, sql`upper(during) desc`),
    index('plan_periods_by_end').on(sql`upper(during)`).where(sql`state = 'active'`),
    check('plan_periods_state', sql`${t.state} in ('active', 'closed')`),
    check('plan_periods_during', sql`not isempty(${t.during}) and not upper_inf(${t.during})`),
  ],
)

/** What was told about a period, once each. */
export const planReminders = pgTable(
  'plan_reminders',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    periodId: uuid('period_id')
      .notNull()
      .references(() => planPeriods.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['started', 'seven-days', 'one-day', 'ended', 'grace-ended'] }).notNull(),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Read in the app. */
    seenAt: instant('seen_at'),
  },
  (t) => [
    uniqueIndex('plan_reminders_once').on(t.userId, t.periodId, t.kind),
    index('plan_reminders_of_period').on(t.periodId),
    check('plan_reminders_kind', sql`${t.kind} in ('started', 'seven-days', 'one-day', 'ended', 'grace-ended')`),
  ],
)

/** Who wants no mail about the end of their plan. */
export const planMailsOff = pgTable('plan_mails_off', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
})

/**
 * The posts of others that were delivered in a user's feed, day by day. A day begins where the one before ended and
 * keeps its end when the user's time zone changes.
 */
export const feedDays = pgTable(
  'feed_days',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Each once, in the order of their delivery. */
    posts: uuid('posts').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.startsAt] }), index('feed_days_by_end').on(t.endsAt)],
)
