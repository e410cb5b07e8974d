import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Species } from '@pawtrait/contract/pets/pets.ts'
import { sql } from 'drizzle-orm'
import { userPromoted } from '#features/blocks/promoted.sql.ts'
import { petVisible, postVisible, postWanted, scanVisiblePosts } from '#features/blocks/visibility.sql.ts'
import { idAt } from '#features/posts/id-at.sql.ts'
import type { Scanned } from '#platform/database/cursor.ts'
import type { Db } from '#platform/database/db.ts'

// What remembers a pet that died is not put before strangers.
const remembers = (post: string) => sql`exists (select 1 from post_pets mp join pets m on m.id = mp.pet_id
  where mp.post_id = ${sql.raw(post)}.id and m.died_on is not null)`

/** Imported posts have ids of UUID version 8 (`imported-id.ts`): an author who chooses a date must not lead Explore. */
const isImported = (post: string) => sql`substr(${sql.raw(post)}.id::text, 15, 1) = '8'`

/** Anybody may see the post (`p`, its author `a`), it was posted here, and it may be put before the viewer. */
const explored = (
  viewer: UserId | null,
  now: Date,
) => sql`p.is_ready and not ${isImported('p')} and p.audience = 'everyone' and not a.is_private
  and ${userPromoted(viewer, 'a')}
  and ${postWanted(viewer, 'p', now)} and not ${remembers('p')}`

/** The newest public post of each author, newest first. */
export const selectExploreIds = (db: Db, viewer: UserId | null, before: string, most: number, now: Date) => {
  const rows = sql`select id from posts where id < ${before}`
  const rule = sql`${explored(viewer, now)}
    and not exists (select 1 from posts n where n.author_id = p.author_id and n.id > p.id
      and n.is_ready and n.audience = 'everyone' and n.archived_at is null and n.deleted_at is null
      and not ${isImported('n')} and not ${remembers('n')})`
  return db.rows<Scanned<PostId>>(scanVisiblePosts(viewer, { rows, order: 'id' }, most, rule))
}

type PageAsked = { viewer: UserId | null; before: string; most: number }

/** The newest public posts that show a pet of a species which is there for the viewer, newest first. */
export const selectSpeciesIds = (db: Db, species: Species, { viewer, before, most }: PageAsked, now: Date) => {
  // A post with two dogs is one.
  const rows = sql`
    select post_id as id from post_pets where species = ${species} and post_id < ${before} group by post_id`
  const rule = sql`${explored(viewer, now)} and exists (select 1 from post_pets sp join pets k on k.id = sp.pet_id
    where sp.post_id = p.id and sp.species = ${species} and ${petVisible(viewer, 'k')})`
  return db.rows<Scanned<PostId>>(scanVisiblePosts(viewer, { rows, order: 'id' }, most, rule))
}

// So many are counted however busy the week was: the newest ones say what is being talked of.
const NEWEST_USES = 4000

type Trend = { since: Date; now: Date; most: number }

/** The tags that most people used since then in public posts that may be put before the viewer; alike ones by name. */
export const selectTrendingTags = (db: Db, viewer: UserId | null, { since, now, most }: Trend) =>
  db.rows<{ tag: string; people: number }>(sql`
    with recent as materialized (
      select tag, post_id from post_tags where post_id >= ${idAt(sql`${since.toISOString()}::timestamptz`)}
      order by post_id desc limit ${NEWEST_USES}),
    shown as materialized (
      select p.id, p.author_id from (select distinct post_id from recent) r
      join posts p on p.id = r.post_id join users a on a.id = p.author_id
      where ${explored(viewer, now)} and ${postVisible(viewer, 'p', 'a')})
    select r.tag, count(distinct s.author_id)::int as people from recent r join shown s on s.id = r.post_id
    group by r.tag order by people desc, r.tag collate "C" limit ${most}::int`)
