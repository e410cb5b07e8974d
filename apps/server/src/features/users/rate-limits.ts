import type { UserContext } from '#platform/context.ts'
import { networkBuckets } from '#platform/security/network-buckets.ts'
import { countAttempt, countReading } from '#platform/security/throttle.ts'
import { daysOld, NEW_FOR_DAYS } from './new-account-limits.ts'

const A_MINUTE = 60
const TEN_MINUTES = 600
const AN_HOUR = 3_600
const A_DAY = 86_400

/** `most` in so many seconds; `firstDay`: of an account made within a day, where doing it reaches others. */
export type RateLimit = { most: number; firstDay?: number; seconds: number }

// More than anybody's thumbs do, less than a script would: security.md §1.2 API6. Some of it tells somebody, some
// of it keeps a row for good. What is done counts; taking it back never waits. docs/operations/rate-limits.md
const limits = {
  likes: { most: 600, firstDay: 150, seconds: TEN_MINUTES },
  follows: { most: 200, firstDay: 30, seconds: AN_HOUR },
  paws: { most: 300, firstDay: 75, seconds: TEN_MINUTES },
  'post-edits': { most: 60, seconds: AN_HOUR },
  'comment-edits': { most: 60, seconds: AN_HOUR },
  blocks: { most: 200, seconds: AN_HOUR },
  collecting: { most: 600, seconds: AN_HOUR },
  comments: { most: 20, firstDay: 6, seconds: A_MINUTE }, // security.md §3.4
  'story-replies': { most: 20, firstDay: 6, seconds: A_MINUTE },
  tributes: { most: 10, firstDay: 3, seconds: A_DAY },
  reports: { most: 20, firstDay: 10, seconds: A_DAY },
  // Some gigabytes each, and days of work for the decoders.
  imports: { most: 5, seconds: A_DAY },
  // Written once in a few seconds while somebody types, on two devices.
  drafts: { most: 1_500, seconds: AN_HOUR },
  // A full post of photos, each tried a dozen ways; every edit renders anew.
  'photo-edits': { most: 120, seconds: AN_HOUR },
  // Each attempt verifies what the sender has made up.
  passkeys: { most: 30, seconds: AN_HOUR },
  // A letter typed after a sign asks once; a page of a post, when it opens and then every few minutes.
  mentions: { most: 120, seconds: A_MINUTE },
  watches: { most: 60, seconds: A_MINUTE },
} as const satisfies Record<string, RateLimit>

export type LimitedAction = keyof typeof limits

/** All of them, as the operator's table and command show them. */
export const rateLimits: Readonly<Record<LimitedAction, RateLimit>> = limits

// They go on while a full disk takes no writing.
const readings: readonly string[] = ['mentions', 'watches']

// Households of a mobile network stand behind one address: it may do what three new accounts may.
const NEW_ACCOUNTS = 3

/**
 * The rate limit of something the viewer does often: counts it. In production an account may do less in its first day
 * of what reaches others, half in its first week, and the new accounts of one network have a limit together. `PACE`
 * multiplies all of them.
 * @throws Problem 'too-many-requests' above the limit.
 */
export async function limitRate(ctx: UserContext, action: LimitedAction): Promise<void> {
  const { most, firstDay, seconds }: RateLimit = limits[action]
  const count = readings.includes(action) ? countReading : countAttempt
  const days = daysOld(ctx.viewer, ctx.now)
  const isNew = firstDay !== undefined && days < NEW_FOR_DAYS && ctx.config.mode === 'production'
  const some = (isNew ? (days < 1 ? firstDay : most / 2) : most) * ctx.config.pace
  await count(ctx.db, ctx.now, [{ key: `${action}:${ctx.viewer}`, most: some, seconds }])
  // Only what the account itself may do: one that is refused all the time takes nothing from its neighbours.
  if (isNew) await count(ctx.db, ctx.now, networkBuckets(ctx, `new-${action}`, [[NEW_ACCOUNTS * some, seconds]]))
}
