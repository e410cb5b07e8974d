import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { blockedLikeCount, postListed, scanVisiblePosts, userVisible } from '#features/blocks/visibility.sql.ts'
import type { VisiblePost } from '#features/posts/visible-post.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import type { ScannedRow, TimedKey } from '#platform/database/cursor.ts'
import type { Db } from '#platform/database/db.ts'
import { type EventType, insertEventsSql } from '#platform/jobs/events.ts'

export type LikeRow = { likeCount: number; changed: boolean }

// Like, count and event change in one statement, so that they remain consistent under concurrency.

/** CTE that inserts an event if the table `from` has a row. A like of the user's own post causes no event. */
const eventCte = (type: EventType, post: PostId, user: UserId, now: Date, from: SQL) =>
  sql`, emitted as (${insertEventsSql(
    type,
    now,
    sql`(select jsonb_build_object('postId', p.id, 'by', ${user}::uuid) as data
      from ${from} cross join posts p where p.id = ${post} and p.author_id <> ${user}) one`,
  )})`

export const insertLike = (db: Db, post: VisiblePost, user: UserId, now: Date) =>
  db.row<LikeRow>(sql`
    with added as (
      insert into likes (post_id, user_id, created_at)
      select id, ${user}::uuid, ${now.toISOString()}::timestamptz from posts where id = ${post.id} for key share
      on conflict do nothing returning 1)${eventCte('post-liked', post.id, user, now, sql`added`)}
    update posts set like_count = like_count + (select count(*) from added)
    where id = ${post.id}
    returning like_count - ${blockedLikeCount(user, sql`${post.id}::uuid`, sql`like_count`)} as "likeCount",
      exists (select 1 from added) as changed`)

/** Removes the user's like, whether or not they can still see the post. */
export const deleteLike = (db: Db, post: PostId, user: UserId, now: Date) =>
  db.row<LikeRow>(sql`
    with removed as (delete from likes where post_id = ${post} and user_id = ${user} returning 1)
      ${eventCte('post-unliked', post, user, now, sql`removed`)}
    update posts set like_count = like_count - (select count(*) from removed)
    where id = ${post}
    returning like_count - ${blockedLikeCount(user, sql`${post}::uuid`, sql`like_count`)} as "likeCount",
      exists (select 1 from removed) as changed`)

/** Returns posts liked by the user and still visible, after a key, last liked first. Uses the index `likes_by_user`. */
export const selectLikes = (db: Db, user: UserId, after: TimedKey | undefined, most: number) => {
  const below = after ? sql`and (created_at, post_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const rows = sql`select post_id as id, created_at as at from likes where user_id = ${user} ${below}`
  return db.rows<TimedKey & ScannedRow<PostId>>(
    scanVisiblePosts(user, { rows, order: 'at' }, most, postListed(user, 'p')),
  )
}

export type LikerRow = UserCardRow & { followedByMe: boolean; requestedByMe: boolean; me: boolean; at: string }

/** Returns a page of users who like a post, latest like first, and whether the viewer follows them. */
export const selectLikers = (db: Db, viewer: UserId, post: VisiblePost, after: TimedKey | undefined, most: number) => {
  const below = after ? sql`and (l.created_at, l.user_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  return db.rows<LikerRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName", l.created_at as at, u.id = ${viewer} as me,
      exists (select 1 from follows f where f.follower_id = ${viewer} and f.followee_id = u.id) as "followedByMe",
      exists (select 1 from follow_requests r where r.follower_id = ${viewer} and r.followee_id = u.id
        and r.withdrawn_at is null) as "requestedByMe"
    from likes l join users u on u.id = l.user_id
    where l.post_id = ${post.id} and ${userVisible(viewer, 'u')} ${below}
    order by l.created_at desc, l.user_id desc limit ${most}::int`)
}
