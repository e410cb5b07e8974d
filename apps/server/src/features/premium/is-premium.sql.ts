import { HOUR_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'

const GRACE_HOURS = 72

/** Time in ms for which Premium stays active after its period ends. */
export const GRACE_MS = GRACE_HOURS * HOUR_MS

/** Grace period: Premium rights remain for three days after a period ends. */
export const PLAN_GRACE = sql.raw(`interval '${GRACE_HOURS} hours'`)

/**
 * SQL condition: the user has Premium, or had it less than 72 hours ago. Periods in test mode do not count in live
 * mode. `user` is an id or SQL. The condition has its own file, because features that `premium` imports use it too.
 */
export const isPremium = (user: UserId | SQL, livemode: boolean, now: Date): SQL => {
  const instant = sql`${now.toISOString()}::timestamptz`
  return sql`exists (
    select 1 from plan_periods vpp where vpp.user_id = ${user} and vpp.livemode = ${livemode} and vpp.state = 'active'
      and lower(vpp.during) <= ${instant} and upper(vpp.during) + ${PLAN_GRACE} > ${instant})`
}
