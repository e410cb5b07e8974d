import type { Context } from '#platform/context.ts'
import type { Finding } from '#platform/finding.ts'
import type { Metric } from '#platform/monitoring/metrics.ts'
import { type Bucket, type Counts, heldBy } from '#platform/security/throttle.ts'

const TEN_MINUTES = 600
const HOUR = 3_600
const WEEK = 7 * 24 * HOUR
// More than anything usual.
const TIMES_USUAL = 5

type Asking = Pick<Context, 'config' | 'now' | 'db'>

/** What all sign-ups of production count in; many are no refusal there, they ask for work. */
export const allSignUps: Bucket = { key: 'sign-ups/3600', most: Number.POSITIVE_INFINITY, seconds: HOUR }

/** Begin of the ten minutes of an instant, in seconds. */
const slotOf = (seconds: number) => Math.floor(seconds / TEN_MINUTES) * TEN_MINUTES
const nowOf = ({ now }: Pick<Context, 'now'>) => now.getTime() / 1000
const keyOf = (slot: number) => `failures:${slot}`

/**
 * What all failed log-ins of unknown devices count in, together, and never full. The first ten minutes of each hour are
 * kept for a week: from them is known what is usual.
 */
export function failureBuckets(ctx: Pick<Context, 'config' | 'now'>): Bucket[] {
  if (!ctx.config.suspicion) return []
  const slot = slotOf(nowOf(ctx))
  return [{ key: keyOf(slot), most: Number.POSITIVE_INFINITY, seconds: slot % HOUR === 0 ? WEEK : HOUR }]
}

/** The median of the kept ten minutes of a week before those that are judged; no failure in one counts too. */
async function usualFailures({ db, now }: Asking, before: number): Promise<number> {
  const last = Math.floor((before - 1) / HOUR) * HOUR
  const keys = Array.from({ length: WEEK / HOUR }, (_, hours) => keyOf(last - hours * HOUR))
  const counts = [...(await heldBy(db, now, keys)).values()].toSorted((a, b) => b - a)
  return counts[Math.floor(keys.length / 2)] ?? 0
}

/**
 * Suspicious mode of log-ins (`security.md` §2.4): how many times the limit unknown devices fail, in these ten minutes
 * or those before; 0 below it. One who stops is watched for ten minutes more.
 */
export async function logInSuspicion(ctx: Asking): Promise<number> {
  const { suspicion } = ctx.config
  if (!suspicion) return 0
  const slot = slotOf(nowOf(ctx))
  const held = await heldBy(ctx.db, ctx.now, [keyOf(slot), keyOf(slot - TEN_MINUTES)])
  const failures = Math.max(0, ...held.values())
  if (failures < suspicion.failures) return 0
  const limit = Math.max(suspicion.failures, TIMES_USUAL * (await usualFailures(ctx, slot - TEN_MINUTES)))
  return failures < limit ? 0 : failures / limit
}

/** The same of sign-ups in an hour, when so many are counted. */
const signUpLevel = ({ config: { suspicion } }: Pick<Context, 'config'>, count: number): number =>
  suspicion && count >= suspicion.signUps ? count / suspicion.signUps : 0

/** Suspicious mode of sign-ups, by what they count in; this one is among them. */
export const signUpSuspicion = (ctx: Pick<Context, 'config'>, counts: Counts): number =>
  signUpLevel(ctx, (counts.get(allSignUps.key) ?? 0) - 1)

/** Whether somebody guesses at one name: buckets of a day and more that are more than half full. */
export const isFilling = (buckets: readonly Bucket[], counts: Counts): boolean =>
  buckets.some(({ key, most, seconds }) => seconds > HOUR && (counts.get(key) ?? 0) * 2 > most)

async function levels(ctx: Asking) {
  const signUps = (await heldBy(ctx.db, ctx.now, [allSignUps.key])).get(allSignUps.key) ?? 0
  return { 'log-in': await logInSuspicion(ctx), 'sign-up': signUpLevel(ctx, signUps) }
}

/** Suspicious mode as Prometheus is told of it. */
export async function suspicionMetrics(ctx: Asking): Promise<Metric[]> {
  const series = Object.entries(await levels(ctx)).map(([what, level]) => ({ labels: [what], values: [level] }))
  return [
    {
      name: 'suspicious_mode_level',
      help: 'How many times their limit log-ins of unknown devices fail, and accounts are made; 0 below it',
      type: 'gauge',
      labelNames: ['purpose'],
      buckets: [],
      series,
    },
  ]
}

/** Suspicious mode as "doctor" tells of it. */
export async function examineSuspicion(ctx: Asking): Promise<Finding[]> {
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
