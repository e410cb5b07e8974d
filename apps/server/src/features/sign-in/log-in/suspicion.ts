import type { Context } from '#platform/context.ts'
import type { Finding } from '#platform/finding.ts'
import type { Metric } from '#platform/monitoring/metrics.ts'
import { type BucketCounts, type RateLimitBucket, readBucketCounts } from '#platform/security/throttle.ts'

const TEN_MINUTES = 600
const HOUR = 3_600
const WEEK = 7 * 24 * HOUR
// Suspicious mode starts when failures reach the usual number times this factor, and also the configured number.
const TIMES_USUAL = 5

type SuspicionContext = Pick<Context, 'config' | 'now' | 'db'>

/** Counts all sign-ups in an hour. It never refuses a sign-up, but a high count requires a proof of work. */
export const allSignUpsBucket: RateLimitBucket = { key: 'sign-ups/3600', most: Number.POSITIVE_INFINITY, seconds: HOUR }

const slotOf = (seconds: number) => Math.floor(seconds / TEN_MINUTES) * TEN_MINUTES
const nowOf = ({ now }: Pick<Context, 'now'>) => now.getTime() / 1000
const keyOf = (slot: number) => `failures:${slot}`

/**
 * Returns the counter of failed log-ins from unknown devices in the current ten minutes; none when suspicious mode is
 * disabled. Keeps the first counter of each hour for a week, to learn the usual number, and all others for an hour.
 */
export function failureBuckets(ctx: Pick<Context, 'config' | 'now'>): RateLimitBucket[] {
  if (!ctx.config.suspicion) return []
  const slot = slotOf(nowOf(ctx))
  return [{ key: keyOf(slot), most: Number.POSITIVE_INFINITY, seconds: slot % HOUR === 0 ? WEEK : HOUR }]
}

/** Usual number of failures in ten minutes: the median of the stored counters of the week before an instant. */
async function usualFailures({ db, now }: SuspicionContext, before: number): Promise<number> {
  const last = Math.floor((before - 1) / HOUR) * HOUR
  const keys = Array.from({ length: WEEK / HOUR }, (_, hours) => keyOf(last - hours * HOUR))
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
  const slot = slotOf(nowOf(ctx))
  const held = await readBucketCounts(ctx.db, ctx.now, [keyOf(slot), keyOf(slot - TEN_MINUTES)])
  const failures = Math.max(0, ...held.values())
  if (failures < suspicion.failures) return 0
  const limit = Math.max(suspicion.failures, TIMES_USUAL * (await usualFailures(ctx, slot - TEN_MINUTES)))
  return failures < limit ? 0 : failures / limit
}

const signUpLevel = ({ config: { suspicion } }: Pick<Context, 'config'>, count: number): number =>
  suspicion && count >= suspicion.signUps ? count / suspicion.signUps : 0

/** Returns the level of suspicious mode for sign-ups. The current sign-up is counted already, so it is subtracted. */
export const signUpSuspicionLevel = (ctx: Pick<Context, 'config'>, counts: BucketCounts): number =>
  signUpLevel(ctx, (counts.get(allSignUpsBucket.key) ?? 0) - 1)

/** Returns whether a name is under attack: more than half of a daily or longer limit is used. */
export const isUnderAttack = (buckets: readonly RateLimitBucket[], counts: BucketCounts): boolean =>
  buckets.some(({ key, most, seconds }) => seconds > HOUR && (counts.get(key) ?? 0) * 2 > most)

async function levels(ctx: SuspicionContext) {
  const signUps = (await readBucketCounts(ctx.db, ctx.now, [allSignUpsBucket.key])).get(allSignUpsBucket.key) ?? 0
  return { 'log-in': await logInSuspicionLevel(ctx), 'sign-up': signUpLevel(ctx, signUps) }
}

export async function suspicionMetrics(ctx: SuspicionContext): Promise<Metric[]> {
  const series = Object.entries(await levels(ctx)).map(([what, level]) => ({ labels: [what], values: [level] }))
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
  const found = await levels(ctx)
  const says = {
    'log-in': 'many log-ins fail: unknown devices work before each try. The log counts them as "log-in".',
    'sign-up': 'many accounts are made: each is asked for work first.',
  }
  const on = (['log-in', 'sign-up'] as const).filter((what) => found[what] > 0)
  if (on.length === 0) return [{ what: 'attack', ok: true, says: 'neither log-ins nor sign-ups are suspicious.' }]
  return on.map((what) => ({ what: 'attack', ok: false, says: says[what] }))
}
