import { type TransparencyMonth, transparencyCodes } from '@pawtrait/contract/moderation/transparency.ts'
import type { Context } from '#platform/context.ts'
import { selectMonthlyCounts } from './transparency-queries.ts'

const MONTHS = 12

const createZeroCounts = () =>
  Object.fromEntries(transparencyCodes.map((what) => [what, 0])) as TransparencyMonth['counts']

/** Returns the counts of moderation actions by month, newest first, without usernames. */
export async function readTransparencyCounts(ctx: Context): Promise<{ months: TransparencyMonth[] }> {
  const months = new Map<string, TransparencyMonth>()
  for (const { month, what, count } of await selectMonthlyCounts(ctx.db, MONTHS)) {
    const current = months.get(month) ?? { month, counts: createZeroCounts() }
    months.set(month, { month, counts: { ...current.counts, [what]: count } })
  }
  return { months: [...months.values()] }
}
