import { SUPERUSER } from '@pawtrait/postgres/access.ts'
import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import type pg from 'pg'
import {
  type ExplainedPlan,
  formatSqlLiteral,
  type PlanNode,
  planNodesOf,
  rowsReadBy,
} from '../apps/server/src/testing/database/plan-nodes.ts'
import type { RecordedStatement } from './serve-app.ts'

/** Cost of recorded statements. `faults`: scans of whole large tables, and sorts or hashes that spill to disk. */
export type QueryCost = { faults: string[]; rowsRead: number }

// Number of table rows from which a sequential scan counts as a fault. For smaller tables a scan is the fastest plan.
const GROWN = 10_000

const UNIQUE_VIOLATION = '23505'

/**
 * Runs a statement under EXPLAIN in a transaction that is rolled back. Uses a generic or custom plan, as the app does.
 * Returns the nodes of the query plan.
 */
async function run(client: pg.Client, { text, values, plan }: RecordedStatement): Promise<PlanNode[]> {
  const explained = async (how: string) => {
    await client.query('begin')
    try {
      const mode = plan === 'kept' ? 'force_generic_plan' : 'force_custom_plan'
      await client.query(`set local plan_cache_mode = ${mode}; prepare measured as ${text}`)
      const parameters = values.length > 0 ? `(${values.map(formatSqlLiteral).join(', ')})` : ''
      return planNodesOf(
        (await client.query<ExplainedPlan>(`explain (${how} format json) execute measured${parameters}`)).rows,
      )
    } finally {
      await client.query('rollback; deallocate all')
    }
  }
  try {
    return await explained('analyze, buffers, timing off,')
  } catch (error) {
    // EXPLAIN without ANALYZE: the statement can't run again, because its row has already been inserted.
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return explained('')
    throw error
  }
}

const spillsToDisk = (node: PlanNode) =>
  node['Sort Space Type'] === 'Disk' || (node['Disk Usage'] ?? 0) > 0 || (node['Temp Written Blocks'] ?? 0) > 0

/** Explains recorded statements on a database. Returns the faults of their query plans and the number of rows read. */
export async function measureQueryCost(
  connection: SocketConnection,
  statements: readonly RecordedStatement[],
): Promise<QueryCost> {
  return withClient({ ...connection, user: SUPERUSER }, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
         and reltuples >= ${GROWN}`,
    )
    const grown = new Set(rows.map(({ name }) => name))
    let rowsRead = 0
    const faults = new Set<string>()
    for (const statement of statements)
      for (const node of await run(client, statement)) {
        const table = node['Relation Name']
        if (table) rowsRead += rowsReadBy(node)
        if (table && grown.has(table) && node['Node Type'] === 'Seq Scan')
          faults.add(`${statement.name}: Seq Scan on ${table}`)
        if (spillsToDisk(node)) faults.add(`${statement.name}: ${node['Node Type']} on Disk`)
      }
    return { faults: [...faults], rowsRead: Math.round(rowsRead) }
  })
}
