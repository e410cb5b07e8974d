import type { OrderId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { ReminderKind } from '@pawtrait/contract/payments/premium.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'
import { isPremium, PLAN_GRACE } from './is-premium.sql.ts'

export type PlanRow = { id: string; code: string; priceMinor: string; currency: string; period: string }

const planColumns = sql`id, code, price_minor as "priceMinor", currency, period`

export const selectActivePlan = (db: Db, code: string, livemode: boolean) =>
  db.row<PlanRow>(sql`select ${planColumns} from plans where code = ${code} and livemode = ${livemode} and active`)

export const selectPlan = (db: Db, id: string) =>
  db.row<PlanRow>(sql`select ${planColumns} from plans where id = ${id}`)

export const deactivatePlan = (db: Db, id: string) => db.rows(sql`update plans set active = false where id = ${id}`)

/** Inserts the active plan, unless another process has inserted it. */
export const insertPlan = (db: Db, plan: Omit<PlanRow, 'priceMinor'> & { priceMinor: bigint; livemode: boolean }) =>
  db.rows(sql`
    insert into plans (id, code, price_minor, currency, period, livemode)
    values (${plan.id}, ${plan.code}, ${String(plan.priceMinor)}, ${plan.currency}, ${plan.period}, ${plan.livemode})
    on conflict (code, livemode) where active do nothing`)

/** Serialises the purchases of a user until the transaction ends. */
export const lockUserPeriods = (db: Db, user: UserId) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtext('plan-periods'), hashtext(${user}))`)

// SQL of a user's next period, which continues the last one or starts now. `anchor`: start of the unbroken series.
const selectNextPeriodStart = (user: UserId, livemode: boolean, now: SQL) => sql`
  select coalesce(l.ends_at, ${now}) as starts_at, coalesce(l.anchor_at, ${now}) as anchor_at,
    coalesce(l.anchor_months, 0) as anchor_months
  from (values (1)) one left join lateral (
    select upper(during) as ends_at, anchor_at, anchor_months from plan_periods
    where user_id = ${user} and livemode = ${livemode} and state = 'active' and upper(during) + ${PLAN_GRACE} > ${now}
    order by upper(during) desc limit 1) l on true`

/** SQL that adds calendar months in Nairobi time, keeping the time of day. */
const addMonths = (from: SQL, months: SQL) =>
  sql`((${from} at time zone 'Africa/Nairobi') + make_interval(months => ${months})) at time zone 'Africa/Nairobi'`

const toInstant = (now: Date) => sql`${now.toISOString()}::timestamptz`

export type NewPeriod = {
  id: string
  user: UserId
  plan: string
  order: OrderId
  months: number
  livemode: boolean
  now: Date
}

export type Period = { id: string; from: string; until: string }

/** Inserts a period. @throws a unique or exclusion violation when the order has a period, or periods overlap. */
export async function insertPeriod(db: Db, newPeriod: NewPeriod): Promise<Period> {
  const now = toInstant(newPeriod.now)
  const [period] = await db.rows<Period>(sql`
    with chain as (${selectNextPeriodStart(newPeriod.user, newPeriod.livemode, now)})
    insert into plan_periods (id, user_id, plan_id, order_id, during, anchor_at, anchor_months, state, livemode,
      created_at)
    select ${newPeriod.id}, ${newPeriod.user}, ${newPeriod.plan}, ${newPeriod.order},
      tstzrange(starts_at, ${addMonths(sql`anchor_at`, sql`anchor_months + ${newPeriod.months}::int`)}),
      anchor_at, anchor_months + ${newPeriod.months}::int, 'active', ${newPeriod.livemode}, ${now}
    from chain returning id, lower(during) as "from", upper(during) as until`)
  if (!period) throw new Error('a period was not written')
  return period
}

/** Returns when Premium would end after a purchase now. `tooFar` means that this is more than 12 months ahead. */
export const selectEndAfterPurchase = (db: Db, user: UserId, months: number, livemode: boolean, now: Date) =>
  db.row<{ until: string; tooFar: boolean }>(sql`
    with chain as (${selectNextPeriodStart(user, livemode, toInstant(now))}),
      next as (select ${addMonths(sql`anchor_at`, sql`anchor_months + ${months}::int`)} as until from chain)
    select until, until > ${addMonths(toInstant(now), sql`12`)} as "tooFar" from next`)

export type PremiumState = {
  /** Start and end of the current period, also during its grace period; null without a current period. */
  from: string | null
  until: string | null
  /** End of the user's last active period: the current one, a later one that is already paid, or a past one. */
  lastEnd: string | null
  inGrace: boolean
}

/** Returns a user's Premium state at an instant. Periods in test mode do not count in live mode. */
export const selectPremiumState = (db: Db, user: UserId, livemode: boolean, now: Date) =>
  db.row<PremiumState>(sql`
    with own as (
      select during from plan_periods where user_id = ${user} and livemode = ${livemode} and state = 'active'),
    current as (
      select during from own
      where lower(during) <= ${toInstant(now)} and upper(during) + ${PLAN_GRACE} > ${toInstant(now)}
      order by upper(during) desc limit 1)
    select (select lower(during) from current) as "from", (select upper(during) from current) as until,
      (select max(upper(during)) from own) as "lastEnd",
      coalesce((select upper(during) <= ${toInstant(now)} from current), false) as "inGrace"`)

/** SQL condition: no paid period follows the period with the alias `p`. */
const isLast = sql`not exists (
  select 1 from plan_periods n where n.user_id = p.user_id and n.livemode = p.livemode and n.state = 'active'
    and upper(n.during) > upper(p.during))`

/** Returns the newest reminder that the user has not dismissed; none once the user has paid for a later period. */
export const selectReminder = (db: Db, user: UserId, livemode: boolean) =>
  db.row<{ kind: ReminderKind }>(sql`
    select r.kind from plan_reminders r join plan_periods p on p.id = r.period_id
    where r.user_id = ${user} and r.livemode = ${livemode} and r.seen_at is null and p.state = 'active' and ${isLast}
    order by r.id desc limit 1`)

export type DueReminder = { userId: UserId; periodId: string; kind: ReminderKind }

/** Kinds of reminders about the end of a period. These are sent by mail too. */
export type PlanEndReminderKind = Exclude<ReminderKind, 'started'>

/**
 * Returns due, unsent reminders of the ends of periods, sorted by period id, with period ids above `after`: at most
 * one reminder per period, and none if the period ended more than ten days ago.
 */
export const selectDueReminders = (db: Db, livemode: boolean, now: Date, after: string, limit: number) =>
  db.rows<DueReminder>(sql`
    with ending as (
      select p.id, p.user_id, case
        when upper(p.during) - interval '1 day' > ${toInstant(now)} then 'seven-days'
        when upper(p.during) > ${toInstant(now)} then 'one-day'
        when upper(p.during) + ${PLAN_GRACE} > ${toInstant(now)} then 'ended'
        else 'grace-ended' end as kind
      from plan_periods p
      where p.state = 'active' and p.livemode = ${livemode} and p.id > ${after}
        and upper(p.during) <= ${toInstant(now)} + interval '7 days'
        and upper(p.during) > ${toInstant(now)} - interval '10 days' and ${isLast})
    select e.user_id as "userId", e.id as "periodId", e.kind from ending e
    where not exists (
      select 1 from plan_reminders r where r.user_id = e.user_id and r.period_id = e.id and r.kind = e.kind)
    order by e.id limit ${limit}::int`)

/** Inserts a reminder. Returns false when another process has already inserted it. */
export const insertReminder = async (
  db: Db,
  reminder: DueReminder & { id: string; livemode: boolean; now: Date },
): Promise<boolean> =>
  (
    await db.rows(sql`
      insert into plan_reminders (id, user_id, period_id, kind, livemode, created_at)
      values (${reminder.id}, ${reminder.userId}, ${reminder.periodId}, ${reminder.kind}, ${reminder.livemode},
        ${reminder.now.toISOString()})
      on conflict (user_id, period_id, kind) do nothing returning 1`)
  ).length > 0

export type ReminderLetterData = {
  username: string
  email: string
  timeZone: string
  kind: PlanEndReminderKind
  endsAt: string
  livemode: boolean
}

/**
 * Returns the data of a reminder's mail. Undefined if the user has paid for a later period, was deleted or turned the
 * mails off. Also undefined if the period was refunded or charged back.
 */
export const selectReminderEmail = (db: Db, id: string) =>
  db.row<ReminderLetterData>(sql`
    select u.username, u.email, u.time_zone as "timeZone", r.kind, upper(p.during) as "endsAt", r.livemode
    from plan_reminders r join plan_periods p on p.id = r.period_id join users u on u.id = r.user_id
    where r.id = ${id} and u.deleted_at is null and p.state = 'active' and ${isLast}
      and not exists (select from plan_mails_off off where off.user_id = u.id)`)

export const selectPlanMailOptOut = (db: Db, user: UserId) =>
  db.row<{ off: boolean }>(sql`select exists (select from plan_mails_off where user_id = ${user}) as off`)

export const insertPlanMailOptOut = (db: Db, user: UserId) =>
  db.rows(sql`insert into plan_mails_off (user_id) values (${user}) on conflict do nothing`)

export const deletePlanMailOptOut = (db: Db, user: UserId) =>
  db.rows(sql`delete from plan_mails_off where user_id = ${user}`)

export const markRemindersSeen = (db: Db, user: UserId, now: Date) =>
  db.rows(sql`
    update plan_reminders set seen_at = ${now.toISOString()} where user_id = ${user} and seen_at is null`)

export const markPeriodClosed = (db: Db, order: OrderId, now: Date) =>
  db.row<{ id: string }>(sql`
    update plan_periods set state = 'closed', closed_at = ${toInstant(now)}
    where order_id = ${order} and state = 'active' returning id`)

/** A day of a user's feed, with its own allowance of posts. `isStored`: the row exists, so start and end are fixed. */
export type FeedDay = { startsAt: string; endsAt: string; posts: PostId[]; premium: boolean; isStored: boolean }

/** Serialises the creation of a user's feed days, until the transaction ends. */
export const lockFeedDays = (db: Db, user: UserId) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtext('feed-days'), hashtext(${user}))`)

