import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'

/** payments.md §3.5: rights stay for three days after the end. */
export const PLAN_GRACE = sql.raw("interval '72 hours'")

/**
 * The user has Premium at the instant, or its grace. Periods of test money do not count on an instance of real money.
 * `user`: an id, or as SQL. Here, before the feature that owns the table, because everybody is told their own plan.
 */
export const isPremium = (user: UserId | SQL, livemode: boolean, now: Date): SQL => {
  const instant = sql`${now.toISOString()}::timestamptz`
  return sql`exists (
    select 1 from plan_periods vpp where vpp.user_id = ${user} and vpp.livemode = ${livemode} and vpp.state = 'active'
      and lower(vpp.during) <= ${instant} and upper(vpp.during) + ${PLAN_GRACE} > ${instant})`
}
