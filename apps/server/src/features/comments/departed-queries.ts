import type { CommentId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { SetAside } from '#platform/database/set-aside.ts'

const some = (user: UserId, most: number) => sql`
  select comment_id from comment_likes where user_id = ${user} order by comment_id limit ${most}::int`

const holdComments = (db: Db, ids: SQL) =>
  db.rows(sql`select 1 from comments where id in (${ids}) order by id for no key update`)

/** Takes likes of comments out, and out of the numbers. */
export async function takeCommentLikes(db: Db, user: UserId, most: number): Promise<SetAside[]> {
  await holdComments(db, some(user, most))
  return db.rows<SetAside>(sql`
    with gone as (
      delete from comment_likes where user_id = ${user} and comment_id in (${some(user, most)})
      returning comment_id, created_at),
    counted as (update comments set like_count = like_count - 1 where id in (select comment_id from gone))
    select comment_id as target, created_at as at from gone`)
}

/** Puts likes back on comments that are still there, of nobody who is blocked since. */
export async function putCommentLikes(db: Db, user: UserId, rows: readonly SetAside[]): Promise<void> {
  const back = sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as back (target uuid, at timestamptz)`
  await holdComments(db, sql`select target from ${back}`)
  await db.rows(sql`
    with added as (
      insert into comment_likes (comment_id, user_id, created_at)
      select c.id, ${user}::uuid, back.at from ${back} join comments c on c.id = back.target and c.deleted_at is null
      where not exists (select 1 from blocks b where (b.blocker_id = c.author_id and b.blocked_id = ${user})
        or (b.blocker_id = ${user} and b.blocked_id = c.author_id))
      on conflict do nothing returning comment_id)
    update comments set like_count = like_count + 1 where id in (select comment_id from added)`)
}

/** Some comments with words by a user, newest first, so that an answer goes before what it answers. */
export const selectSaid = async (db: Db, user: UserId, most: number) =>
  (
    await db.rows<{ id: CommentId }>(sql`
      select id from comments where author_id = ${user} and deleted_at is null order by id desc limit ${most}::int`)
  ).map(({ id }) => id)

/** What moderators took down of a user's: nothing but the gap stays. */
export const deleteTakenDownWords = (db: Db, user: UserId) =>
  db.rows(sql`
    with emptied as (
      update comments set text = '', like_count = 0, taken_down_at = null
      where author_id = ${user} and taken_down_at is not null returning id)
    delete from comment_likes where comment_id in (select id from emptied)`)

/**
 * Empties a comment of somebody who has left, where it has answers, else removes it. It is in no number any more: they
 * took it out when its author left.
 */
export const deleteDepartedComment = (db: Db, id: CommentId, now: Date) =>
  db.rows(sql`
    with tombstone as (
      update comments set text = '', deleted_at = ${now.toISOString()}, like_count = 0, pinned_at = null
      where id = ${id} and exists (select 1 from comments r where r.parent_id = ${id}) returning id),
    unliked as (delete from comment_likes where comment_id in (select id from tombstone))
    delete from comments where id = ${id} and not exists (select 1 from comments r where r.parent_id = ${id})`)
