import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'

/** Row on the screen. If `gone`, its report has left the queue, but the row stays until the list is reset. */
export type VisibleRow = { line: QueuedItem; gone: boolean }

export type StableOrder = {
  shown: readonly VisibleRow[]
  /** Number of new reports that are not shown yet, because they belong above or between visible rows. */
  newCount: number
}

/**
 * Merges a refetched list into the visible rows without moving them. Appends new rows that belong at the end. Counts
 * all other new rows without showing them.
 */
export function mergeStableOrder(before: readonly VisibleRow[], fresh: readonly QueuedItem[]): StableOrder {
  const byId = new Map(fresh.map((line) => [line.id, line]))
  const knownIds = new Set(before.map(({ line }) => line.id))
  const lastKnownIndex = fresh.findLastIndex(({ id }) => knownIds.has(id))
  const newRows = fresh.slice(lastKnownIndex + 1).map((line) => ({ line, gone: false }))
  const knownLines = before.map(({ line }) => ({ line: byId.get(line.id) ?? line, gone: !byId.has(line.id) }))
  const newCount = fresh.slice(0, lastKnownIndex + 1).filter(({ id }) => !knownIds.has(id)).length
  // The fetched list contains none of the visible rows, so it replaces them.
  if (lastKnownIndex < 0) return { shown: newRows, newCount: 0 }
  return { shown: [...knownLines, ...newRows], newCount }
}
