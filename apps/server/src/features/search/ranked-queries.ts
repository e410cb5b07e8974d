import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { cellsFrom, inCell, rankedCells } from './cell-queries.ts'
import type { Term } from './read-term.ts'

// How the search index is read: docs/decisions/0027-search-reads-cells.md

/** The key of a hit by rank: `weight` is what orders equals, most first: followers or posts. */
export type RankedKey = { rank: number; weight: number; id: string }

export type HitQuery<Key> = { viewer: UserId | null; term: Term; after: Key | undefined; most: number; now: Date }

type Rank = 0 | 1 | 2

/** What is found by its name and shown by rank, most followed or used first. Columns are those of the alias `of`. */
export type RankedList = {
  table: SQL
  of: SQL
  /** Followers, or posts: what orders equals. */
  weight: SQL
  /** What the indexes leave out: who is not there for anybody. */
  there: SQL
  /** One or two. Each has an index with weight and id; of the second, no two rows have the same. */
  texts: readonly [SQL, ...SQL[]]
  /** Names a row in its table. */
  key: SQL
  /** What is shown, with what it is joined from: read for the hits of a page alone. */
  columns: SQL
  joins?: SQL
  visible: SQL
}

// So many of the most followed, or used, are tried one by one: what many have in their name is found among them.
const WALK = sql.raw('200')
// Up to so many names that begin so are all read and sorted; where there are more, the first are found by a walk.
const FEW = 100
const FEW_AND_ONE = sql.raw(String(FEW + 1))

const some = (texts: readonly SQL[], test: (text: SQL) => SQL) => sql`(${sql.join(texts.map(test), sql` or `)})`

// As the indexes sort, whatever the database does.
const asBytes = (text: SQL) => sql`${text} collate "C"`

/** What makes a hit of a rank: the text itself was typed, its beginning, some other part of it. */
function matchOf({ texts }: RankedList, { plain }: Term, rank: Rank): SQL {
  const is = some(texts, (text) => sql`${text} = ${plain}`)
  const begins = some(texts, (text) => sql`starts_with(${text}, ${plain})`)
  if (rank === 0) return is
  if (rank === 1) return sql`${begins} and not ${is}`
  return sql`${some(texts, (text) => sql`strpos(${text}, ${plain}) > 0`)} and not ${begins}`
}

type Page = { term: Term; rank: Rank; after: RankedKey | undefined; most: number; now: Date }

const below = ({ of, weight }: RankedList, after: RankedKey | undefined) =>
  after ? sql`and (${weight}, ${of}.id) < (${after.weight}::int, ${after.id}::uuid)` : sql``

/** The hits of a rank among some rows, in their order: `from` gives them under the alias. */
const hitsAmong = (list: RankedList, { term, rank, after, most }: Page, from: SQL, more = sql``) => sql`
  select ${list.key} as key, ${list.of}.id, ${sql.raw(String(rank))} as rank, ${list.weight} as weight,
    ${list.texts[0]} = ${term.plain} as "isNamed"
  from ${from} where ${list.visible} and ${matchOf(list, term, rank)} ${below(list, after)} ${more}
  order by ${list.weight} desc, ${list.of}.id desc limit ${most}::int`

/** Hits as they are shown. `offset 0`: each is looked up by its key. */
const shown = ({ columns, table, of, key, joins = sql`` }: RankedList, hits: SQL) => sql`
  select hits.*, ${columns} from ${hits} left join lateral (
    select * from ${table} ${of} where ${key} = hits.key offset 0) ${of} on true ${joins}
  order by hits.rank, hits.weight desc, hits.id desc`

type Few<Row> = { hits: (Row & { isNamed: boolean })[]; isAll: boolean }