/**
 * Returns a user's current feed day, stored or not. A day ends at midnight in the user's time zone, at least 23 hours
 * after the end of the previous day. A changed time zone therefore gains no extra allowance.
 */
export const selectFeedDay = (db: Db, user: UserId, livemode: boolean, now: Date) =>
  db.row<FeedDay>(sql`
    with who as (
      select date_trunc('day', ${toInstant(now)} at time zone z.zone) as midnight, z.zone
      from users u cross join lateral (select known_time_zone(u.time_zone) as zone) z where u.id = ${user}),
    last as (select starts_at, ends_at, posts from feed_days where user_id = ${user} order by starts_at desc limit 1),
    next as (
      select midnight at time zone zone as starts_at, (midnight + interval '1 day') at time zone zone as ends_at,
        (midnight + interval '2 days') at time zone zone as later from who)
    select case when l.ends_at > ${toInstant(now)} then l.starts_at else greatest(n.starts_at, l.ends_at) end
        as "startsAt",
      case when l.ends_at > ${toInstant(now)} then l.ends_at
        when l.ends_at > n.ends_at - interval '23 hours' then n.later else n.ends_at end as "endsAt",
      case when l.ends_at > ${toInstant(now)} then l.posts else '{}' end as posts,
      coalesce(l.ends_at > ${toInstant(now)}, false) as "isStored",
      ${isPremium(user, livemode, now)} as premium
    from next n left join last l on true`)

