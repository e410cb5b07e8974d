import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { postListed, seenPlaces } from '#features/blocks/visibility.sql.ts'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import type { TimedPlace, Walked } from '#platform/cursor.ts'
import type { Db } from '#platform/db.ts'

export const insertSave = (db: Db, post: VisiblePostId, user: UserId, now: Date) =>
  db.rows(sql`
    insert into saves (post_id, user_id, created_at)
    select id, ${user}::uuid, ${now.toISOString()}::timestamptz from posts where id = ${post} for key share
    on conflict do nothing`)

export const deleteSave = (db: Db, post: PostId, user: UserId) =>
  db.rows(sql`delete from saves where post_id = ${post} and user_id = ${user}`)

/** Last saved first, after a place; those the user may still see. */
export const selectSaves = (db: Db, user: UserId, after: TimedPlace | undefined, most: number) => {
  const rows = sql`select post_id as id, created_at as at from saves where user_id = ${user}
    ${after ? sql`and (created_at, post_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}`
  return db.rows<TimedPlace & Walked<PostId>>(seenPlaces(user, { rows, order: 'at' }, most, postListed(user, 'p')))
}
