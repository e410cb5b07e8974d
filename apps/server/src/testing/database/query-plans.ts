import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll } from 'vitest'
import { createDb, type Database, type Db, type PlanMode } from '#platform/database/db.ts'
import { backgroundLimits } from '#platform/database/time-limits.ts'
import { createTestDatabase, openSecondConnection } from './database.ts'
import { type ExplainedPlan, formatSqlLiteral, type PlanNode, planNodesOf, rowsReadBy } from './plan-nodes.ts'

/** Runs ANALYZE over all rows of all tables. A sample of the rows would sometimes lead to different query plans. */
export async function analyzeTables(database: Database) {
  const owner = await openSecondConnection(database, 'owner')
  await owner.transaction(async (db) => {
    await db.rows(sql`set local default_statistics_target = 1000`)
    await db.rows(sql`analyze`)
  })
  await owner.close()
}

/** Returns a database for a test file. It is filled by `seed` and analyzed before the tests, and closed after them. */
export function seededDatabaseForFile(seed: (db: Db) => Promise<void>): Database {
  // `beforeAll` fills this object; using it earlier is a mistake in the test file.
  const database = {} as Database
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase(10, { limits: backgroundLimits }))
    await seed(database)
    await analyzeTables(database)
  }, 60_000)
  afterAll(() => database.close())
  return database
}

type ExplainedQuery = { query: SQL; plan: PlanMode }

/** Records the statements of `run` without executing them. */
export async function recordStatements(run: (db: Db) => Promise<unknown>): Promise<ExplainedQuery[]> {
  const statements: ExplainedQuery[] = []
  const recorder = createDb(async (query, plan = 'kept') => {
    statements.push({ query, plan })
    return []
  })
  await run(recorder)
  return statements
}

const dialect = new PgDialect()

// Returns the plan for the statement's values (`fresh`), or the generic plan that the sixth run may use (`kept`).
async function explain(database: Database, { query, plan }: ExplainedQuery): Promise<ExplainedPlan[]> {
  if (plan === 'fresh') return database.rows<ExplainedPlan>(sql`explain (format json) ${query}`, 'fresh')
  const { rows } = await database.text(`explain (generic_plan, format json) ${dialect.sqlToQuery(query).sql}`)
  return rows as ExplainedPlan[]
}

/**
 * Returns the indexes that the statements use, and which of `tables` they scan.
 * @throws Error if `run` sends no statements
 */
export async function explainPlans(
  database: Database,
  run: (db: Db) => Promise<unknown>,
  tables: readonly string[],
): Promise<{ indexes: string[]; scanned: string[] }> {
  const statements = await recordStatements(run)
  if (statements.length === 0) throw new Error('no statement was asked')
  const plans = await Promise.all(statements.map((one) => explain(database, one)))
  const all = plans.flatMap(planNodesOf)
  return {
    indexes: [...new Set(all.flatMap((node) => node['Index Name'] ?? []))].toSorted(),
    scanned: all
      .flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
      .filter((table) => tables.includes(table)),
  }
}

/** Numbers of rows that an executed plan processed. */
export type PlanRowCounts = {
  /** Rows read from the table and its indexes, including filtered ones. */
  read: number
  /** Maximum number of rows in one sort. */
  sorted: number
  /** Whether the table was scanned sequentially. */
  isScanned: boolean
}

/** Executes a statement with its generic plan. Returns the plan's nodes. */
async function executePlan(database: Database, query: SQL): Promise<PlanNode[]> {
  const { sql: statement, params } = dialect.sqlToQuery(query)
  return database.transaction(async (db) => {
    const text = (line: string) => db.rows<ExplainedPlan>(sql.raw(line), 'fresh')
    await text(`set local plan_cache_mode = force_generic_plan`)
    await text(`prepare work_of as ${statement}`)
    const values = params.length > 0 ? `(${params.map(formatSqlLiteral).join(', ')})` : ''
    const found = await text(`explain (analyze, timing off, format json) execute work_of${values}`)
    await text('deallocate work_of')
    return planNodesOf(found)
  })
}

/** Measures the total work on `table` of the statements of `run`. */
export async function countPlanRows(
  database: Database,
  table: string,
  run: (db: Db) => Promise<unknown>,
): Promise<PlanRowCounts> {
  const all: PlanNode[] = []
  const explained = createDb(async (query, plan) => {
    all.push(...(await executePlan(database, query)))
    return database.rows(query, plan)
  })
  await run(explained)
  const tableNodes = all.filter((node) => node['Relation Name'] === table)
  const sortedRows = all
    .filter((node) => node['Node Type'] === 'Sort')
    .flatMap(({ Plans = [] }) => Plans.map(rowsReadBy))
  return {
    read: tableNodes.reduce((sum, node) => sum + rowsReadBy(node), 0),
    sorted: Math.max(0, ...sortedRows),
    isScanned: tableNodes.some((node) => node['Node Type'] === 'Seq Scan'),
  }
}
