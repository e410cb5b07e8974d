import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { currency, id, instant, minorUnits, timeRange } from '#platform/database/columns.ts'

/** Plans on sale. A changed price or period makes a new row, so that old orders retain their plan. */
export const plans = pgTable(
  'plans',
  {
    id: id(),
    code: text('code').notNull(),
    priceMinor: minorUnits('price_minor').notNull(),
    currency: currency().notNull(),
    /** Duration in whole months, in ISO 8601: `P1M`. */
    period: text('period').notNull(),
    active: boolean('active').notNull().default(true),
    livemode: boolean('livemode').notNull(),
  },
  (t) => [
    uniqueIndex('plans_active_code').on(t.code, t.livemode).where(sql`active`),
    // M-Pesa accepts whole shillings only.
    check('plans_price', sql`${t.priceMinor} > 0 and ${t.priceMinor} % 100 = 0`),
    check('plans_period', sql`${t.period} ~ '^P([1-9]|1[0-2])M$'`),
  ],
)

/**
 * Paid periods. The migration adds an exclusion constraint that drizzle cannot express: active periods of a user do not
 * overlap (`plan_periods_apart`; test mode and live mode separately).
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
    /** Id of an order. No foreign key, because `payments` imports this feature. Unique: an order grants one period. */
    orderId: uuid('order_id').notNull(),
    during: timeRange('during').notNull(),
    /** Start of an unbroken chain of periods. Period ends derive from it, so that 31 March follows 28 February. */
    anchorAt: instant('anchor_at').notNull(),
    /** Months from the anchor to the end of this period. */
    anchorMonths: integer('anchor_months').notNull(),
    /** `closed` means refunded or charged back; the period then grants no rights. */
    state: text('state', { enum: ['active', 'closed'] }).notNull(),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
    /** First use, on which refunds depend: the first feed page above the free allowance, and the first hide. */
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

/** Reminders about periods, each sent once. */
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
    seenAt: instant('seen_at'),
  },
  (t) => [
    uniqueIndex('plan_reminders_once').on(t.userId, t.periodId, t.kind),
    index('plan_reminders_of_period').on(t.periodId),
    check('plan_reminders_kind', sql`${t.kind} in ('started', 'seven-days', 'one-day', 'ended', 'grace-ended')`),
  ],
)

/** Users who turned off mails about the end of their plan. */
export const planMailOptOuts = pgTable('plan_mails_off', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
})

/** Other users' posts in a user's feed, per day. Days never overlap. A stored day's end ignores time zone changes. */
export const feedDays = pgTable(
  'feed_days',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Distinct posts in order of delivery. */
    posts: uuid('posts').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.startsAt] }), index('feed_days_by_end').on(t.endsAt)],
)
