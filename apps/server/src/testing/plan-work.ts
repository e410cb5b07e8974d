import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database, Db, Plan as Kept } from '#platform/db.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** What a plan that was run did. */
export type Work = {
  /** Rows taken out of the table and its indexes, those too that were then thrown away. */
  read: number
  /** The most rows that one sort was given. */
  sorted: number
  /** The table was read whole. */
  isScanned: boolean
}

const dialect = new PgDialect()
const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]

function literal(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw new Error('a value that has no words of its own')
  return `'${value.replaceAll("'", "''")}'`
}

/** Runs a statement as it is planned for any values. */
async function ran(database: Database, query: SQL): Promise<Node[]> {
  const { sql: words, params } = dialect.sqlToQuery(query)
  return database.transaction(async (db) => {
    const text = (line: string) => db.rows<{ 'QUERY PLAN': { Plan: Node }[] }>(sql.raw(line), 'fresh')
    await text(`set local plan_cache_mode = force_generic_plan`)
    await text(`prepare work_of as ${words}`)
    const values = params.length > 0 ? `(${params.map(literal).join(', ')})` : ''
    const found = await text(`explain (analyze, timing off, format json) execute work_of${values}`)
    await text('deallocate work_of')
    return found.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodes(Plan)))
  })
}

const took = (node: Node) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

/** What all the statements did together that some work asks. `table`: whose rows are counted. */
export async function workOf(database: Database, table: string, run: (db: Db) => Promise<unknown>): Promise<Work> {
  const all: Node[] = []
  const rows = async <Row>(query: SQL, plan?: Kept): Promise<Row[]> => {
    all.push(...(await ran(database, query)))
    return database.rows<Row>(query, plan)
  }
  await run({ rows, row: async <Row>(query: SQL, plan?: Kept) => (await rows<Row>(query, plan))[0] })
  const own = all.filter((node) => node['Relation Name'] === table)
  const given = all.filter((node) => node['Node Type'] === 'Sort').flatMap(({ Plans = [] }) => Plans.map(took))
  return {
    read: own.reduce((sum, node) => sum + took(node), 0),
    sorted: Math.max(0, ...given),
    isScanned: own.some((node) => node['Node Type'] === 'Seq Scan'),
  }
}
