import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SQL } from 'drizzle-orm'
import { compileViewerStatement } from '#platform/database/compile-statement.ts'
import { SEQUENCE_COUNT, type SearchTerm } from './parse-query.ts'

const single = ['plain', 'end', 'cells', 'most', 'now', 'afterWeight', 'afterId'] as const
const anywhere = Array.from({ length: SEQUENCE_COUNT }, (_, at) => `anywhere${at}`)
const beginning = Array.from({ length: SEQUENCE_COUNT }, (_, at) => `beginning${at}`)

/** Placeholders of a search statement. `anywhere` and `beginning` are the letter sequences of `SearchTerm`. */
export type SearchPlaceholders = Record<(typeof single)[number], SQL> & { anywhere: SQL[]; beginning: SQL[] }

/** Values of a search statement. It reads `cells` in their order. `after`: key of the previous page's last hit. */
export type SearchValues = {
  viewer: UserId | null
  term: SearchTerm
  cells: readonly number[]
  most: number
  now: Date
  after?: { weight?: number; id: string } | undefined
}

/** Returns a search statement. Its text of up to 10,000 characters is built once for users and once for visitors. */
export function compileSearchStatement(make: (viewer: SQL | null, places: SearchPlaceholders) => SQL) {
  const names = [...single, ...anywhere, ...beginning]
  const statement = compileViewerStatement<Record<string, string | number>>(names, (viewer, places) => {
    const placesOf = (list: readonly string[]) => list.flatMap((name) => places[name] ?? [])
    // `places` contains an entry for each name in `names`.
    const all = {
      ...places,
      anywhere: placesOf(anywhere),
      beginning: placesOf(beginning),
    } as unknown as SearchPlaceholders
    return make(viewer, all)
  })
  return ({ viewer, term, cells, most, now, after }: SearchValues): SQL => {
    const { plain, end } = term
    const sequences = [...anywhere.entries()].flatMap(([at, name]) => [
      [name, term.anywhere[at]],
      [beginning[at], term.beginning[at]],
    ])
    return statement(viewer, {
      ...{ plain, end, most, now: now.toISOString(), cells: `{${cells.join(',')}}` },
      ...{ afterWeight: after?.weight ?? 0, afterId: after?.id ?? '' },
      ...Object.fromEntries(sequences),
    })
  }
}
