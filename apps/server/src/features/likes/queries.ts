import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { likesApart } from '#features/blocks/visibility.sql.ts'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import type { Db } from '#platform/db.ts'

export type LikeRow = { likeCount: number; changed: boolean }

// One statement each, so that the like and its count cannot part, whatever runs beside it.

export const insertLike = (db: Db, post: VisiblePostId, user: UserId, now: Date) =>
  db.row<LikeRow>(sql`
    with added as (
      insert into likes (post_id, user_id, created_at)
      select id, ${user}::uuid, ${now.toISOString()}::timestamptz from posts where id = ${post} for key share
      on conflict do nothing returning 1)
    update posts set like_count = like_count + (select count(*) from added)
    where id = ${post}
    returning like_count - ${likesApart(user, sql`${post}::uuid`)} as "likeCount",
      exists (select 1 from added) as changed`)

export const deleteLike = (db: Db, post: VisiblePostId, user: UserId) =>
  db.row<LikeRow>(sql`
    with removed as (delete from likes where post_id = ${post} and user_id = ${user} returning 1)
    update posts set like_count = like_count - (select count(*) from removed)
    where id = ${post}
    returning like_count - ${likesApart(user, sql`${post}::uuid`)} as "likeCount",
      exists (select 1 from removed) as changed`)
