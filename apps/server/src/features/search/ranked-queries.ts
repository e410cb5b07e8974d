import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { Backdrop, Species } from '@pawtrait/contract/pets.ts'
import { type SQL, sql } from 'drizzle-orm'
import { petListed, petVisible, userOpen, userVisible } from '#features/blocks/visibility.sql.ts'
import type { Db } from '#platform/db.ts'
import { cellsFrom, followedCells, inCell } from './cell-queries.ts'
import type { Term } from './read-term.ts'

// How the search index is read: docs/decisions/0027-search-reads-cells.md

/** The key of a hit by rank: `weight` is what orders equals, most first: followers or posts. */
export type RankedKey = { rank: number; weight: number; id: string }

export type HitQuery<Key> = { viewer: UserId | null; term: Term; after: Key | undefined; most: number; now: Date }

type Rank = 0 | 1 | 2

/** Users or pets, found by name and shown most followed first. Columns are those of the alias `of`. */
type Followed = {
  table: SQL
  of: SQL
  /** What the indexes leave out: who is not there for anybody. */
  there: SQL
  texts: readonly SQL[]
  keys: SQL
  columns: SQL
  joins: SQL
  visible: SQL
}

// So many of the most followed are tried one by one: what many have in their name is found among them.
const WALK = sql.raw('200')
// Up to so many names that begin so are all read and sorted; where there are more, the first are found by a walk.
const FEW = 100
const FEW_AND_ONE = sql.raw(String(FEW + 1))

const some = (texts: readonly SQL[], test: (text: SQL) => SQL) => sql`(${sql.join(texts.map(test), sql` or `)})`

// As the indexes sort, whatever the database does.
const asBytes = (text: SQL) => sql`${text} collate "C"`

/** What makes a hit of a rank: the text itself was typed, its beginning, some other part of it. */
function matchOf({ texts }: Followed, { plain }: Term, rank: Rank): SQL {
  const is = some(texts, (text) => sql`${text} = ${plain}`)
  const begins = some(texts, (text) => sql`starts_with(${text}, ${plain})`)
  if (rank === 0) return is
  if (rank === 1) return sql`${begins} and not ${is}`
  return sql`${some(texts, (text) => sql`strpos(${text}, ${plain}) > 0`)} and not ${begins}`
}

type Page = { term: Term; rank: Rank; after: RankedKey | undefined; most: number; now: Date }

const below = ({ of }: Followed, after: RankedKey | undefined) =>
  after ? sql`and (${of}.follower_count, ${of}.id) < (${after.weight}::int, ${after.id}::uuid)` : sql``

/** The hits of a rank among some rows, in their order: `from` gives them under the alias. */
const hitsAmong = (list: Followed, { term, rank, after, most }: Page, from: SQL, more = sql``) => sql`
  select ${list.columns}, ${sql.raw(String(rank))} as rank, ${list.of}.follower_count as weight
  from ${from} ${list.joins}
  where ${list.visible} and ${matchOf(list, term, rank)} ${below(list, after)} ${more}
  order by ${list.of}.follower_count desc, ${list.of}.id desc limit ${most}::int`

type Counted<Row> = Row & { id: string | null; howMany: number }

/**
 * Hits of these pages among the rows named by `ids`, at most one more than `FEW`; none of a page whose `enough` is
 * false. A row without an id says how many there are where nothing was found.
 */
async function amongFew<Row extends RankedKey>(
  db: Db,
  list: Followed,
  ids: SQL,
  pages: readonly Page[],
  { evenIfMore }: { evenIfMore: boolean },
): Promise<{ hits: Row[]; isAll: boolean }> {
  const enough = evenIfMore ? sql`` : sql`and counted.n <= ${sql.raw(String(FEW))}`
  // `offset 0`: each is looked up by its id, and what makes a hit is not looked up in an index again.
  const from = sql`few cross join lateral (
    select * from ${list.table} ${list.of} where ${list.of}.id = few.id offset 0) ${list.of}`
  const rows = await db.rows<Counted<Row>>(sql`
    with few as materialized (${ids}), counted as materialized (select count(*)::int as n from few)
    select hits.*, counted.n as "howMany" from counted left join lateral (
      ${sql.join(
        pages.map((page) => sql`(${hitsAmong(list, page, from, enough)})`),
        sql` union all `,
      )}) hits on true`)
  return { hits: rows.filter(({ id }) => id !== null), isAll: (rows[0]?.howMany ?? 0) <= FEW }
}

/** Whose name begins with the term: no order, so they are of use only when they are few. */
const begun = ({ table, of, there, texts }: Followed, { plain, end }: Term) =>
  sql.join(
    texts.map(
      (text) => sql`(select ${of}.id from ${table} ${of} where ${there}
        and ${asBytes(text)} >= ${plain} and ${asBytes(text)} < ${end} limit ${FEW_AND_ONE})`,
    ),
    sql` union `,
  )

/** Whose name is the term, the most followed of them. */
const named = (list: Followed, { term, after }: Page) =>
  sql.join(
    list.texts.map(
      (text) => sql`(select ${list.of}.id from ${list.table} ${list.of} where ${list.there}
        and ${asBytes(text)} = ${term.plain} ${below(list, after)}
        order by ${asBytes(text)}, follower_count desc, ${list.of}.id desc limit ${FEW_AND_ONE})`,
    ),
    sql` union `,
  )

