import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'

export const exportedPeriods = (user: UserId) => sql`
  select order_id as "orderId", lower(during) as "from", upper(during) as until, state, livemode,
    created_at as "createdAt", closed_at as "closedAt"
  from plan_periods where user_id = ${user} order by lower(during)`
