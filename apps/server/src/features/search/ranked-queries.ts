import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { cellsUpTo, getRankedCells, isInCell } from './cell-queries.ts'
import type { SearchTerm } from './parse-query.ts'
import { compileSearchStatement, type SearchPlaceholders, type SearchValues } from './statement-queries.ts'

// Search reads rows by cell, in the order of the results (docs/decisions/0027-search-cells.md).

/** Sort key of a hit: by rank (0 is best), then by `weight` (most followers or posts first), then by id. */
export type RankedKey = { rank: number; weight: number; id: string }

export type HitQuery<Key> = {
  viewer: UserId | null
  term: SearchTerm
  after: Key | undefined
  limit: number
  now: Date
}

type Rank = 0 | 1 | 2

/** A table to search by name. `alias` is the table's alias in the SQL fragments. Hits are sorted by `RankedKey`. */
export type RankedTable = {
  table: SQL
  alias: SQL
  weight: SQL
  /** Condition of the partial indexes. It excludes rows that no user can see, such as deleted users. */
  indexed: SQL
  /** One or two columns to search, such as full name and username. Each has an index with weight and id. */
  texts: readonly [SQL, ...SQL[]]
  key: SQL
  /** Columns to return, and the joins that these columns need. They are read only for the hits on a page. */
  columns: SQL
  joins?: SQL
  visible: SQL
}

// Number of top rows by weight to scan before the search index. Frequent terms are usually found among them.
const SCANNED_ROWS = sql.raw('200')
// If at most this many names begin with the term, all are sorted; otherwise the top rows are scanned first.
const FEW_NAMES = 100
const FEW_NAMES_PLUS_ONE = sql.raw(String(FEW_NAMES + 1))

const anyOf = (texts: readonly SQL[], test: (text: SQL) => SQL) => sql`(${sql.join(texts.map(test), sql` or `)})`

// Uses the collation "C", because the indexes have it.
const collateC = (text: SQL) => sql`${text} collate "C"`

/** SQL condition of a rank: 0 is an exact match, 1 a prefix, 2 any other part of the name. */
function matchesRank({ texts }: RankedTable, { plain }: SearchPlaceholders, rank: Rank): SQL {
  const isExact = anyOf(texts, (text) => sql`${text} = ${plain}`)
  const isPrefix = anyOf(texts, (text) => sql`starts_with(${text}, ${plain})`)
  if (rank === 0) return isExact
  if (rank === 1) return sql`${isPrefix} and not ${isExact}`
  return sql`${anyOf(texts, (text) => sql`strpos(${text}, ${plain}) > 0`)} and not ${isPrefix}`
}

/** Hits of one rank. With `isNext`, only those after the last hit of the previous page. */
type Part = { rank: Rank; isNext: boolean }

const afterCondition = (
  { alias, weight }: RankedTable,
  { afterWeight, afterId }: SearchPlaceholders,
  { isNext }: Part,
) => (isNext ? sql`and (${weight}, ${alias}.id) < (${afterWeight}::int, ${afterId}::uuid)` : sql``)

const selectHits = (
  source: RankedTable,
  placeholders: SearchPlaceholders,
  part: Part,
  from: SQL,
  extraCondition = sql``,
) => sql`
  select ${source.key} as key, ${source.alias}.id, ${sql.raw(String(part.rank))} as rank, ${source.weight} as weight,
    ${source.texts[0]} = ${placeholders.plain} as "isNamed"
  from ${from} where ${source.visible} and ${matchesRank(source, placeholders, part.rank)}
    ${afterCondition(source, placeholders, part)} ${extraCondition}
  order by ${source.weight} desc, ${source.alias}.id desc limit ${placeholders.limit}::int`

/** SQL that selects `columns` for each hit. `offset 0` makes the planner look up each hit by its key. */
const selectWithColumns = ({ columns, table, alias, key, joins = sql`` }: RankedTable, hits: SQL) => sql`
  select hits.*, ${columns} from ${hits} left join lateral (
    select * from ${table} ${alias} where ${key} = hits.key offset 0) ${alias} on true ${joins}
  order by hits.rank, hits.weight desc, hits.id desc`

