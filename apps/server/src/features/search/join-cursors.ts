import { type HitType, hitTypes } from '@pawtrait/contract/search.ts'
import { Problem } from '#platform/problem.ts'

/** The cursor of each type of hit whose list goes on. */
export type Cursors = Partial<Record<HitType, string>>

/**
 * One cursor for lists that are read side by side, such as `tag:2.7.<id>_post:<id>`; null when none goes on. A sealed
 * one may have `_` in it, none has `:`.
 */
export const joinedCursor = (cursors: Cursors): string | null =>
  hitTypes.flatMap((type) => (cursors[type] ? `${type}:${cursors[type]}` : [])).join('_') || null

/** @throws Problem 'validation-failed' for what `joinedCursor` does not make of lists of these types. */
export function splitCursor(cursor: string, types: readonly HitType[]): Cursors {
  const cursors: Cursors = {}
  for (const part of cursor.split(/_(?=[a-z]+:)/)) {
    const type = types.find((known) => part.startsWith(`${known}:`))
    const own = type && part.slice(type.length + 1)
    if (!own || cursors[type]) throw new Problem('validation-failed', 'This cursor is not one of ours.')
    cursors[type] = own
  }
  return cursors
}
