import { type SQL, sql } from 'drizzle-orm'
import { hasAnyBlock, isPostVisible } from '#features/blocks/visibility.sql.ts'

// Uses a scalar subquery: with `exists`, the planner may hash all likes of the viewer to return one page.
const existsScalar = (rows: SQL) => sql`coalesce((select true from ${rows}), false)`

/** SQL of the columns of `ViewerFieldsResult` (`viewer-independent-post.ts`). `which`: condition on post `p`. */
export const viewerFieldColumns = (viewer: SQL, which: SQL) => sql`
  blocked, case when not blocked then coalesce((select json_agg(v) from (
    select p.id, p.audience, p.edited_at as "editedAt", p.archived_at as "archivedAt", p.like_count as "likeCount",
      ${existsScalar(sql`follows f where f.follower_id = ${viewer} and f.followee_id = a.id`)} as "followedByMe",
      ${existsScalar(sql`likes l where l.post_id = p.id and l.user_id = ${viewer}`)} as "likedByMe",
      ${existsScalar(sql`saves s where s.post_id = p.id and s.user_id = ${viewer}`)} as "savedByMe"
    from posts p join users a on a.id = p.author_id
    where ${which} and ${isPostVisible(viewer, 'p', 'a')}) v), '[]') end as views
  from (select ${hasAnyBlock(viewer)} as blocked) b`
