import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { DetachedRow } from '#platform/database/detachable-rows.ts'

const likeBatch = (user: UserId, limit: number) => sql`
  select post_id from likes where user_id = ${user} order by post_id limit ${limit}::int`

// Locks the posts sorted by id, to avoid deadlocks when several accounts are deleted at the same time.
const lockPosts = (db: Db, ids: SQL) =>
  db.rows(sql`select 1 from posts where id in (${ids}) order by id for no key update`)

/** Deletes up to `limit` likes of a user, subtracts them from the posts' counts and returns them. */
export async function detachLikes(db: Db, user: UserId, limit: number): Promise<DetachedRow[]> {
  await lockPosts(db, likeBatch(user, limit))
  return db.rows<DetachedRow>(sql`
    with gone as (
      delete from likes where user_id = ${user} and post_id in (${likeBatch(user, limit)})
      returning post_id, created_at),
    counted as (update posts set like_count = like_count - 1 where id in (select post_id from gone))
    select post_id as target, created_at as at from gone`)
}

/** Restores likes of posts that still exist, unless there is now a block between user and author. */
export async function reattachLikes(db: Db, user: UserId, rows: readonly DetachedRow[]): Promise<void> {
  const recordset = sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as back (target uuid, at timestamptz)`
  await lockPosts(db, sql`select target from ${recordset}`)
  await db.rows(sql`
    with added as (
      insert into likes (post_id, user_id, created_at)
      select p.id, ${user}::uuid, back.at from ${recordset} join posts p on p.id = back.target and p.deleted_at is null
      where not exists (select 1 from blocks b where (b.blocker_id = p.author_id and b.blocked_id = ${user})
        or (b.blocker_id = ${user} and b.blocked_id = p.author_id))
      on conflict do nothing returning post_id)
    update posts set like_count = like_count + 1 where id in (select post_id from added)`)
}
