import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Species } from '@pawtrait/contract/pets/pets.ts'
import { sql } from 'drizzle-orm'
import { isUserDiscoverable } from '#features/blocks/discoverable.sql.ts'
import { isPetVisible, isPostUnhidden, isPostVisible, scanVisiblePosts } from '#features/blocks/visibility.sql.ts'
import { firstIdAtSql } from '#features/posts/first-id-at.sql.ts'
import type { ScannedRow } from '#platform/database/cursor.ts'
import type { Db } from '#platform/database/db.ts'

// Explore does not show posts that tag a dead pet.
const tagsDeadPet = (post: string) => sql`exists (select 1 from post_pets mp join pets m on m.id = mp.pet_id
  where mp.post_id = ${sql.raw(post)}.id and m.died_on is not null)`

// Explore omits imported posts (UUID version 8, `imported-post-id.ts`). Users control the dates of imported posts, so a
// false date could put a post first.
const isImported = (post: string) => sql`substr(${sql.raw(post)}.id::text, 15, 1) = '8'`

/** SQL condition: Explore may show post `p` by author `a` to the viewer. The post is public and not imported. */
const isExplorable = (
  viewer: UserId | null,
  now: Date,
) => sql`p.is_ready and not ${isImported('p')} and p.audience = 'everyone' and not a.is_private
  and ${isUserDiscoverable(viewer, 'a')}
  and ${isPostUnhidden(viewer, 'p', now)} and not ${tagsDeadPet('p')}`

/** Returns ids of Explore's posts, newest first: at most one post of each author, and none of the viewer's own. */
export const selectExplorePostIds = (db: Db, viewer: UserId | null, before: string, limit: number, now: Date) => {
  const rows = sql`select id from posts where id < ${before}`
  const rule = sql`${isExplorable(viewer, now)} and p.author_id is distinct from ${viewer}
    and not exists (select 1 from posts n where n.author_id = p.author_id and n.id > p.id
      and n.is_ready and n.audience = 'everyone' and n.archived_at is null and n.deleted_at is null
      and not ${isImported('n')} and not ${tagsDeadPet('n')})`
  return db.rows<ScannedRow<PostId>>(scanVisiblePosts(viewer, { rows, order: 'id' }, limit, rule))
}

type PageQuery = { viewer: UserId | null; before: string; most: number }

export const selectSpeciesPostIds = (db: Db, species: Species, { viewer, before, most }: PageQuery, now: Date) => {
  // Groups the rows, because a post may tag two pets of the species.
  const rows = sql`
    select post_id as id from post_pets where species = ${species} and post_id < ${before} group by post_id`
  const rule = sql`${isExplorable(viewer, now)} and exists (select 1 from post_pets sp join pets k on k.id = sp.pet_id
    where sp.post_id = p.id and sp.species = ${species} and ${isPetVisible(viewer, 'k')})`
  return db.rows<ScannedRow<PostId>>(scanVisiblePosts(viewer, { rows, order: 'id' }, most, rule))
}

// Trending tags are computed from this number of newest tag uses, which limits the cost in a busy week.
const NEWEST_USES = 4000

type Trend = { since: Date; now: Date; limit: number }

/** Returns the tags used by the most users after `since` in posts that Explore may show. Sorts equal counts by name. */
export const selectTrendingTags = (db: Db, viewer: UserId | null, { since, now, limit }: Trend) =>
  db.rows<{ tag: string; people: number }>(sql`
    with recent as materialized (
      select tag, post_id from post_tags where post_id >= ${firstIdAtSql(sql`${since.toISOString()}::timestamptz`)}
      order by post_id desc limit ${NEWEST_USES}),
    shown as materialized (
      select p.id, p.author_id from (select distinct post_id from recent) r
      join posts p on p.id = r.post_id join users a on a.id = p.author_id
      where ${isExplorable(viewer, now)} and ${isPostVisible(viewer, 'p', 'a')})
    select r.tag, count(distinct s.author_id)::int as people from recent r join shown s on s.id = r.post_id
    group by r.tag order by people desc, r.tag collate "C" limit ${limit}::int`)