/** Hits of these pages among the rows whose keys are given, at most one more than `FEW`. */
async function amongFew<Row extends RankedKey>(
  db: Db,
  list: RankedList,
  keys: SQL,
  pages: readonly Page[],
  { evenIfMore }: { evenIfMore: boolean },
): Promise<Few<Row>> {
  const enough = evenIfMore ? sql`` : sql`and counted.n <= ${sql.raw(String(FEW))}`
  // `offset 0`: what makes a hit is not looked up in an index again.
  const from = sql`few cross join lateral (
    select * from ${list.table} ${list.of} where ${list.key} = few.key offset 0) ${list.of}`
  const lists = pages.map((page) => sql`(${hitsAmong(list, page, from, enough)})`)
  // Where nothing is found, a row without a key says how many there are.
  const hits = sql`(
    select counted.n as "howMany", found.* from counted left join lateral (
      ${sql.join(lists, sql` union all `)}) found on true) hits`
  const rows = await db.rows<Row & { key: string | null; isNamed: boolean; howMany: number }>(sql`
    with few as materialized (${keys}), counted as materialized (select count(*)::int as n from few)
    ${shown(list, hits)}`)
  return { hits: rows.filter(({ key }) => key !== null), isAll: (rows[0]?.howMany ?? 0) <= FEW }
}

/** Whose name begins with the term: no order, so they are of use only when they are few. */
const begun = ({ table, of, key, there, texts }: RankedList, { plain, end }: Term) =>
  sql.join(
    texts.map(
      (text) => sql`(select ${key} as key from ${table} ${of} where ${there}
        and ${asBytes(text)} >= ${plain} and ${asBytes(text)} < ${end} limit ${FEW_AND_ONE})`,
    ),
    sql` union `,
  )

/** Whose name is the term, the most followed of them. */
const named = (list: RankedList, { term, after }: Page) =>
  sql.join(
    list.texts.map(
      (text) => sql`(select ${list.key} as key from ${list.table} ${list.of} where ${list.there}
        and ${asBytes(text)} = ${term.plain} ${below(list, after)}
        order by ${asBytes(text)}, ${list.weight} desc, ${list.of}.id desc limit ${FEW_AND_ONE})`,
    ),
    sql` union `,
  )

/** As the search index of the table has them. */
const keysOf = ({ of, weight, texts: [first, second = sql`''`] }: RankedList) =>
  sql`search_keys(search_cell(${weight}, ${of}.id), ${first}, ${second})`

/**
 * Hits of a rank in their order, from the best on: first a walk down the most followed, then cell by cell, each read
 * when those before did not fill the page. In a cell, rows with the term's letters come from the index and are sorted.
 */
function fromTheBest(list: RankedList, page: Page): SQL {
  const { term, rank, after, most, now } = page
  const { of, table, there, weight } = list
  const ordered = sql`from ${table} ${of} where ${there} ${below(list, after)} order by ${weight} desc, ${of}.id desc`
  const keys = inCell(keysOf(list), sql`c.cell`, rank === 2 ? term.anywhere : term.beginning)
  // `offset 0`: the planner is not to walk down all the followed instead.
  const inThisCell = sql`(select * from ${table} ${of} where ${there} and ${keys} offset 0) ${of}`
  const pastEdge = sql`and (${weight}, ${of}.id) < (select weight, id from edge)`
  const first = sql`(select search_cell(weight, id) from edge)`
  return sql`
    with edge as materialized (select ${weight} as weight, ${of}.id ${ordered} offset ${WALK} - 1 limit 1)
    ${shown(
      list,
      sql`(select * from (
        (${hitsAmong(list, page, sql`(select * ${ordered} limit ${WALK}) ${of}`)})
        union all
        (select found.* from ${cellsFrom(rankedCells(now), first)} cross join lateral (
          ${hitsAmong(list, page, inThisCell, pastEdge)}) found)) best
      limit ${most}::int) hits`,
    )}`
}

/** Each step is bounded, whatever was typed; the dearer ones come where those before did not fill the page. */
export async function selectRanked<Row extends RankedKey>(
  db: Db,
  list: RankedList,
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
    if (few.isAll) hits.push(...few.hits.slice(0, most))
    else {
      if (first === 0) {
        const exact = await amongFew<Row>(db, list, named(list, page(0)), [page(0)], { evenIfMore: true })
        // One who is there by another text may stand before somebody of that name who was left out.
        const isFull = exact.hits.length >= most && exact.hits.every(({ isNamed }) => isNamed)
        if (exact.isAll || isFull) hits.push(...exact.hits)
        else await addFromTheBest(0)
      }
      await addFromTheBest(1)
    }
  }
  await addFromTheBest(2)
  return hits
}
