import type { QueueLine } from '@pawtrait/contract/moderation/moderation-desk.ts'

/** A line as it is shown; `gone`: it waits no more, and keeps its place until the list is shown anew. */
export type ShownLine = { line: QueueLine; gone: boolean }

export type Steady = { shown: readonly ShownLine[] /** How many came in between or above. */; news: number }

/**
 * What was read again, without moving a line that is looked at: known lines keep their places, what comes after the
 * last of them follows, and what belongs before is only counted.
 */
export function steady(before: readonly ShownLine[], fresh: readonly QueueLine[]): Steady {
  const byId = new Map(fresh.map((line) => [line.id, line]))
  const known = new Set(before.map(({ line }) => line.id))
  const last = fresh.findLastIndex(({ id }) => known.has(id))
  const follow = fresh.slice(last + 1).map((line) => ({ line, gone: false }))
  const kept = before.map(({ line }) => ({ line: byId.get(line.id) ?? line, gone: !byId.has(line.id) }))
  const news = fresh.slice(0, last + 1).filter(({ id }) => !known.has(id)).length
  // None of what was shown is left: there is nothing to be moved under anybody's hand.
  if (last < 0) return { shown: follow, news: 0 }
  return { shown: [...kept, ...follow], news }
}
