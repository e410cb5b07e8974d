// Loads no test runner: the bench reads plans with it too.

/** A node of a plan as `explain (format json)` tells it, in the parts that are looked at. */
export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Sort Space Type'?: 'Memory' | 'Disk'
  'Disk Usage'?: number
  'Temp Written Blocks'?: number
  Plans?: PlanNode[]
  // Of one that was run:
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
}

/** What `explain (format json)` answers. */
export type Explained = { 'QUERY PLAN': { Plan: PlanNode }[] }

const withBelow = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withBelow)]

/** Every node of the plans in an answer. */
export const nodesOf = (answer: readonly Explained[]): PlanNode[] =>
  answer.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => withBelow(Plan)))

/** Rows that a node which was run took, those too that it then threw away. */
export const rowsTaken = ({ 'Actual Rows': given = 0, 'Actual Loops': loops = 0, ...node }: PlanNode): number =>
  (given + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * loops

/** A value as SQL, for a statement that takes none. @throws Error for one that has no words of its own */
export function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error('a value that has no words of its own')
}
