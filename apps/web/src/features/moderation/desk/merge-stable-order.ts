import type { QueueLine } from '@pawtrait/contract/moderation/moderation-desk.ts'

/** A visible line. `gone`: no longer pending; it keeps its place until the list is shown afresh. */
export type ShownLine = { line: QueueLine; gone: boolean }

export type StableOrder = {
  shown: readonly ShownLine[] /** Number of new lines above or between known ones. */
  newCount: number
}

/**
 * Merges a refetched list without moving visible lines: known lines keep their places, later ones are appended,
 * and earlier ones are only counted.
 */
export function mergeStableOrder(before: readonly ShownLine[], fresh: readonly QueueLine[]): StableOrder {
  const byId = new Map(fresh.map((line) => [line.id, line]))
  const known = new Set(before.map(({ line }) => line.id))
  const last = fresh.findLastIndex(({ id }) => known.has(id))
  const follow = fresh.slice(last + 1).map((line) => ({ line, gone: false }))
  const knownLines = before.map(({ line }) => ({ line: byId.get(line.id) ?? line, gone: !byId.has(line.id) }))
  const newCount = fresh.slice(0, last + 1).filter(({ id }) => !known.has(id)).length
  // No known line is left, so nothing can move under the pointer.
  if (last < 0) return { shown: follow, newCount: 0 }
  return { shown: [...knownLines, ...follow], newCount }
}
