import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'
import { firstIdAtSql } from './first-id-at.sql.ts'

/** Returns the posts in `ids` that belong to the author, including soft-deleted ones. */
export const selectOwnPosts = (db: Db, author: UserId, ids: readonly PostId[]) =>
  db.rows<{ id: PostId; deleted: boolean }>(sql`
    select id, deleted_at is not null as deleted from posts
    where author_id = ${author} and id = any(${idArray(ids)}::uuid[])`)

/** Returns how many posts of the author, imported or not, have a date in the last 24 hours. */
export const countPostsOfLastDay = async (db: Db, author: UserId, now: Date): Promise<number> => {
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const row = await db.row<{ posts: number }>(sql`
    select count(*)::int as posts from posts
    where author_id = ${author} and id >= ${firstIdAtSql(sql`${since}::timestamptz`)}`)
  return row?.posts ?? 0
}
