import type { CommentId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { DetachedRow } from '#platform/database/detachable-rows.ts'

const likeBatch = (user: UserId, limit: number) => sql`
  select comment_id from comment_likes where user_id = ${user} order by comment_id limit ${limit}::int`

const lockComments = (db: Db, ids: SQL) =>
  db.rows(sql`select 1 from comments where id in (${ids}) order by id for no key update`)

/** Deletes at most `limit` comment likes of the user, subtracts them from the comments' counts and returns them. */
export async function detachCommentLikes(db: Db, user: UserId, limit: number): Promise<DetachedRow[]> {
  await lockComments(db, likeBatch(user, limit))
  return db.rows<DetachedRow>(sql`
    with gone as (
      delete from comment_likes where user_id = ${user} and comment_id in (${likeBatch(user, limit)})
      returning comment_id, created_at),
    counted as (update comments set like_count = like_count - 1 where id in (select comment_id from gone))
    select comment_id as target, created_at as at from gone`)
}

/** Restores likes of comments that still exist, unless there is now a block between user and author. */
export async function reattachCommentLikes(db: Db, user: UserId, rows: readonly DetachedRow[]): Promise<void> {
  const recordset = sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (target uuid, at timestamptz)`
  await lockComments(db, sql`select target from ${recordset}`)
  await db.rows(sql`
    with added as (
      insert into comment_likes (comment_id, user_id, created_at)
      select c.id, ${user}::uuid, given.at
      from ${recordset} join comments c on c.id = given.target and c.deleted_at is null
      where not exists (select 1 from blocks b where (b.blocker_id = c.author_id and b.blocked_id = ${user})
        or (b.blocker_id = ${user} and b.blocked_id = c.author_id))
      on conflict do nothing returning comment_id)
    update comments set like_count = like_count + 1 where id in (select comment_id from added)`)
}

/** Returns at most `limit` undeleted comments of a user, newest first, because replies are deleted before parents. */
export const selectCommentsOfUser = async (db: Db, user: UserId, limit: number) =>
  (
    await db.rows<{ id: CommentId }>(sql`
      select id from comments where author_id = ${user} and deleted_at is null order by id desc limit ${limit}::int`)
  ).map(({ id }) => id)

/** Deletes text and likes of the user's comments that moderators took down; tombstones remain. */
export const deleteTakenDownTexts = (db: Db, user: UserId) =>
  db.rows(sql`
    with emptied as (
      update comments set text = '', like_count = 0, taken_down_at = null
      where author_id = ${user} and taken_down_at is not null returning id)
    delete from comment_likes where comment_id in (select id from emptied)`)

/** Deletes a comment of a deleted account, or only its text if it has replies. Counts already exclude the comment. */
export const eraseCommentRow = (db: Db, id: CommentId, now: Date) =>
  db.rows(sql`
    with tombstone as (
      update comments set text = '', deleted_at = ${now.toISOString()}, like_count = 0, pinned_at = null
      where id = ${id} and exists (select 1 from comments r where r.parent_id = ${id}) returning id),
    unliked as (delete from comment_likes where comment_id in (select id from tombstone))
    delete from comments where id = ${id} and not exists (select 1 from comments r where r.parent_id = ${id})`)
