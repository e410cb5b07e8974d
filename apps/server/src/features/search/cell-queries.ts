import { type SQL, sql } from 'drizzle-orm'

// A search cell is a section of the index: rows with a similar number of followers, or of a similar age.
// @NOTE Must match the SQL functions id_span, search_cell and post_cell in the migration `search-cells`.
const SPANS_FROM_MS = 1_704_000_000_000
const [USER_SPAN_MS, POST_SPAN_MS] = [2 ** 33, 2 ** 31]
const CELLS_PER_COUNT = 1_000
const LAST_SPAN = CELLS_PER_COUNT - 1
const MAX_DOUBLINGS = 31

// Returns the numbers of the time spans since 2024, newest first. Includes the span after the current one, because
// another machine's clock may be ahead.
function listTimeSpans(now: Date, ms: number): number[] {
  const last = Math.max(0, Math.floor((now.getTime() - SPANS_FROM_MS) / ms)) + 1
  return Array.from({ length: last + 1 }, (_, at) => last - at)
}

/** Returns the search cells of ranked tables such as users: highest weight first, then newest first. */
export function getRankedCells(now: Date): number[] {
  const doublings = Array.from({ length: MAX_DOUBLINGS - 1 }, (_, at) => 3 * CELLS_PER_COUNT + MAX_DOUBLINGS - at)
  const spans = [LAST_SPAN, ...listTimeSpans(now, USER_SPAN_MS)]
  return [...doublings, ...[2, 1, 0].flatMap((count) => spans.map((span) => count * CELLS_PER_COUNT + span))]
}

/** Returns the search cells of posts, newest first. */
export const getPostCells = (now: Date): number[] => listTimeSpans(now, POST_SPAN_MS)

/** SQL condition: the row is in this cell and contains all letter sequences `parts`. `keys` is the indexed value. */
export const isInCell = (keys: SQL, cell: SQL, parts: readonly SQL[]): SQL =>
  sql`${keys} @> array[${sql.join(
    parts.map((part) => sql`${cell} || ':' || ${part}::text`),
    sql`, `,
  )}]`

/** SQL table `c` of the cells in `cells` that are not above `first`, in the descending order of `cells`. */
export const cellsUpTo = (cells: SQL, first: SQL): SQL =>
  sql`(select cell from unnest(${cells}::int[]) cell where cell <= ${first} offset 0) c`
