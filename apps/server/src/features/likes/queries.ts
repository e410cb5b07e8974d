import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { blockedLikeCount, isPostListed, isUserVisible, scanVisiblePosts } from '#features/blocks/visibility.sql.ts'
import type { VisiblePost } from '#features/posts/visible-post.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import { compileStatement } from '#platform/database/compile-statement.ts'
import type { ScannedRow, TimedKey } from '#platform/database/cursor.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { type EventType, insertEventSql } from '#platform/jobs/events.ts'

export type LikeResult = { likeCount: number; changed: boolean }

// Like, count and event change in one statement, so that they remain consistent under concurrency.

type LikeValues = { post: PostId; user: UserId; event: string; at: string }
const likeValueNames = ['post', 'user', 'event', 'at'] as const

/** CTE that inserts an event if the CTE `source` has a row. Users who like their own posts cause no event. */
const eventCte = (type: EventType, { post, user, event, at }: Record<keyof LikeValues, SQL>, source: SQL) =>
  sql`emitted as (${insertEventSql(
    type,
    { id: event, at },
    sql`(select jsonb_build_object('postId', p.id, 'by', ${user}::uuid) as data
      from ${source} cross join posts p where p.id = ${post}::uuid and p.author_id <> ${user}::uuid) one`,
  )})`

/** SQL: number of the post's likes, without likes by users that a block hides from `user`. */
const visibleLikeCount = ({ post, user }: Record<'post' | 'user', SQL>) =>
  sql`like_count - ${blockedLikeCount(user, sql`${post}::uuid`, sql`like_count`)}`

const likeStatement = compileStatement<LikeValues>(
  likeValueNames,
  (like) => sql`
    with added as (
      insert into likes (post_id, user_id, created_at)
      select id, ${like.user}::uuid, ${like.at}::timestamptz from posts where id = ${like.post}::uuid for key share
      on conflict do nothing returning 1),
    ${eventCte('post-liked', like, sql`added`)}
    update posts set like_count = like_count + (select count(*) from added)
    where id = ${like.post}::uuid
    returning ${visibleLikeCount(like)} as "likeCount", exists (select 1 from added) as changed`,
)

const unlikeStatement = compileStatement<LikeValues>(
  likeValueNames,
  (like) => sql`
    with removed as (delete from likes where post_id = ${like.post}::uuid and user_id = ${like.user}::uuid returning 1),
    ${eventCte('post-unliked', like, sql`removed`)}
    update posts set like_count = like_count - (select count(*) from removed)
    where id = ${like.post}::uuid
    returning ${visibleLikeCount(like)} as "likeCount", exists (select 1 from removed) as changed`,
)

export const insertLike = (db: Db, post: VisiblePost, user: UserId, now: Date) =>
  db.row<LikeResult>(likeStatement({ post: post.id, user, event: newId(now), at: now.toISOString() }))

/** Removes the user's like, whether or not they can still see the post. */
export const deleteLike = (db: Db, post: PostId, user: UserId, now: Date) =>
  db.row<LikeResult>(unlikeStatement({ post, user, event: newId(now), at: now.toISOString() }))

/** Returns visible posts that the user likes, last liked first, after a key. Uses the index `likes_by_user`. */
export const selectLikedPosts = (db: Db, user: UserId, after: TimedKey | undefined, limit: number) => {
  const afterCondition = after ? sql`and (created_at, post_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const rows = sql`select post_id as id, created_at as at from likes where user_id = ${user} ${afterCondition}`
  return db.rows<TimedKey & ScannedRow<PostId>>(
    scanVisiblePosts(user, { rows, order: 'at' }, limit, isPostListed(user, 'p')),
  )
}

export type LikerRow = UserCardRow & { followedByMe: boolean; requestedByMe: boolean; me: boolean; at: string }

/** Returns users who like a post, latest first, and whether the viewer follows them. Uses the index `likes_newest`. */
export const selectLikers = (db: Db, viewer: UserId, post: VisiblePost, after: TimedKey | undefined, limit: number) => {
  const afterCondition = after
    ? sql`and (l.created_at, l.user_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  return db.rows<LikerRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName", l.created_at as at, u.id = ${viewer} as me,
      exists (select 1 from follows f where f.follower_id = ${viewer} and f.followee_id = u.id) as "followedByMe",
      exists (select 1 from follow_requests r where r.follower_id = ${viewer} and r.followee_id = u.id
        and r.withdrawn_at is null) as "requestedByMe"
    from likes l join users u on u.id = l.user_id
    where l.post_id = ${post.id} and ${isUserVisible(viewer, 'u')} ${afterCondition}
    order by l.created_at desc, l.user_id desc limit ${limit}::int`)
}
