import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Audience, Post } from '@pawtrait/contract/posts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { blocksAny, inAudience, postVisible, postWanted, userVisible } from '#features/blocks/visibility.sql.ts'
import type { ViewersPart } from '#features/posts/view.ts'
import { type Db, idArray } from '#platform/db.ts'

/** Whose posts a feed is made of: uuid[] as text, which goes straight back into the next statement. */
export type FeedSources = {
  /** The viewer blocks somebody, or somebody the viewer. */
  blocked: boolean
  /** The viewer and whom they follow. */
  authors: string
  /** Null: no pet is followed. */
  pets: string | null
}

const merged = (byAuthors: SQL, byPets: SQL | undefined, most: number) =>
  byPets ? sql`(${byAuthors}) union (${byPets}) order by id desc limit ${most}::int` : byAuthors

/** The newest few of each author and pet, merged: as many index entries at most as sources times `most`. */
const newestOfEach = (authors: SQL, pets: SQL | undefined, before: string, most: number) =>
  merged(
    sql`select n.id from unnest(${authors}) f (id) cross join lateral (
        select id from posts where author_id = f.id and id < ${before} order by id desc limit ${most}::int) n
      order by n.id desc limit ${most}::int`,
    pets &&
      sql`select distinct n.id from unnest(${pets}) f (id) cross join lateral (
          select post_id as id from post_pets where pet_id = f.id and post_id < ${before}
          order by post_id desc limit ${most}::int) n
        order by n.id desc limit ${most}::int`,
    most,
  )

// Up to here a kept plan that asks each source is cheap, and planning would cost ten times the reading. With more the
// planner must see who they are (`stack.md` §3).
const FEW_SOURCES = 100

/** With the state of the post that the rule was asked of. */
export type ViewRow = ViewersPart & Pick<Post, 'id' | 'audience' | 'editedAt' | 'archivedAt'>

// A scalar, not `exists`: the planner may turn that into reading all I ever liked into a hash, for one page.
const found = (rows: SQL) => sql`coalesce((select true from ${rows}), false)`

/** What is the viewer's of posts that they may see and want in lists. `which`: rows of posts, as `p`. */
const viewRows = (viewer: UserId, now: Date, which: SQL) => sql`
  select p.id, p.audience, p.edited_at as "editedAt", p.archived_at as "archivedAt", p.like_count as "likeCount",
    ${found(sql`follows f where f.follower_id = ${viewer} and f.followee_id = a.id`)} as "followedByMe",
    ${found(sql`likes l where l.post_id = p.id and l.user_id = ${viewer}`)} as "likedByMe",
    ${found(sql`saves s where s.post_id = p.id and s.user_id = ${viewer}`)} as "savedByMe"
  from posts p join users a on a.id = p.author_id
  where ${which} and ${postVisible(viewer, 'p', 'a')} and ${postWanted(viewer, 'p', now)}`

/** Where a page of a feed begins. `ids` and `views`: null where sources are many; `views` also where `blocked`. */
export type FeedStart = FeedSources & { ids: PostId[] | null; views: ViewRow[] | null }

/**
 * The sources and, where they are few, the ids below one as well, newest first, each once; and what `selectViews` gives
 * for these.
 */
export const selectFeedStart = (db: Db, viewer: UserId, before: string, most: number, now: Date) =>
  db.row<FeedStart>(sql`
    with s as materialized (select
      array_append((select array_agg(followee_id) from follows where follower_id = ${viewer}),
        ${viewer}::uuid) as authors,
      (select array_agg(pet_id) from pet_follows where user_id = ${viewer}) as pets,
      ${blocksAny(sql`${viewer}`)} as blocked),
    few as materialized (
      select s.* from s where cardinality(s.authors) + coalesce(cardinality(s.pets), 0) <= ${FEW_SOURCES}::int),
    newest as materialized (
      select n.id from few cross join lateral (
        ${newestOfEach(sql`few.authors`, sql`few.pets`, before, most)}) n)
    select s.authors::text as authors, s.pets::text as pets, s.blocked,
      case when few.authors is not null then
        array_to_json(array(select id from newest order by id desc)) end as ids,
      case when few.authors is not null and not s.blocked then
        coalesce((select json_agg(v) from (
          ${viewRows(viewer, now, sql`p.id = any(array(select id from newest))`)}) v), '[]') end as views
    from s left join few on true`)

/** The `nth` newest of all posts below `before`; undefined when there are fewer. */
export const selectNthPost = async (db: Db, before: string, nth: number) =>
  (
    await db.row<{ id: PostId }>(
      sql`select id from posts where id < ${before} order by id desc offset ${nth}::int limit 1`,
    )
  )?.id

