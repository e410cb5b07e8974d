import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { cellsFrom, inCell, rankedCells } from './cell-queries.ts'
import type { SearchTerm } from './parse-query.ts'

// docs/decisions/0027-search-cells.md

/** Sort key of a hit: by rank (0 is best), then by `weight` (most followers or posts first), then by id. */
export type RankedKey = { rank: number; weight: number; id: string }

export type HitQuery<Key> = { viewer: UserId | null; term: SearchTerm; after: Key | undefined; most: number; now: Date }

type Rank = 0 | 1 | 2

/** A table searched by name. Its SQL fragments use the table alias `of`. Hits are sorted by `RankedKey`. */
export type RankedTable = {
  table: SQL
  of: SQL
  weight: SQL
  /** Condition of the partial indexes: the row is visible to at least one user. */
  there: SQL
  /** One or two searched texts. Each has an index that also contains weight and id. The second text is unique. */
  texts: readonly [SQL, ...SQL[]]
  key: SQL
  /** Columns to return, and joins that they need. They are read only for the hits of a page. */
  columns: SQL
  joins?: SQL
  visible: SQL
}

// Number of top rows by weight to scan before the search index. Frequent terms are usually found among them.
const WALK = sql.raw('200')
// If at most this many names begin with the term, all are read and sorted; otherwise the top rows are scanned first.
const FEW = 100
const FEW_AND_ONE = sql.raw(String(FEW + 1))

const anyOf = (texts: readonly SQL[], test: (text: SQL) => SQL) => sql`(${sql.join(texts.map(test), sql` or `)})`

// The indexes use this collation.
const asBytes = (text: SQL) => sql`${text} collate "C"`

/** Condition for a rank: 0 exact match, 1 prefix, 2 any other part of the name. */
function matchOf({ texts }: RankedTable, { plain }: SearchTerm, rank: Rank): SQL {
  const is = anyOf(texts, (text) => sql`${text} = ${plain}`)
  const begins = anyOf(texts, (text) => sql`starts_with(${text}, ${plain})`)
  if (rank === 0) return is
  if (rank === 1) return sql`${begins} and not ${is}`
  return sql`${anyOf(texts, (text) => sql`strpos(${text}, ${plain}) > 0`)} and not ${begins}`
}

type Page = { term: SearchTerm; rank: Rank; after: RankedKey | undefined; most: number; now: Date }

const afterKey = ({ of, weight }: RankedTable, after: RankedKey | undefined) =>
  after ? sql`and (${weight}, ${of}.id) < (${after.weight}::int, ${after.id}::uuid)` : sql``

const hitsAmong = (list: RankedTable, { term, rank, after, most }: Page, from: SQL, more = sql``) => sql`
  select ${list.key} as key, ${list.of}.id, ${sql.raw(String(rank))} as rank, ${list.weight} as weight,
    ${list.texts[0]} = ${term.plain} as "isNamed"
  from ${from} where ${list.visible} and ${matchOf(list, term, rank)} ${afterKey(list, after)} ${more}
  order by ${list.weight} desc, ${list.of}.id desc limit ${most}::int`

/** SQL that adds `columns` to hits. `offset 0` makes the planner look up each hit by its key. */
const shown = ({ columns, table, of, key, joins = sql`` }: RankedTable, hits: SQL) => sql`
  select hits.*, ${columns} from ${hits} left join lateral (
    select * from ${table} ${of} where ${key} = hits.key offset 0) ${of} on true ${joins}
  order by hits.rank, hits.weight desc, hits.id desc`

type Few<Row> = { hits: (Row & { isNamed: boolean })[]; isAll: boolean }

/** Returns the hits among the rows of `keys`. `isAll`: these are all hits, because `keys` has at most `FEW` rows. */
async function rankFewMatches<Row extends RankedKey>(
  db: Db,
  list: RankedTable,
  keys: SQL,
  pages: readonly Page[],
  { evenIfMore }: { evenIfMore: boolean },
): Promise<Few<Row>> {
  const onlyIfFew = evenIfMore ? sql`` : sql`and counted.n <= ${sql.raw(String(FEW))}`
  // `offset 0` keeps the planner from using a search index for the match again.
  const from = sql`few cross join lateral (
    select * from ${list.table} ${list.of} where ${list.key} = few.key offset 0) ${list.of}`
  const lists = pages.map((page) => sql`(${hitsAmong(list, page, from, onlyIfFew)})`)
  // Without hits, one row is returned: `key` is null, and `howMany` is the number of keys.
  const hits = sql`(
    select counted.n as "howMany", found.* from counted left join lateral (
      ${sql.join(lists, sql` union all `)}) found on true) hits`
  const rows = await db.rows<Row & { key: string | null; isNamed: boolean; howMany: number }>(sql`
    with few as materialized (${keys}), counted as materialized (select count(*)::int as n from few)
    ${shown(list, hits)}`)
  return { hits: rows.filter(({ key }) => key !== null), isAll: (rows[0]?.howMany ?? 0) <= FEW }
}

/** SQL of the keys of rows with the term as prefix, unordered. Incomplete if there are more than `FEW`. */
const keysBeginning = ({ table, of, key, there, texts }: RankedTable, { plain, end }: SearchTerm) =>
  sql.join(
    texts.map(
      (text) => sql`(select ${key} as key from ${table} ${of} where ${there}
        and ${asBytes(text)} >= ${plain} and ${asBytes(text)} < ${end} limit ${FEW_AND_ONE})`,
    ),
    sql` union `,
  )

const keysNamed = (list: RankedTable, { term, after }: Page) =>
  sql.join(
    list.texts.map(
      (text) => sql`(select ${list.key} as key from ${list.table} ${list.of} where ${list.there}
        and ${asBytes(text)} = ${term.plain} ${afterKey(list, after)}
        order by ${asBytes(text)}, ${list.weight} desc, ${list.of}.id desc limit ${FEW_AND_ONE})`,
    ),
    sql` union `,
  )

const indexedKeys = ({ of, weight, texts: [first, second = sql`''`] }: RankedTable) =>
  sql`search_keys(search_cell(${weight}, ${of}.id), ${first}, ${second})`

// Scans the top rows by weight, then reads cells of the search index until the page is full. In a cell, the index finds
// rows with all letter sequences of the term; the query filters and sorts them.
function fromTheBest(list: RankedTable, page: Page): SQL {
  const { term, rank, after, most, now } = page
  const { of, table, there, weight } = list
  const ordered = sql`from ${table} ${of} where ${there} ${afterKey(list, after)}
    order by ${weight} desc, ${of}.id desc`
  const keys = inCell(indexedKeys(list), sql`c.cell`, rank === 2 ? term.anywhere : term.beginning)
  // `offset 0` forces the planner to use the search index; without it, the planner may scan all rows by weight.
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

/** Returns hits, best rank first. The cost of each step is limited; costlier steps run only if the page is not full. */
export async function selectRankedHits<Row extends RankedKey>(
  db: Db,
  list: RankedTable,
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
    const few = await rankFewMatches<Row>(db, list, keysBeginning(list, term), ranks, { evenIfMore: false })
    if (few.isAll) hits.push(...few.hits.slice(0, most))
    else {
      if (first === 0) {
        const exact = await rankFewMatches<Row>(db, list, keysNamed(list, page(0)), [page(0)], { evenIfMore: true })
        // A page full of matches by the second text is not enough: unread matches by the first text may rank higher.
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
