import { type SQL, sql } from 'drizzle-orm'
import { isUserDiscoverable } from '#features/blocks/discoverable.sql.ts'
import { isPostListed, isPostVisible } from '#features/blocks/visibility.sql.ts'
import { createRankedSearch, type RankedKey } from './ranked-queries.ts'

// See docs/decisions/0028-tag-and-place-counters.md for the stored counters of tags and places.

export type TagOrPlaceHitRow = RankedKey & { name: string; postCount: number }

// Up to this number of uses, a hit shows how many posts the viewer may see. Above it, a hit shows the higher of two
// numbers: the stored count of public posts, and the number of visible posts among the newest.
const EXACT_COUNT = sql.raw('20')
// Number of newest posts to check. If the viewer may see none of them, the search omits the tag or place.
const POSTS_CHECKED = sql.raw('200')

/** SQL that selects `columns` for each visible post among the `limit` newest. `ids`: post ids of a tag or place. */
const selectFromVisible = (viewer: SQL | null, ids: SQL, columns: SQL, limit: SQL) => sql`
  select ${columns} from (${ids} order by post_id desc limit ${limit}) newest
    cross join lateral (select * from posts where id = newest.post_id offset 0) p
    join users a on a.id = p.author_id
  where ${isPostVisible(viewer, 'p', 'a')} and ${isPostListed(viewer, 'p')} and ${isUserDiscoverable(viewer, 'a')}`

const postCountColumn = (viewer: SQL | null, ids: SQL) => sql`
  case when n.uses > ${EXACT_COUNT} and n.posts >= ${EXACT_COUNT} then n.posts
    when n.uses > ${EXACT_COUNT} then greatest(n.posts, (
      ${selectFromVisible(viewer, ids, sql`count(*)::int`, EXACT_COUNT)}))
    else (${selectFromVisible(viewer, ids, sql`count(*)::int`, EXACT_COUNT)}) end as "postCount"`

const createCountedTable = (viewer: SQL | null, ids: SQL) => ({
  alias: sql`n`,
  weight: sql`n.posts`,
  indexed: sql`true`,
  visible: sql`exists (${selectFromVisible(viewer, ids, sql`1`, POSTS_CHECKED)})`,
})

/** Returns tags, sorted by rank, then by number of posts. Omits tags without a post that the viewer may see. */
export const selectTagHits = createRankedSearch<TagOrPlaceHitRow>((viewer) => {
  const ids = sql`select post_id from post_tags where tag = n.tag`
  return {
    ...createCountedTable(viewer, ids),
    table: sql`tag_counts`,
    texts: [sql`n.plain_tag`],
    key: sql`n.tag`,
    columns: sql`n.tag as name, ${postCountColumn(viewer, ids)}`,
  }
})

/** Returns places, spelled as in the newest post. Spellings that differ only in case or accents are one place. */
export const selectPlaceHits = createRankedSearch<TagOrPlaceHitRow>((viewer) => {
  const ids = sql`select post_id from post_places where place = n.place`
  const newest = sql`
    ${selectFromVisible(viewer, ids, sql`p.place`, POSTS_CHECKED)} order by newest.post_id desc limit 1`
  return {
    ...createCountedTable(viewer, ids),
    table: sql`place_counts`,
    texts: [sql`n.place`],
    key: sql`n.place`,
    columns: sql`(${newest}) as name, ${postCountColumn(viewer, ids)}`,
  }
})
