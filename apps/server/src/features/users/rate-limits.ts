import type { UserContext } from '#platform/context.ts'
import { networkBuckets } from '#platform/security/network-buckets.ts'
import { countAttempt, countRead } from '#platform/security/throttle.ts'
import { accountAgeInDays, NEW_ACCOUNT_DAYS } from './new-account-limits.ts'

const MINUTE_SECONDS = 60
const TEN_MINUTES = 600
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** `most` actions in `seconds`. `firstDay`: limit on an account's first day, for actions that other users notice. */
export type RateLimit = { most: number; firstDay?: number; seconds: number }

// Limits that a person does not reach, but a script does (OWASP API6:2023). Most apply to actions that notify users or
// store rows permanently. None applies to undoing an action. See docs/operations/rate-limits.md.
const limits = {
  likes: { most: 600, firstDay: 150, seconds: TEN_MINUTES },
  follows: { most: 200, firstDay: 30, seconds: HOUR_SECONDS },
  paws: { most: 300, firstDay: 75, seconds: TEN_MINUTES },
  'post-edits': { most: 60, seconds: HOUR_SECONDS },
  'comment-edits': { most: 60, seconds: HOUR_SECONDS },
  blocks: { most: 200, seconds: HOUR_SECONDS },
  collecting: { most: 600, seconds: HOUR_SECONDS },
  comments: { most: 20, firstDay: 6, seconds: MINUTE_SECONDS },
  'story-replies': { most: 20, firstDay: 6, seconds: MINUTE_SECONDS },
  tributes: { most: 10, firstDay: 3, seconds: DAY_SECONDS },
  reports: { most: 20, firstDay: 10, seconds: DAY_SECONDS },
  // An import may have several gigabytes, and decoding its photos may take days.
  imports: { most: 5, seconds: DAY_SECONDS },
  // This limit is enough for two devices that save every few seconds while the user types.
  drafts: { most: 1_500, seconds: HOUR_SECONDS },
  // This limit allows a dozen edits of each of a post's ten photos. Every edit renders the photo again.
  'photo-edits': { most: 120, seconds: HOUR_SECONDS },
  // Each attempt parses and verifies cryptographic data from an unknown source.
  passkeys: { most: 30, seconds: HOUR_SECONDS },
  // `push-subscriptions`: each start of the app sends one request. `push-tests`: each request calls a push service.
  'push-subscriptions': { most: 120, seconds: HOUR_SECONDS },
  'push-tests': { most: 20, seconds: HOUR_SECONDS },
  // `mentions`: one request per letter after `@`. `watches`: one request when a post opens, then every few minutes.
  mentions: { most: 120, seconds: MINUTE_SECONDS },
  watches: { most: 60, seconds: MINUTE_SECONDS },
} as const satisfies Record<string, RateLimit>

export type LimitedAction = keyof typeof limits

export const rateLimits: Readonly<Record<LimitedAction, RateLimit>> = limits

// Actions that store nothing, so they must work while the disk is full.
const readActions: readonly string[] = ['mentions', 'watches']

// Mobile users share an IP address. The new accounts of a network together get three times the limit of one account.
const NETWORK_FACTOR = 3

/**
 * Counts an action against its rate limit. In production, actions that others notice have lower limits for new
 * accounts: `firstDay` on the first day, half the limit in the first week. The new accounts of a network also share a
 * limit. The setting `PACE` multiplies all limits.
 * @throws Problem 'too-many-requests' above the limit.
 */
export async function enforceRateLimit(ctx: UserContext, action: LimitedAction): Promise<void> {
  const { most, firstDay, seconds }: RateLimit = limits[action]
  const count = readActions.includes(action) ? countRead : countAttempt
  const days = accountAgeInDays(ctx.viewer, ctx.now)
  const isNew = firstDay !== undefined && days < NEW_ACCOUNT_DAYS && ctx.config.mode === 'production'
  const limit = (isNew ? (days < 1 ? firstDay : most / 2) : most) * ctx.config.pace
  await count(ctx.db, ctx.now, [{ key: `${action}:${ctx.viewer}`, most: limit, seconds }])
  // The account's own limit is counted first, because a refused action must not use up the limit of the network.
  if (isNew) await count(ctx.db, ctx.now, networkBuckets(ctx, `new-${action}`, [[NETWORK_FACTOR * limit, seconds]]))
}
