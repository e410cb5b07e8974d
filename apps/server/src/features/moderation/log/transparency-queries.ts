import type { TransparencyCode } from '@pawtrait/contract/moderation/transparency.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

/**
 * Returns the number of moderation actions of each kind and month, newest month first. Covers the newest `limit` months
 * with actions, and omits zeros.
 */
export const selectMonthlyCounts = (db: Db, limit: number) =>
  db.rows<{ month: string; what: TransparencyCode; count: number }>(sql`
    select m.month, m.what, m.count from moderation_months m
    where m.month in (select distinct n.month from moderation_months n order by n.month desc limit ${limit}::int)
    order by m.month desc, m.what`)
