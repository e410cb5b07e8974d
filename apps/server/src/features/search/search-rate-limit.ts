import type { Context } from '#platform/context.ts'
import { networkBuckets } from '#platform/security/network-buckets.ts'
import { countRead } from '#platform/security/throttle.ts'

// The limits allow typing and paging, but are too low to enumerate all users.
const PER_USER = 120
const PER_HOUSEHOLD = 60
const SECONDS = 60

/** Counts a request. @throws Problem 'too-many-requests' above the limit per minute of a user or a visitor's network */
export async function enforceSearchLimit(ctx: Context, endpoint: 'search' | 'explore'): Promise<void> {
  const buckets = ctx.viewer
    ? [{ key: `${endpoint}:${ctx.viewer}`, most: PER_USER, seconds: SECONDS }]
    : networkBuckets(ctx, endpoint, [[PER_HOUSEHOLD, SECONDS]])
  await countRead(ctx.db, ctx.now, buckets)
}
