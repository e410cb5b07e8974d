import { findFeatureOfFile, findImports } from './imports.ts'
import { isTest, type Offence, type SourceFile } from './source-files.ts'

const map = 'ARCHITECTURE.md'
const ownSql = /(?:^|\/)(?:[a-z-]+-)?queries\.ts$/
const fragment = /\.sql\.ts$/
// A row of the table in ARCHITECTURE.md: an SQL fragment, and the features that may use it.
const row = /^\| `(features\/[a-z/-]+\.sql\.ts)` +\|[^|]*\| ([a-z, -]+?) +\|$/gm

/**
 * Finds imports of another feature's SQL. A feature may import only fragments (`*.sql.ts`), and only if the table in
 * ARCHITECTURE.md allows it. Also finds fragments that are not in the table, and features in the table that do not use
 * their fragment.
 */
export function findSqlOwnershipOffences(files: readonly SourceFile[]): Offence[] {
  const crossing = parseSharedFragments(files.find(({ path }) => path === map)?.text ?? '')
  const used = new Set<string>()
  const offences = files.flatMap((file) => findOffencesOfFile(file, crossing, used))
  const unused = [...crossing].flatMap(([path, features]) =>
    [...features]
      .filter((feature) => !used.has(`${feature} ${path}`))
      .map((feature) => ({ path: map, line: 1, rule: `${feature} does not use ${path}: remove it from the table.` })),
  )
  return [...offences, ...unused]
}

function parseSharedFragments(text: string): Map<string, Set<string>> {
  const rows = text.matchAll(row)
  return new Map([...rows].map(([, path = '', features = '']) => [path, new Set(features.split(', '))]))
}

function findOffencesOfFile(
  { path, text }: SourceFile,
  crossing: ReadonlyMap<string, ReadonlySet<string>>,
  used: Set<string>,
): Offence[] {
  const own = findFeatureOfFile(path)
  if (own === undefined || !path.startsWith('apps/server/') || isTest(path)) return []
  const isSql = ownSql.test(path) || fragment.test(path)
  const createOffences = (line: number, rule: string) => [{ path, line, rule }]
  const named = path.slice(path.indexOf('features/'))
  if (fragment.test(path) && !crossing.has(named))
    return createOffences(1, `A fragment must be in the table of ${map}; SQL of one feature belongs in queries.ts.`)
  return findImports(text).flatMap(({ specifier, line }) => {
    const target = specifier.slice(1)
    const other = /^#features\/([^/]+)/.exec(specifier)?.[1]
    if (other === undefined || other === own) return []
    if (ownSql.test(target))
      return createOffences(line, `A feature must not use the SQL of another feature: call a use case of ${other}.`)
    if (!fragment.test(target)) return []
    used.add(`${own} ${target}`)
    if (!isSql) return createOffences(line, 'Only queries.ts may import a fragment of SQL.')
    if (crossing.get(target)?.has(own)) return []
    return createOffences(line, `The table of ${map} does not name ${own} for this fragment.`)
  })
}
