import type { DecisionId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

export const updateIsLimited = (db: Db, id: UserId, isLimited: boolean) =>
  db.rows(sql`update users set is_limited = ${isLimited} where id = ${id} and is_limited <> ${isLimited}`)

/** Sets or ends a suspension. Returns a row if the suspension begins or ends, but not if only its end time changes. */
export async function updateSuspension(db: Db, id: UserId, isSuspended: boolean, until: string | null) {
  const changed = await db.row(sql`
    update users set state = ${isSuspended ? 'suspended' : 'active'},
      address_epoch = address_epoch + ${isSuspended ? 1 : 0}::int
    where id = ${id} and state = ${isSuspended ? 'active' : 'suspended'} returning 1`)
  await db.rows(
    sql`update users set suspended_until = ${until} where id = ${id} and suspended_until is distinct from ${until}`,
  )
  return changed
}

export type Suspension = { decision: DecisionId | null; until: string | null }

// The SQL contains the name of a table of `moderation`, because an import of the table would create a cycle.
export const selectSuspension = (db: Db, id: UserId) =>
  db.row<Suspension>(sql`
    select u.suspended_until as until,
      (select d.id from decisions d where d.owner_id = u.id and d.action in ('suspend', 'ban')
        and d.undone_at is null order by d.action = 'ban' desc, d.id desc limit 1) as decision
    from users u where u.id = ${id} and u.state = 'suspended'`)

export const selectExpiredSuspensions = (db: Db, now: Date, after: string, limit: number) =>
  db.rows<{ id: UserId }>(sql`
    select id from users where state = 'suspended' and suspended_until <= ${now.toISOString()} and id > ${after}
    order by id limit ${limit}::int`)
