import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Audience } from '@pawtrait/contract/posts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isPostUnhidden, isPostVisible, isUserVisible, isViewerInAudience } from '#features/blocks/visibility.sql.ts'
import { viewerFieldColumns } from '#features/posts/viewer-fields.sql.ts'
import type { ViewerFieldsResult } from '#features/posts/viewer-independent-post.ts'
import { compileStatement } from '#platform/database/compile-statement.ts'
import { type Db, idArray } from '#platform/database/db.ts'

// Uses a scalar subquery: for `exists`, the planner may read all likes of the viewer for one page.
const isFound = (rows: SQL) => sql`coalesce((select true from ${rows}), false)`

type FeedValues = { viewer: UserId; before: string; limit: number; now: string }
type Placeholders = Record<keyof FeedValues, SQL>

type SelectPosts = (source: SQL, limit: SQL) => SQL

/**
 * SQL: id of the newest post of a followed user or pet below the cursor `before`. This is the stored newest post
 * `k.post_id`, if it is below the cursor. Otherwise the query of `selectPosts` finds the post.
 */
const selectNewestBelow = (source: SQL, before: SQL, selectPosts: SelectPosts) => sql`
  case when k.post_id < ${before} then k.post_id else (${selectPosts(source, sql`1`)}) end`

const selectNewestOfEach = (sources: SQL, selectPosts: SelectPosts, limit: SQL) => sql`
  select distinct n.id from (${sources}) s cross join lateral (${selectPosts(sql`s.id`, sql`${limit}::int`)}) n
  order by n.id desc limit ${limit}::int`

// The array is sorted like the index. So Postgres scans the index once instead of searching it for each id.
const followedUserIds = (viewer: SQL) => sql`
  array(select followee_id from follows where follower_id = ${viewer} order by followee_id)`
const followedPetIds = (viewer: SQL) => sql`
  array(select pet_id from pet_follows where user_id = ${viewer} order by pet_id)`

/**
 * Selects at least the newest `limit` feed posts below the cursor `before`, unordered. Sources are followed users and
 * pets. Ranks them by their newest post, and reads posts only of the first `limit` sources: no other source can have a
 * post on the page. The rank usually needs only the stored newest post of a source. Pets with the same newest post
 * share a rank. docs/decisions/0032-newest-post-of-a-source.md
 */
const selectSourceIds = ({ viewer, before, limit }: Placeholders) => {
  const selectByAuthor: SelectPosts = (source, limit) => sql`
    select id from posts where author_id = ${source} and id < ${before} order by id desc limit ${limit}`
  const selectByPet: SelectPosts = (source, limit) => sql`
    select post_id as id from post_pets where pet_id = ${source} and post_id < ${before}
    order by post_id desc limit ${limit}`
  const authors = sql`
    select k.author_id as id from author_newest_posts k where k.author_id = any(${followedUserIds(viewer)})
    order by ${selectNewestBelow(sql`k.author_id`, before, selectByAuthor)} desc nulls last limit ${limit}::int`
  const pets = sql`
    select id from (
      select k.pet_id as id, dense_rank() over (
        order by ${selectNewestBelow(sql`k.pet_id`, before, selectByPet)} desc nulls last) as place
      from pet_newest_posts k where k.pet_id = any(${followedPetIds(viewer)})) k
    where place <= ${limit}::int`
  return sql`
    (${selectByAuthor(viewer, sql`${limit}::int`)}) union (${selectNewestOfEach(authors, selectByAuthor, limit)})
    union (${selectNewestOfEach(pets, selectByPet, limit)})`
}

// Above this number of followed users, scanning a few hundred of the newest posts is cheaper than querying each user.
const MANY_FOLLOWED = 1_000

/**
 * Selects feed posts among the newest posts of all users. The number of scanned posts is the number of followed users
 * minus 1,000, at most 600. If the viewer follows many of the active authors, these posts fill a page. 600 is a
 * literal: for a parameter, the planner would expect a tenth of all posts.
 */
const selectRecentIds = ({ viewer, before, limit }: Placeholders) => sql`
  select p.id from (
    select id, author_id from (select id, author_id from posts where id < ${before} order by id desc limit 600) p
    order by id desc limit (
      select greatest(following_count - ${MANY_FOLLOWED}::int, 0) from users where id = ${viewer})) p
  where p.author_id = ${viewer}
    or ${isFound(sql`follows f where f.follower_id = ${viewer} and f.followee_id = p.author_id`)}
    or ${isFound(sql`post_pets pp where pp.post_id = p.id
      and ${isFound(sql`pet_follows f where f.user_id = ${viewer} and f.pet_id = pp.pet_id`)} limit 1`)}
  order by p.id desc limit ${limit}::int`

