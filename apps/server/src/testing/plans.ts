import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database, Db, Plan as Kept } from '#platform/db.ts'
import { besides } from './database.ts'

/** Lets the planner know the tables; their owner alone may. */
export async function analyzeTables(database: Database) {
  const owner = await besides(database, 'owner')
  await owner.rows(sql`analyze`)
  await owner.close()
}

type ExplainedQuery = { query: SQL; plan: Kept }

/** The statements that some work asks, none of which is run. */
export async function statementsOf(run: (db: Db) => Promise<unknown>): Promise<ExplainedQuery[]> {
  const asked: ExplainedQuery[] = []
  const rows = async <Row>(query: SQL, plan: Kept = 'kept'): Promise<Row[]> => {
    asked.push({ query, plan })
    return []
  }
  await run({ rows, row: async <Row>(query: SQL, plan?: Kept) => (await rows<Row>(query, plan))[0] })
  return asked
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] }
type Explained = { 'QUERY PLAN': { Plan: Plan }[] }
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
const dialect = new PgDialect()

/** A fresh statement is planned for its values; a kept one for any, as the database does from the sixth time on. */
async function explain(database: Database, { query, plan }: ExplainedQuery): Promise<Explained[]> {
  if (plan === 'fresh') return database.rows<Explained>(sql`explain (format json) ${query}`, 'fresh')
  const { rows } = await database.text(`explain (generic_plan, format json) ${dialect.sqlToQuery(query).sql}`)
  return rows as Explained[]
}

/**
 * How the database reads what statements ask: by which indexes, and which of `tables` whole.
 * @throws when nothing was asked
 */
export async function plansOf(
  database: Database,
  run: (db: Db) => Promise<unknown>,
  tables: readonly string[],
): Promise<{ indexes: string[]; scanned: string[] }> {
  const asked = await statementsOf(run)
  if (asked.length === 0) throw new Error('no statement was asked')
  const plans = await Promise.all(asked.map((one) => explain(database, one)))
  const all = plans.flatMap((answer) => answer.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodes(Plan))))
  return {
    indexes: [...new Set(all.flatMap((node) => node['Index Name'] ?? []))].toSorted(),
    scanned: all
      .flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
      .filter((table) => tables.includes(table)),
  }
}