/** SQL of the current period, also during its grace period. */
const currentPeriod = (user: UserId, livemode: boolean, now: Date) => sql`(
  select id from plan_periods
  where user_id = ${user} and livemode = ${livemode} and state = 'active'
    and lower(during) <= ${toInstant(now)} and upper(during) + ${PLAN_GRACE} > ${toInstant(now)}
  order by upper(during) desc limit 1)`

/**
 * Limits of posts per day. `maxPosts`: how many may be delivered. `free`: the allowance without Premium; more posts
 * count as use of Premium.
 */
export type FeedDayLimits = { maxPosts: number; free: number | null; livemode: boolean; now: Date }

/** Adds new posts to a day until its limit, and records the first use of Premium. Returns all posts of the day. */
export async function addFeedPosts(
  db: Db,
  user: UserId,
  day: FeedDay,
  posts: readonly PostId[],
  { maxPosts, free, livemode, now }: FeedDayLimits,
): Promise<PostId[]> {
  const recordFirstUse = sql`, used as (
    update plan_periods set first_feed_at = ${toInstant(now)}
    where id = ${currentPeriod(user, livemode, now)} and state = 'active' and first_feed_at is null
      and (select cardinality(posts) from taken) > ${free}::int)`
  const requestedPosts = sql`unnest(${idArray(posts)}::uuid[]) with ordinality as asked (id, place)`
  const row = await db.row<{ posts: PostId[] }>(sql`
    with taken as (insert into feed_days as d (user_id, starts_at, ends_at, posts)
    values (${user}, ${day.startsAt}, ${day.endsAt},
      array(select id from ${requestedPosts} group by id order by min(place) limit ${maxPosts}::int))
    on conflict (user_id, starts_at) do update set posts = d.posts || array(
      select id from ${requestedPosts} where id <> all (d.posts) group by id order by min(place)
      limit greatest(${maxPosts}::int - cardinality(d.posts), 0))
    returning posts)${day.premium && free !== null ? recordFirstUse : sql``}
    select posts from taken`)
  return row?.posts ?? []
}

/** Marks Premium as used to hide posts in the current period and returns the period; undefined when there is none. */
export const updateFirstHideAt = (db: Db, user: UserId, livemode: boolean, now: Date) =>
  db.row<{ id: string }>(sql`
    update plan_periods set first_hide_at = coalesce(first_hide_at, ${toInstant(now)})
    where id = ${currentPeriod(user, livemode, now)} and state = 'active' returning id`)

/** Times of the first use of an order's period; null while unused. */
export type FirstUse = { firstFeedAt: string | null; firstHideAt: string | null }

export const selectFirstUse = (db: Db, order: OrderId) =>
  db.row<FirstUse>(sql`
    select first_feed_at as "firstFeedAt", first_hide_at as "firstHideAt" from plan_periods
    where order_id = ${order}`)

/** Deletes feed days that ended more than two days ago. */
export const deleteOldFeedDays = (db: Db, now: Date) =>
  db.rows(sql`delete from feed_days where ends_at < ${toInstant(now)} - interval '2 days'`)
