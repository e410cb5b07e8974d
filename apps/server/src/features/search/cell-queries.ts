import { type SQL, sql } from 'drizzle-orm'

// As in the migration that made them (`search-cells`): id_span, search_cell, post_cell.
const SPANS_FROM_MS = 1_704_000_000_000
const [USER_SPAN_MS, POST_SPAN_MS] = [2 ** 33, 2 ** 31]
const CELLS_OF_A_COUNT = 1_000
const LAST_SPAN = CELLS_OF_A_COUNT - 1
const MOST_DOUBLINGS = 31

/** The spans until now, newest first, and the one after: another machine's clock may be ahead. */
function spansUntil(now: Date, ms: number): number[] {
  const last = Math.max(0, Math.floor((now.getTime() - SPANS_FROM_MS) / ms)) + 1
  return Array.from({ length: last + 1 }, (_, at) => last - at)
}

/** The cells of what is followed or used (`search_cell`), in the order of hits. */
export function rankedCells(now: Date): number[] {
  const doublings = Array.from({ length: MOST_DOUBLINGS - 1 }, (_, at) => 3 * CELLS_OF_A_COUNT + MOST_DOUBLINGS - at)
  const spans = [LAST_SPAN, ...spansUntil(now, USER_SPAN_MS)]
  return [...doublings, ...[2, 1, 0].flatMap((count) => spans.map((span) => count * CELLS_OF_A_COUNT + span))]
}

/** The cells of posts (`post_cell`), newest first. */
export const postCells = (now: Date): number[] => spansUntil(now, POST_SPAN_MS)

/** The row has all these parts and is in this cell. `keys`: the indexed expression; `cell` as SQL. */
export const inCell = (keys: SQL, cell: SQL, parts: readonly string[]): SQL =>
  sql`${keys} @> array[${sql.join(
    parts.map((part) => sql`${cell} || ':' || ${part}::text`),
    sql`, `,
  )}]`

/** Cells one after the other, from the one named `first` (SQL) on: a row of the column `cell` each. */
export const cellsFrom = (cells: readonly number[], first: SQL): SQL =>
  sql`(select cell from unnest(${`{${cells.join(',')}}`}::int[]) cell where cell <= ${first} offset 0) c`
