import type { Context } from '#platform/context.ts'
import type { Finding } from '#platform/finding.ts'
import type { Metric } from '#platform/monitoring/metrics.ts'
import { type BucketCounts, type RateLimitBucket, readBucketCounts } from '#platform/security/throttle.ts'

const TEN_MINUTES = 600
const HOUR = 3_600
const WEEK = 7 * 24 * HOUR
// Suspicious mode starts when failures reach the usual number times this factor, and also the configured number.
const SUSPICION_FACTOR = 5

type SuspicionContext = Pick<Context, 'config' | 'now' | 'db'>

/** Counts all sign-ups in an hour. It never refuses a sign-up, but a high count requires a proof of work. */
export const allSignUpsBucket: RateLimitBucket = { key: 'sign-ups/3600', most: Number.POSITIVE_INFINITY, seconds: HOUR }

const toSlot = (seconds: number) => Math.floor(seconds / TEN_MINUTES) * TEN_MINUTES
const nowSeconds = ({ now }: Pick<Context, 'now'>) => now.getTime() / 1000
const toFailureKey = (slot: number) => `failures:${slot}`

/**
 * Returns the counter of failed log-ins from unknown devices in the current ten minutes; none when suspicious mode is
 * disabled. Keeps the first counter of each hour for a week, to learn the usual number, and all others for an hour.
 */
export function failureBuckets(ctx: Pick<Context, 'config' | 'now'>): RateLimitBucket[] {
  if (!ctx.config.suspicion) return []
  const slot = toSlot(nowSeconds(ctx))
  return [{ key: toFailureKey(slot), most: Number.POSITIVE_INFINITY, seconds: slot % HOUR === 0 ? WEEK : HOUR }]
}

/**
 * Usual number of failures in ten minutes: the median of one counter per hour in the week before an instant. A missing
 * counter counts as 0.
 */
async function computeUsualFailures({ db, now }: SuspicionContext, before: number): Promise<number> {
  const last = Math.floor((before - 1) / HOUR) * HOUR
  const keys = Array.from({ length: WEEK / HOUR }, (_, hours) => toFailureKey(last - hours * HOUR))
  const counts = [...(await readBucketCounts(db, now, keys)).values()].toSorted((a, b) => b - a)
  return counts[Math.floor(keys.length / 2)] ?? 0
}

/**
 * Returns the level of suspicious mode for log-ins: failures from unknown devices divided by the limit, or 0 below the
 * limit. Uses the higher value of the current and the previous ten minutes, so that the mode outlasts an attack by ten
 * minutes.
 */
export async function logInSuspicionLevel(ctx: SuspicionContext): Promise<number> {
  const { suspicion } = ctx.config
  if (!suspicion) return 0
  const slot = toSlot(nowSeconds(ctx))
  const counts = await readBucketCounts(ctx.db, ctx.now, [toFailureKey(slot), toFailureKey(slot - TEN_MINUTES)])
  const failures = Math.max(0, ...counts.values())
  if (failures < suspicion.failures) return 0
  const limit = Math.max(suspicion.failures, SUSPICION_FACTOR * (await computeUsualFailures(ctx, slot - TEN_MINUTES)))
  return failures < limit ? 0 : failures / limit
}

const computeSignUpLevel = ({ config: { suspicion } }: Pick<Context, 'config'>, count: number): number =>
  suspicion && count >= suspicion.signUps ? count / suspicion.signUps : 0

/** Returns the level of suspicious mode for sign-ups. The current sign-up is counted already, so it is subtracted. */
export const signUpSuspicionLevel = (ctx: Pick<Context, 'config'>, counts: BucketCounts): number =>
  computeSignUpLevel(ctx, (counts.get(allSignUpsBucket.key) ?? 0) - 1)

/** Returns whether a name is under attack: more than half of a daily or longer limit is used. */
export const isUnderAttack = (buckets: readonly RateLimitBucket[], counts: BucketCounts): boolean =>
  buckets.some(({ key, most, seconds }) => seconds > HOUR && (counts.get(key) ?? 0) * 2 > most)

async function readLevels(ctx: SuspicionContext) {
  const signUps = (await readBucketCounts(ctx.db, ctx.now, [allSignUpsBucket.key])).get(allSignUpsBucket.key) ?? 0
  return { 'log-in': await logInSuspicionLevel(ctx), 'sign-up': computeSignUpLevel(ctx, signUps) }
}

export async function readSuspicionMetrics(ctx: SuspicionContext): Promise<Metric[]> {
  const series = Object.entries(await readLevels(ctx)).map(([what, level]) => ({ labels: [what], values: [level] }))
  return [
    {
      name: 'suspicious_mode_level',
      help: 'Failed log-ins of unknown devices, and sign-ups, as a multiple of their limit; 0 below it',
      type: 'gauge',
      labelNames: ['purpose'],
      buckets: [],
      series,
    },
  ]
}

export async function examineSuspicion(ctx: SuspicionContext): Promise<Finding[]> {
  if (!ctx.config.suspicion) return []
  const levels = await readLevels(ctx)
  const messages = {
    'log-in': 'many log-ins fail, so unknown devices need a proof of work for each try. See log lines "log-in".',
    'sign-up': 'many accounts are created, so each sign-up needs a proof of work.',
  }
  const active = (['log-in', 'sign-up'] as const).filter((what) => levels[what] > 0)
  if (active.length === 0) return [{ what: 'attack', ok: true, says: 'neither log-ins nor sign-ups are suspicious.' }]
  return active.map((what) => ({ what: 'attack', ok: false, says: messages[what] }))
}