/** A page of the feed: distinct post ids, newest first, with the viewer-specific fields of these posts. */
export type FeedRows = ViewerFieldsResult & { ids: PostId[] }

const unhiddenViewerFields = (viewer: SQL, now: SQL, condition: SQL) =>
  viewerFieldColumns(viewer, sql`${condition} and ${isPostUnhidden(viewer, 'p', now)}`)

const feed = compileStatement<FeedValues>(
  ['viewer', 'before', 'limit', 'now'],
  (placeholders) => sql`
    with near as materialized (${selectRecentIds(placeholders)}),
    newest as materialized (
      select id from near
      union select id from (${selectSourceIds(placeholders)}) s
        where (select count(*) from near) < ${placeholders.limit}::int
      order by id desc limit ${placeholders.limit}::int)
    select array_to_json(array(select id from newest order by id desc)) as ids,
      ${unhiddenViewerFields(placeholders.viewer, placeholders.now, sql`p.id = any(array(select id from newest))`)}`,
)

export const selectFeed = (db: Db, viewer: UserId, before: string, limit: number, now: Date) =>
  db.row<FeedRows>(feed({ viewer, before, limit, now: now.toISOString() }))

/**
 * Returns users with open streams who have the post in their feed, except its author. Each row also contains the
 * author.
 */
export const selectFeedReaders = (db: Db, id: PostId, connectedUsers: readonly UserId[], now: Date) =>
  db.rows<{ user: UserId; authorId: UserId; username: string; fullname: string; imageName: string | null }>(sql`
    select o.id as user, a.id as "authorId", a.username, a.fullname, a.image_name as "imageName"
    from unnest(${idArray(connectedUsers)}::uuid[]) o (id)
      join posts p on p.id = ${id} join users a on a.id = p.author_id
    where o.id <> a.id and ${isPostVisible(sql`o.id`, 'p', 'a')} and ${isPostUnhidden(sql`o.id`, 'p', now)} and (
      exists (select 1 from follows f where f.follower_id = o.id and f.followee_id = a.id) or
      exists (select 1 from post_pets pp join pet_follows pf on pf.pet_id = pp.pet_id
        where pp.post_id = p.id and pf.user_id = o.id))`)

/**
 * Returns users with open streams who had the post in their feed, but can no longer see it. `previousAudience`:
 * audience of the post at that time.
 */
export const selectFormerReaders = (
  db: Db,
  id: PostId,
  previousAudience: Audience | null,
  connectedUsers: readonly UserId[],
) =>
  db.rows<{ user: UserId }>(sql`
    select o.id as user from unnest(${idArray(connectedUsers)}::uuid[]) o (id)
      join posts p on p.id = ${id} join users a on a.id = p.author_id
      cross join (select ${previousAudience}::text as audience) h
    where not ${isPostVisible(sql`o.id`, 'p', 'a')} and ${isUserVisible(sql`o.id`, 'a')} and (
      o.id = a.id or h.audience is not null and ${isViewerInAudience(sql`o.id`, 'h', 'a')} and (
        exists (select 1 from follows f where f.follower_id = o.id and f.followee_id = a.id) or
        exists (select 1 from post_pets pp join pet_follows pf on pf.pet_id = pp.pet_id
          where pp.post_id = p.id and pf.user_id = o.id)))`)

const unhiddenViews = compileStatement<{ viewer: UserId; ids: string; now: string }>(
  ['viewer', 'ids', 'now'],
  ({ viewer, ids, now }) => sql`select ${unhiddenViewerFields(viewer, now, sql`p.id = any(${ids}::uuid[])`)}`,
)

/** Returns the viewer-specific fields of those posts that the viewer may see and does not hide. */
export const selectUnhiddenViewerFields = (db: Db, viewer: UserId, ids: readonly PostId[], now: Date) =>
  db.row<ViewerFieldsResult>(unhiddenViews({ viewer, ids: idArray(ids), now: now.toISOString() }))

const likedComments = compileStatement<{ viewer: UserId; ids: string }>(
  ['viewer', 'ids'],
  ({ viewer, ids }) => sql`
    select comment_id as id from comment_likes where user_id = ${viewer} and comment_id = any(${ids}::uuid[])`,
)

export const selectLikedComments = async (db: Db, viewer: UserId, ids: readonly CommentId[]) =>
  (await db.rows<{ id: CommentId }>(likedComments({ viewer, ids: idArray(ids) }))).map(({ id }) => id)

export const selectHiddenPosts = async (db: Db, viewer: UserId, ids: readonly PostId[], now: Date) =>
  (
    await db.rows<{ id: PostId }>(sql`
      select p.id from posts p where p.id = any(${idArray(ids)}::uuid[]) and not ${isPostUnhidden(viewer, 'p', now)}`)
  ).map(({ id }) => id)
