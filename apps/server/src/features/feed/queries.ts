import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { postVisible, userVisible } from '#features/blocks/visibility.sql.ts'
import { type Db, idArray } from '#platform/db.ts'

/** Whose posts a feed is made of: uuid[] as text, which goes straight back into the next statement. */
export type FeedSources = {
  /** The viewer and whom they follow. */
  authors: string
  /** Null: no pet is followed. */
  pets: string | null
}

export const selectFeedSources = (db: Db, viewer: UserId) =>
  db.row<FeedSources>(sql`
    select
      array_append(
        (select array_agg(followee_id) from follows where follower_id = ${viewer}), ${viewer}::uuid)::text as authors,
      (select array_agg(pet_id)::text from pet_follows where user_id = ${viewer}) as pets`)

/** The `nth` newest of all posts below `before`; undefined when there are fewer. */
export const selectNthPost = async (db: Db, before: string, nth: number) =>
  (
    await db.row<{ id: PostId }>(
      sql`select id from posts where id < ${before} order by id desc offset ${nth}::int limit 1`,
    )
  )?.id

const idsOf = async (rows: Promise<{ id: PostId }[]>) => (await rows).map(({ id }) => id)

const merged = (byAuthors: SQL, byPets: SQL | undefined, most: number) =>
  byPets ? sql`(${byAuthors}) union (${byPets}) order by id desc limit ${most}::int` : byAuthors

/**
 * Ids below `before` down to the guard, newest first, each once.
 * Planned anew each time: the planner must see the lists (`stack.md` §3).
 */
export const selectFeedIds = (
  db: Db,
  { authors, pets }: FeedSources,
  { before, guard }: { before: string; guard: string },
  most: number,
) =>
  idsOf(
    db.rows(
      merged(
        sql`select id from posts
          where author_id = any(${authors}::uuid[]) and id < ${before} and id >= ${guard}
          order by id desc limit ${most}::int`,
        pets
          ? sql`select distinct post_id as id from post_pets
              where pet_id = any(${pets}::uuid[]) and post_id < ${before} and post_id >= ${guard}
              order by id desc limit ${most}::int`
          : undefined,
        most,
      ),
      'fresh',
    ),
  )

/** Ids below a place: the newest few of each author and pet, merged. For feeds whose sources have been silent. */
export const selectOlderFeedIds = (db: Db, { authors, pets }: FeedSources, before: string, most: number) =>
  idsOf(
    db.rows(
      merged(
        sql`select n.id from unnest(${authors}::uuid[]) s (id) cross join lateral (
            select id from posts where author_id = s.id and id < ${before} order by id desc limit ${most}::int) n
          order by n.id desc limit ${most}::int`,
        pets
          ? sql`select distinct n.id from unnest(${pets}::uuid[]) s (id) cross join lateral (
                select post_id as id from post_pets where pet_id = s.id and post_id < ${before}
                order by post_id desc limit ${most}::int) n
              order by n.id desc limit ${most}::int`
          : undefined,
        most,
      ),
    ),
  )

/** Of the users with open streams, those in whose feed the post belongs, and who wrote it. */
export const selectFeedReaders = (db: Db, id: PostId, open: readonly UserId[]) =>
  db.rows<{ user: UserId; authorId: UserId; username: string; imageName: string | null }>(sql`
    select o.id as user, a.id as "authorId", a.username, a.image_name as "imageName"
    from unnest(${idArray(open)}::uuid[]) o (id) join posts p on p.id = ${id} join users a on a.id = p.author_id
    where o.id <> a.id and ${postVisible(sql`o.id`, 'p', 'a')} and (
      exists (select 1 from follows f where f.follower_id = o.id and f.followee_id = a.id) or
      exists (select 1 from post_pets pp join pet_follows pf on pf.pet_id = pp.pet_id
        where pp.post_id = p.id and pf.user_id = o.id))`)

/** Of the users with open streams, those whose screen may hold a post that they may see no more. */
export const selectFormerReaders = (db: Db, id: PostId, open: readonly UserId[]) =>
  db.rows<{ user: UserId }>(sql`
    select o.id as user from unnest(${idArray(open)}::uuid[]) o (id)
      join posts p on p.id = ${id} join users a on a.id = p.author_id
    where not ${postVisible(sql`o.id`, 'p', 'a')} and ${userVisible(sql`o.id`, 'a')} and (
      o.id = a.id or p.is_ready and (
        exists (select 1 from follows f where f.follower_id = o.id and f.followee_id = a.id) or
        exists (select 1 from post_pets pp join pet_follows pf on pf.pet_id = pp.pet_id
          where pp.post_id = p.id and pf.user_id = o.id)))`)
