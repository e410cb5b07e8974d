import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SQL } from 'drizzle-orm'
import { compileViewerStatement } from '#platform/database/compile-statement.ts'
import { SEQUENCE_COUNT, type SearchTerm } from './parse-query.ts'

const singleNames = ['plain', 'end', 'cells', 'limit', 'now', 'afterWeight', 'afterId'] as const
const anywhereNames = Array.from({ length: SEQUENCE_COUNT }, (_, at) => `anywhere${at}`)
const beginningNames = Array.from({ length: SEQUENCE_COUNT }, (_, at) => `beginning${at}`)

/** Placeholders of a search statement. `anywhere` and `beginning` are the letter sequences of `SearchTerm`. */
export type SearchPlaceholders = Record<(typeof singleNames)[number], SQL> & { anywhere: SQL[]; beginning: SQL[] }

/** Values of a search statement. It reads `cells` in their order. `after`: key of the previous page's last hit. */
export type SearchValues = {
  viewer: UserId | null
  term: SearchTerm
  cells: readonly number[]
  limit: number
  now: Date
  after?: { weight?: number; id: string } | undefined
}

/** Returns a search statement. Its text of up to 10,000 characters is built once for users and once for visitors. */
export function compileSearchStatement(buildSql: (viewer: SQL | null, placeholders: SearchPlaceholders) => SQL) {
  const names = [...singleNames, ...anywhereNames, ...beginningNames]
  const statement = compileViewerStatement<Record<string, string | number>>(names, (viewer, placeholders) => {
    const selectPlaceholders = (list: readonly string[]) => list.flatMap((name) => placeholders[name] ?? [])
    // `placeholders` contains an entry for each name in `names`.
    const allPlaceholders = {
      ...placeholders,
      anywhere: selectPlaceholders(anywhereNames),
      beginning: selectPlaceholders(beginningNames),
    } as unknown as SearchPlaceholders
    return buildSql(viewer, allPlaceholders)
  })
  return ({ viewer, term, cells, limit, now, after }: SearchValues): SQL => {
    const { plain, end } = term
    const sequences = [...anywhereNames.entries()].flatMap(([at, name]) => [
      [name, term.anywhere[at]],
      [beginningNames[at], term.beginning[at]],
    ])
    return statement(viewer, {
      ...{ plain, end, limit, now: now.toISOString(), cells: `{${cells.join(',')}}` },
      ...{ afterWeight: after?.weight ?? 0, afterId: after?.id ?? '' },
      ...Object.fromEntries(sequences),
    })
  }
}