/**
 * SQL of the hits among the rows with these keys. Each result row contains the number of keys as `howMany`. If there is
 * no hit, the SQL returns one row, in which only `howMany` is set.
 */
function selectHitsByKeys(
  source: RankedTable,
  placeholders: SearchPlaceholders,
  { keys, parts, evenIfMore }: { keys: SQL; parts: readonly Part[]; evenIfMore: boolean },
): SQL {
  const onlyIfFew = evenIfMore ? sql`` : sql`and counted.n <= ${sql.raw(String(FEW_NAMES))}`
  // `offset 0` makes the planner look up rows by key. Without it, the planner may search an index for the term again.
  const from = sql`few cross join lateral (
    select * from ${source.table} ${source.alias} where ${source.key} = few.key offset 0) ${source.alias}`
  const rankQueries = parts.map((part) => sql`(${selectHits(source, placeholders, part, from, onlyIfFew)})`)
  const hits = sql`(
    select counted.n as "howMany", found.* from counted left join lateral (
      ${sql.join(rankQueries, sql` union all `)}) found on true) hits`
  return sql`
    with few as materialized (${keys}), counted as materialized (select count(*)::int as n from few)
    ${selectWithColumns(source, hits)}`
}

/** SQL of the keys of rows that begin with the term, unordered. Incomplete above `FEW_NAMES` keys. */
const selectPrefixKeys = ({ table, alias, key, indexed, texts }: RankedTable, { plain, end }: SearchPlaceholders) =>
  sql.join(
    texts.map(
      (text) => sql`(select ${key} as key from ${table} ${alias} where ${indexed}
        and ${collateC(text)} >= ${plain} and ${collateC(text)} < ${end} limit ${FEW_NAMES_PLUS_ONE})`,
    ),
    sql` union `,
  )

const selectExactKeys = (source: RankedTable, placeholders: SearchPlaceholders, part: Part) =>
  sql.join(
    source.texts.map(
      (text) => sql`(select ${source.key} as key from ${source.table} ${source.alias} where ${source.indexed}
        and ${collateC(text)} = ${placeholders.plain} ${afterCondition(source, placeholders, part)}
        order by ${collateC(text)}, ${source.weight} desc, ${source.alias}.id desc limit ${FEW_NAMES_PLUS_ONE})`,
    ),
    sql` union `,
  )

const computeSearchKeys = ({ alias, weight, texts: [first, second = sql`''`] }: RankedTable) =>
  sql`search_keys(search_cell(${weight}, ${alias}.id), ${first}, ${second})`

// Scans the top rows by weight, then reads cells of the search index until the page is full. The index finds rows in a
// cell that contain all letter sequences of the term; the query filters and sorts them.
function selectByWeight(source: RankedTable, placeholders: SearchPlaceholders, part: Part): SQL {
  const { alias, table, indexed, weight } = source
  const orderedRows = sql`from ${table} ${alias} where ${indexed} ${afterCondition(source, placeholders, part)}
    order by ${weight} desc, ${alias}.id desc`
  const keys = isInCell(
    computeSearchKeys(source),
    sql`c.cell`,
    part.rank === 2 ? placeholders.anywhere : placeholders.beginning,
  )
  // `offset 0` forces the planner to use the search index; without it, the planner may scan all rows by weight.
  const cellRows = sql`(select * from ${table} ${alias} where ${indexed} and ${keys} offset 0) ${alias}`
  const belowEdge = sql`and (${weight}, ${alias}.id) < (select weight, id from edge)`
  const first = sql`(select search_cell(weight, id) from edge)`
  return sql`
    with edge as materialized (select ${weight} as weight, ${alias}.id ${orderedRows}
      offset ${SCANNED_ROWS} - 1 limit 1)
    ${selectWithColumns(
      source,
      sql`(select * from (
        (${selectHits(source, placeholders, part, sql`(select * ${orderedRows} limit ${SCANNED_ROWS}) ${alias}`)})
        union all
        (select found.* from ${cellsUpTo(placeholders.cells, first)} cross join lateral (
          ${selectHits(source, placeholders, part, cellRows, belowEdge)}) found)) best
      limit ${placeholders.limit}::int) hits`,
    )}`
}

