import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'

/** A visible line. A line with `gone` is no longer in the queue, but stays visible until the order is reset. */
export type VisibleLine = { line: QueuedItem; gone: boolean }

export type StableOrder = {
  shown: readonly VisibleLine[]
  /** Number of new lines above or between known lines; the new lines are not shown. */
  newCount: number
}

/**
 * Merges a refetched list without moving visible lines. Known lines keep their places. New lines below them are
 * appended, and new lines above or between them are only counted.
 */
export function mergeStableOrder(before: readonly VisibleLine[], fresh: readonly QueuedItem[]): StableOrder {
  const byId = new Map(fresh.map((line) => [line.id, line]))
  const known = new Set(before.map(({ line }) => line.id))
  const last = fresh.findLastIndex(({ id }) => known.has(id))
  const follow = fresh.slice(last + 1).map((line) => ({ line, gone: false }))
  const knownLines = before.map(({ line }) => ({ line: byId.get(line.id) ?? line, gone: !byId.has(line.id) }))
  const newCount = fresh.slice(0, last + 1).filter(({ id }) => !known.has(id)).length
  // No visible line is in the fetched list, so no line can move under the pointer.
  if (last < 0) return { shown: follow, newCount: 0 }
  return { shown: [...knownLines, ...follow], newCount }
}
