import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { DetachedRow } from '#platform/database/detachable-rows.ts'

export const insertSetAsideRows = (db: Db, user: UserId, kind: string, rows: readonly DetachedRow[]) =>
  db.rows(sql`
    insert into set_aside (user_id, kind, target, at)
    select ${user}::uuid, ${kind}::text, r.target, r.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (target uuid, at timestamptz)
    on conflict do nothing`)

/**
 * Returns the targets (posts, comments, pets, users) of the rows that `popSetAsideRows` returns next for this `limit`.
 */
export const selectSetAsideTargets = async (db: Db, user: UserId, kind: string, limit: number): Promise<UserId[]> =>
  (
    await db.rows<{ target: UserId }>(sql`
      select target from set_aside where user_id = ${user} and kind = ${kind} order by target limit ${limit}::int`)
  ).map(({ target }) => target)

export const popSetAsideRows = (db: Db, user: UserId, kind: string, limit: number) =>
  db.rows<DetachedRow>(sql`
    delete from set_aside where user_id = ${user} and kind = ${kind} and target in (
      select target from set_aside where user_id = ${user} and kind = ${kind} order by target limit ${limit}::int)
    returning target, at`)

/**
 * Moves set-aside follows to the other user if that user is still deleted. The restoration of that user's account then
 * restores the follow.
 */
export const moveSetAsideFollows = (db: Db, user: UserId) =>
  db.rows(sql`
    with moved as (
      delete from set_aside s using users u
      where s.user_id = ${user} and s.kind in ('follow', 'follower') and u.id = s.target and u.deleted_at is not null
      returning s.target, s.kind, s.at)
    insert into set_aside (user_id, kind, target, at)
    select target, case kind when 'follow' then 'follower' else 'follow' end, ${user}::uuid, at from moved
    on conflict do nothing`)

export const deleteSetAsideRowsOfTarget = (db: Db, target: UserId) =>
  db.rows(sql`delete from set_aside where target = ${target}`)
