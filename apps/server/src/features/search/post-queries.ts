import type { PostId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isUserDiscoverable } from '#features/blocks/discoverable.sql.ts'
import { isPostUnhidden, isPostVisible } from '#features/blocks/visibility.sql.ts'
import { urlEpoch } from '#features/media/url-epoch.sql.ts'
import type { PhotoRow } from '#features/media/view.ts'
import type { Db } from '#platform/database/db.ts'
import { cellsUpTo, getPostCells, isInCell } from './cell-queries.ts'
import type { HitQuery } from './ranked-queries.ts'
import { compileSearchStatement, type SearchPlaceholders } from './statement-queries.ts'

// See docs/decisions/0027-search-cells.md for the search by cells.

// Number of newest posts to scan before the search index. Frequent terms are usually found among them.
const SCANNED_POSTS = sql.raw('300')

export type PostHitRow = { id: PostId; caption: string; place: string; username: string; photo: PhotoRow | null }

const selectHits = (
  viewer: SQL | null,
  { plain, limit, now }: SearchPlaceholders,
  posts: SQL,
  extraCondition = sql``,
) => sql`
  select p.id, p.caption, p.place, a.username,
    (select json_build_object('id', ph.id, 'name', ph.name, 'state', ph.state, 'width', ph.width,
        'height', ph.height, 'placeholder', encode(ph.placeholder, 'base64'), 'widths', ph.widths,
        'avifWidths', ph.avif_widths, 'isPublic', ph.is_public, 'epoch', ${urlEpoch('ph')})
      from post_photos pp join photos ph on ph.id = pp.photo_id
      where pp.post_id = p.id order by pp.position limit 1) as photo
  from ${posts} p join users a on a.id = p.author_id
  where (strpos(p.plain_caption, ${plain}) > 0 or strpos(p.plain_place, ${plain}) > 0)
    and ${isPostVisible(viewer, 'p', 'a')}
    and ${isPostUnhidden(viewer, 'p', now)} and ${isUserDiscoverable(viewer, 'a')} ${extraCondition}
  order by p.id desc limit ${limit}::int`

const compilePostHits = (isNext: boolean) =>
  compileSearchStatement((viewer, placeholders) => {
    const belowCondition = isNext ? sql`and id < ${placeholders.afterId}` : sql``
    const newest = sql`from posts where deleted_at is null ${belowCondition} order by id desc`
    const keys = sql`search_keys(post_cell(p.id), p.plain_caption, p.plain_place)`
    // `offset 0` forces the planner to use the search index; without it, the planner may scan all posts.
    const cellRows = sql`(select * from posts p
      where p.deleted_at is null and ${isInCell(keys, sql`c.cell`, placeholders.anywhere)} offset 0)`
    const belowEdge = sql`and p.id < (select id from edge)`
    return sql`
      with edge as materialized (select id ${newest} offset ${SCANNED_POSTS} - 1 limit 1)
      select * from (
        (${selectHits(viewer, placeholders, sql`(select * ${newest} limit ${SCANNED_POSTS})`)})
        union all
        (select hits.* from ${cellsUpTo(placeholders.cells, sql`(select post_cell(id) from edge)`)}
          cross join lateral (${selectHits(viewer, placeholders, cellRows, belowEdge)}) hits)) found
      limit ${placeholders.limit}::int`
  })

const [firstHits, nextHits] = [compilePostHits(false), compilePostHits(true)]

/** Returns posts with the term in caption or place, newest first. Scans the newest posts, then the search index. */
export function selectPostHits(db: Db, { after, ...query }: HitQuery<string>): Promise<PostHitRow[]> {
  const values = { ...query, cells: getPostCells(query.now), after: after === undefined ? undefined : { id: after } }
  return db.rows<PostHitRow>((after === undefined ? firstHits : nextHits)(values))
}
