import { type TransparencyMonth, transparencyCounts } from '@pawtrait/contract/transparency.ts'
import type { Context } from '#platform/context.ts'
import { selectMonthsOfLog } from './transparency-queries.ts'

const MONTHS = 12
// The log is read whole, for whoever asks: a long one may not hold up the rest.
const MOST_MS = 2_000

const none = () => Object.fromEntries(transparencyCounts.map((what) => [what, 0])) as TransparencyMonth['counts']

/** What moderators did by month, newest first, from the log that can only be added to. It names nobody. */
export async function transparencyOf(ctx: Context): Promise<{ months: TransparencyMonth[] }> {
  const months = new Map<string, TransparencyMonth>()
  for (const { month, what, n } of await selectMonthsOfLog(ctx.bounded(MOST_MS), MONTHS)) {
    const counted = months.get(month) ?? { month, counts: none() }
    months.set(month, { month, counts: { ...counted.counts, [what]: n } })
  }
  return { months: [...months.values()] }
}