/**
 * Hits of a rank in their order, from the best on: first a walk down the most followed, then cell by cell, each read
 * when those before did not fill the page. In a cell, rows with the term's letters come from the index and are sorted.
 */
function fromTheBest(list: Followed, page: Page): SQL {
  const { term, rank, after, most, now } = page
  const { of, table, there } = list
  const ordered = sql`from ${table} ${of} where ${there} ${below(list, after)} order by follower_count desc, id desc`
  const keys = inCell(list.keys, sql`c.cell`, rank === 2 ? term.anywhere : term.beginning)
  // `offset 0`: the planner is not to walk down all the followed instead.
  const inThisCell = sql`(select * from ${table} ${of} where ${there} and ${keys} offset 0) ${of}`
  const pastEdge = sql`and (${of}.follower_count, ${of}.id) < (select follower_count, id from edge)`
  const first = sql`(select search_cell(follower_count, id) from edge)`
  return sql`
    with edge as materialized (select follower_count, id ${ordered} offset ${WALK} - 1 limit 1)
    select * from (
      (${hitsAmong(list, page, sql`(select * ${ordered} limit ${WALK}) ${of}`)})
      union all
      (select hits.* from ${cellsFrom(followedCells(now), first)} cross join lateral (
        ${hitsAmong(list, page, inThisCell, pastEdge)}) hits)) best
    limit ${most}::int`
}

/** Each step is bounded, whatever was typed; the dearer ones come where those before did not fill the page. */
async function selectRanked<Row extends RankedKey>(
  db: Db,
  list: Followed,
  { term, after, most, now }: HitQuery<RankedKey>,
): Promise<Row[]> {
  const first = after?.rank ?? 0
  const hits: Row[] = []
  const page = (rank: Rank): Page => ({
    term,
    rank,
    after: after?.rank === rank ? after : undefined,
    most: most - hits.length,
    now,
  })
  const addFromTheBest = async (rank: Rank) => {
    if (first <= rank && hits.length < most) hits.push(...(await db.rows<Row>(fromTheBest(list, page(rank)))))
  }
  if (first < 2) {
    const ranks = first === 0 ? [page(0), page(1)] : [page(1)]
    const few = await amongFew<Row>(db, list, begun(list, term), ranks, { evenIfMore: false })
    if (few.isAll) hits.push(...inOrder(few.hits).slice(0, most))
    else {
      if (first === 0) {
        const exact = await amongFew<Row>(db, list, named(list, page(0)), [page(0)], { evenIfMore: true })
        if (exact.isAll || exact.hits.length >= most) hits.push(...exact.hits)
        else await addFromTheBest(0)
      }
      await addFromTheBest(1)
    }
  }
  await addFromTheBest(2)
  return hits
}

const inOrder = <Row extends RankedKey>(rows: Row[]) =>
  rows.toSorted((a, b) => a.rank - b.rank || b.weight - a.weight || (a.id < b.id ? 1 : -1))

const follows = (viewer: UserId | null, rows: SQL) => (viewer ? sql`exists (select 1 from ${rows})` : sql`false`)

export type UserHitRow = RankedKey & {
  id: UserId
  username: string
  fullname: string
  imageName: string | null
  followedByMe: boolean
  requestedByMe: boolean
}

/** By full name or username, a private account by its username alone for who does not follow it; never by e-mail. */
export function selectUserHits(db: Db, asked: HitQuery<RankedKey>) {
  const { viewer, term } = asked
  const followed = follows(viewer, sql`follows f where f.follower_id = ${viewer} and f.followee_id = u.id`)
  const requested = follows(
    viewer,
    sql`follow_requests f where f.follower_id = ${viewer} and f.followee_id = u.id and f.withdrawn_at is null`,
  )
  const users: Followed = {
    table: sql`users`,
    of: sql`u`,
    there: sql`u.state = 'active' and u.deleted_at is null`,
    texts: [sql`u.plain_name`, sql`u.username`],
    keys: sql`search_keys(search_cell(u.follower_count, u.id), u.plain_name, u.username)`,
    columns: sql`u.id, u.username, u.fullname, u.image_name as "imageName", ${followed} as "followedByMe",
      ${requested} as "requestedByMe"`,
    joins: sql``,
    visible: sql`${userVisible(viewer, 'u')} and (${userOpen(viewer, 'u')} or strpos(u.username, ${term.plain}) > 0)`,
  }
  return selectRanked<UserHitRow>(db, users, asked)
}

export type PetHitRow = RankedKey & {
  id: PetId
  slug: string
  name: string
  breed: string
  species: Species
  backdrop: Backdrop
  portraitName: string | null
  followedByMe: boolean
}

export function selectPetHits(db: Db, asked: HitQuery<RankedKey>) {
  const { viewer } = asked
  const followed = follows(viewer, sql`pet_follows f where f.user_id = ${viewer} and f.pet_id = p.id`)
  const pets: Followed = {
    table: sql`pets`,
    of: sql`p`,
    there: sql`p.deleted_at is null`,
    texts: [sql`p.plain_name`],
    keys: sql`search_keys(search_cell(p.follower_count, p.id), p.plain_name, '')`,
    columns: sql`p.id, p.slug, p.name, p.breed, p.species, p.backdrop, ph.name as "portraitName",
      ${followed} as "followedByMe"`,
    joins: sql`left join photos ph on ph.id = p.portrait_id`,
    visible: sql`${petVisible(viewer, 'p')} and ${petListed(viewer, 'p')}`,
  }
  return selectRanked<PetHitRow>(db, pets, asked)
}
