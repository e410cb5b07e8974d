import type { TransparencyCount } from '@pawtrait/contract/transparency.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db.ts'

/** How often each happened in the last months in which anything did, newest first; what did not happen has no row. */
export const selectMonthsOfLog = (db: Db, most: number) =>
  db.rows<{ month: string; what: TransparencyCount; n: number }>(sql`
    with entries as (
      select left(e.entry ->> 'at', 7) as month, e.entry ->> 'did' as did, e.entry -> 'about' as about
      from (select entry::jsonb as entry from moderation_log) e
      where e.entry ->> 'did' in ('decided', 'undone', 'appealed', 'judged')),
    counted as (
      select month, about ->> 'action' as what from entries where did = 'decided'
      union all select month, 'automated' from entries where did = 'decided' and (about ->> 'automated')::boolean
      union all select month, did from entries where did in ('undone', 'appealed')
      union all select month, 'overturned' from entries where did = 'judged' and about ->> 'outcome' = 'overturned')
    select month, what, count(*)::int as n from counted
    where month in (select distinct month from counted order by month desc limit ${most}::int)
    group by month, what order by month desc, what`)