const idsOf = async (rows: Promise<{ id: PostId }[]>) => (await rows).map(({ id }) => id)

const lists = ({ authors, pets }: FeedSources): [SQL, SQL | undefined] => [
  sql`${authors}::uuid[]`,
  pets === null ? undefined : sql`${pets}::uuid[]`,
]

/**
 * Ids of many sources, below `before` down to the guard, newest first, each once.
 * Planned anew each time: the planner must see the lists (`stack.md` §3).
 */
export const selectFeedIds = (
  db: Db,
  sources: FeedSources,
  { before, guard }: { before: string; guard: string },
  most: number,
) => {
  const [authors, pets] = lists(sources)
  const ids = merged(
    sql`select id from posts where author_id = any(${authors}) and id < ${before} and id >= ${guard}
      order by id desc limit ${most}::int`,
    pets &&
      sql`select distinct post_id as id from post_pets
        where pet_id = any(${pets}) and post_id < ${before} and post_id >= ${guard}
        order by id desc limit ${most}::int`,
    most,
  )
  return idsOf(db.rows(ids, 'fresh'))
}

/** Ids below one by each of many sources. For feeds whose sources have been silent. */
export const selectOlderFeedIds = (db: Db, sources: FeedSources, before: string, most: number) =>
  idsOf(db.rows(newestOfEach(...lists(sources), before, most)))

/** Of the users with open streams, those in whose feed the post belongs, and who wrote it. */
export const selectFeedReaders = (db: Db, id: PostId, open: readonly UserId[], now: Date) =>
  db.rows<{ user: UserId; authorId: UserId; username: string; imageName: string | null }>(sql`
    select o.id as user, a.id as "authorId", a.username, a.image_name as "imageName"
    from unnest(${idArray(open)}::uuid[]) o (id) join posts p on p.id = ${id} join users a on a.id = p.author_id
    where o.id <> a.id and ${postVisible(sql`o.id`, 'p', 'a')} and ${postWanted(sql`o.id`, 'p', now)} and (
      exists (select 1 from follows f where f.follower_id = o.id and f.followee_id = a.id) or
      exists (select 1 from post_pets pp join pet_follows pf on pf.pet_id = pp.pet_id
        where pp.post_id = p.id and pf.user_id = o.id))`)

/**
 * Of the users with open streams, those whose screen may hold a post that they may see no more, by the audience it had:
 * whoever could not see it then is not told that there was one.
 */
export const selectFormerReaders = (db: Db, id: PostId, had: Audience | null, open: readonly UserId[]) =>
  db.rows<{ user: UserId }>(sql`
    select o.id as user from unnest(${idArray(open)}::uuid[]) o (id)
      join posts p on p.id = ${id} join users a on a.id = p.author_id cross join (select ${had}::text as audience) h
    where not ${postVisible(sql`o.id`, 'p', 'a')} and ${userVisible(sql`o.id`, 'a')} and (
      o.id = a.id or h.audience is not null and ${inAudience(sql`o.id`, 'h', 'a')} and (
        exists (select 1 from follows f where f.follower_id = o.id and f.followee_id = a.id) or
        exists (select 1 from post_pets pp join pet_follows pf on pf.pet_id = pp.pet_id
          where pp.post_id = p.id and pf.user_id = o.id)))`)

/**
 * Of the posts those that the viewer may see and wants in lists, with what is theirs alone of each. For whoever is
 * blocked with nobody: their number of likes is the post's.
 */
export const selectViews = (db: Db, viewer: UserId, ids: readonly PostId[], now: Date) =>
  db.rows<ViewRow>(sql`
    ${viewRows(viewer, now, sql`p.id = any(${idArray(ids)}::uuid[])`)}`)

/** Those among these comments that the viewer likes. */
export const selectLikedComments = async (db: Db, viewer: UserId, ids: readonly CommentId[]) =>
  (
    await db.rows<{ id: CommentId }>(sql`
      select comment_id as id from comment_likes
      where user_id = ${viewer} and comment_id = any(${idArray(ids)}::uuid[])`)
  ).map(({ id }) => id)

/** Those among these posts that the viewer hides. */
export const selectUnwanted = async (db: Db, viewer: UserId, ids: readonly PostId[], now: Date) =>
  (
    await db.rows<{ id: PostId }>(sql`
      select p.id from posts p where p.id = any(${idArray(ids)}::uuid[]) and not ${postWanted(viewer, 'p', now)}`)
  ).map(({ id }) => id)
