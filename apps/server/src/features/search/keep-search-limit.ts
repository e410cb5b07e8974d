import type { Context } from '#platform/context.ts'
import { isLoopback, networksOf } from '#platform/network.ts'
import { countAttempt } from '#platform/throttle.ts'

// Enough for somebody who types, too few to read out who is here (security.md §6, Search).
const PER_USER = 120
const PER_HOUSEHOLD = 60
const SECONDS = 60

/** Counts one search. @throws Problem 'too-many-requests' above the minute's limit of the user, or of an address. */
export async function keepSearchLimit(ctx: Context): Promise<void> {
  if (ctx.viewer)
    return countAttempt(ctx.db, ctx.now, [{ key: `search:${ctx.viewer}`, most: PER_USER, seconds: SECONDS }])
  // Where nobody else can reach the server there is nobody to hold off.
  if (ctx.config.mode === 'local' && isLoopback(ctx.ip)) return
  const key = `search:${ctx.secrets.mac('network', networksOf(ctx.ip).household)}`
  await countAttempt(ctx.db, ctx.now, [{ key, most: PER_HOUSEHOLD, seconds: SECONDS }])
}