/** Search step. `named`: exact matches. `beginning`: hits that begin with the term, if few. `best`: hits by weight. */
type Step = 'named' | 'beginning' | 'best'

/** Returns the table for a viewer and a term. Both arguments are SQL. */
type RankedTableFor = (viewer: SQL | null, plain: SQL) => RankedTable

function buildStep(source: RankedTable, placeholders: SearchPlaceholders, step: Step, parts: readonly Part[]): SQL {
  const [part = { rank: 0, isNext: false }] = parts
  if (step === 'best') return selectByWeight(source, placeholders, part)
  const evenIfMore = step === 'named'
  const keys = evenIfMore ? selectExactKeys(source, placeholders, part) : selectPrefixKeys(source, placeholders)
  return selectHitsByKeys(source, placeholders, { keys, parts, evenIfMore })
}

/**
 * Creates the function that returns the SQL of a search step with its values. Each table has eleven statements, built
 * on first use.
 */
function createStepStatements(tableFor: RankedTableFor) {
  const statements = new Map<string, ReturnType<typeof compileSearchStatement>>()
  return (step: Step, parts: readonly Part[], values: SearchValues) => {
    const name = JSON.stringify([step, parts])
    const statement =
      statements.get(name) ??
      compileSearchStatement((viewer, placeholders) =>
        buildStep(tableFor(viewer, placeholders.plain), placeholders, step, parts),
      )
    statements.set(name, statement)
    return statement(values)
  }
}

type FewHits<Row> = { hits: (Row & { isNamed: boolean })[]; isAll: boolean }

/** `isAll` is true if `hits` is complete, because at most `FEW_NAMES` names matched. */
function toFewHits<Row>(rows: (Row & { key: string | null; isNamed: boolean; howMany: number })[]): FewHits<Row> {
  return { hits: rows.filter(({ key }) => key !== null), isAll: (rows[0]?.howMany ?? 0) <= FEW_NAMES }
}

/**
 * Returns a function that searches a table and returns the best rank first. Each step reads a limited number of rows;
 * costlier steps run only if the page is not full.
 */
export function createRankedSearch<Row extends RankedKey>(tableFor: RankedTableFor) {
  const getStatement = createStepStatements(tableFor)
  return async (db: Db, { viewer, term, after, limit, now }: HitQuery<RankedKey>): Promise<Row[]> => {
    const first = after?.rank ?? 0
    const hits: Row[] = []
    const cells = getRankedCells(now)
    const part = (rank: Rank): Part => ({ rank, isNext: after?.rank === rank })
    const find = <Found>(step: Step, parts: readonly Part[]) =>
      db.rows<Found>(getStatement(step, parts, { viewer, term, after, now, limit: limit - hits.length, cells }))
    const addByWeight = async (rank: Rank) => {
      if (first <= rank && hits.length < limit) hits.push(...(await find<Row>('best', [part(rank)])))
    }
    if (first < 2) {
      const prefixHits = toFewHits<Row>(await find('beginning', first === 0 ? [part(0), part(1)] : [part(1)]))
      if (prefixHits.isAll) hits.push(...prefixHits.hits.slice(0, limit))
      else {
        if (first === 0) {
          const exactHits = toFewHits<Row>(await find('named', [part(0)]))
          // A full page is final only if all its hits match the first text. Otherwise, unread rows that match the first
          // text may rank higher.
          const isFull = exactHits.hits.length >= limit && exactHits.hits.every(({ isNamed }) => isNamed)
          if (exactHits.isAll || isFull) hits.push(...exactHits.hits)
          else await addByWeight(0)
        }
        await addByWeight(1)
      }
    }
    await addByWeight(2)
    return hits
  }
}
