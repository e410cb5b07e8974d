import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SQL } from 'drizzle-orm'
import { compileViewerStatement } from '#platform/database/compiled.ts'
import { PARTS, type SearchTerm } from './parse-query.ts'

const single = ['plain', 'end', 'cells', 'most', 'now', 'afterWeight', 'afterId'] as const
const anywhere = Array.from({ length: PARTS }, (_, at) => `anywhere${at}`)
const beginning = Array.from({ length: PARTS }, (_, at) => `beginning${at}`)

/** Placeholders of a search statement. `anywhere`, `beginning`: letter sequences as in `SearchTerm`. */
export type SearchPlaces = Record<(typeof single)[number], SQL> & { anywhere: SQL[]; beginning: SQL[] }

/** Values of a search statement. `cells`: in the order to read. `after`: key of the last hit on the previous page. */
export type SearchValues = {
  viewer: UserId | null
  term: SearchTerm
  cells: readonly number[]
  most: number
  now: Date
  after?: { weight?: number; id: string } | undefined
}

/** Returns a search statement. Its text of up to 10,000 letters is built once for users and once for visitors. */
export function searchStatement(make: (viewer: SQL | null, places: SearchPlaces) => SQL) {
  const names = [...single, ...anywhere, ...beginning]
  const statement = compileViewerStatement<Record<string, string | number>>(names, (viewer, places) => {
    const placesOf = (list: readonly string[]) => list.flatMap((name) => places[name] ?? [])
    // `places` has an entry for each of `names`.
    const all = { ...places, anywhere: placesOf(anywhere), beginning: placesOf(beginning) } as unknown as SearchPlaces
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
