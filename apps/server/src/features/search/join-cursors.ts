import { type SearchHitType, searchHitTypes } from '@pawtrait/contract/search.ts'
import { Problem } from '#platform/problem.ts'

/** Cursors of a search, keyed by type of hit. A type without a next page has no cursor. */
export type CursorsByType = Partial<Record<SearchHitType, string>>

/**
 * Joins cursors to a text such as `tag:2.7.<id>_post:<id>`. Returns null without cursors. An encrypted cursor may
 * contain `_` but no `:`, so `splitCursor` finds a separator by the `:` after it.
 */
export const joinCursors = (cursors: CursorsByType): string | null =>
  searchHitTypes.flatMap((type) => (cursors[type] ? `${type}:${cursors[type]}` : [])).join('_') || null

/**
 * Splits a cursor that `joinCursors` returned.
 * @throws Problem 'validation-failed' for any other text, a repeated type, or a type that is not in `types`
 */
export function splitCursor(cursor: string, types: readonly SearchHitType[]): CursorsByType {
  const cursors: CursorsByType = {}
  for (const part of cursor.split(/_(?=[a-z]+:)/)) {
    const type = types.find((candidate) => part.startsWith(`${candidate}:`))
    const typeCursor = type && part.slice(type.length + 1)
    if (!typeCursor || cursors[type]) throw new Problem('validation-failed', 'This cursor is not one of ours.')
    cursors[type] = typeCursor
  }
  return cursors
}
