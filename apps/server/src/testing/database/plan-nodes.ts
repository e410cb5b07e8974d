// This file imports no test runner, because the benchmark reads query plans too.

/** A node of the query plan from `explain (format json)`, with the fields that tests read. */
export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Sort Space Type'?: 'Memory' | 'Disk'
  'Disk Usage'?: number
  'Temp Written Blocks'?: number
  Plans?: PlanNode[]
  // The following fields are present only with `analyze`.
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
}

export type ExplainedPlan = { 'QUERY PLAN': { Plan: PlanNode }[] }

const withDescendants = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withDescendants)]

/** Returns all nodes of the plans. */
export const planNodesOf = (answer: readonly ExplainedPlan[]): PlanNode[] =>
  answer.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => withDescendants(Plan)))

/** Returns the number of rows that a node read, including filtered rows. Needs a plan from `analyze`. */
export const rowsReadBy = ({ 'Actual Rows': given = 0, 'Actual Loops': loops = 0, ...node }: PlanNode): number =>
  (given + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * loops

/** Formats a value as an SQL literal, for statements without parameters. @throws Error for an unsupported type */
export function formatSqlLiteral(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error('a value that has no words of its own')
}
