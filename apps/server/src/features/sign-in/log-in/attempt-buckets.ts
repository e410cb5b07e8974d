import { createHash } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { networkBuckets } from '#platform/security/network-buckets.ts'
import type { Bucket, BucketCounts } from '#platform/security/throttle.ts'
import { allSignUpsBucket, failureBuckets } from './suspicion.ts'

const hour = 3_600
const day = 24 * hour

type Caller = Pick<Context, 'secrets' | 'config' | 'ip' | 'now'>
type LogInCaller = Caller & Pick<Context, 'mail'>

/** Local mode has looser limits, because only this machine can reach the server. */
const isLocal = ({ config }: Caller) => config.mode === 'local'

const bucket = (key: string, most: number, seconds: number): Bucket => ({ key: `${key}/${seconds}`, most, seconds })

/** Buckets of failed log-ins under one name from unknown browsers, whether or not the name exists. */
export const nameBuckets = (ctx: Caller, identifier: string) => guessBuckets(ctx, `account:${nameMac(ctx, identifier)}`)

/** Silent buckets of failed log-ins under any name of an account, see docs/decisions/0004-zip-code-sign-in.md */
export const sharedBuckets = (ctx: Caller, account: string) =>
  guessBuckets(ctx, `shared:${ctx.secrets.mac('account', account)}`)

function guessBuckets(ctx: Caller, key: string): Bucket[] {
  return isLocal(ctx)
    ? [bucket(key, 10, hour / 4), bucket(key, 100, day)]
    : [bucket(key, 5, hour / 4), bucket(key, 10, day), bucket(key, 30, 30 * day)]
}

// Above this count a zip code needs a proof of work. It is not refused, because attackers could then lock out every
// user with the same zip code.
const ZIP_PROOF_FROM = 100
// Limit of attempts with one zip code where mail is off: no mailed code protects the accounts there.
const ZIP_ONLY_MOST = 1_000

/** Bucket of failures with one zip code under any name, from unknown browsers. Refuses only where mail is off. */
const zipBucket = (ctx: LogInCaller, zip: string): Bucket =>
  bucket(`zip:${ctx.secrets.mac('zip', zip)}`, ctx.mail.on ? Number.POSITIVE_INFINITY : ZIP_ONLY_MOST, hour)

/** Returns whether a zip code was tried so often, this attempt included, that it needs a proof of work. */
export const isZipSprayed = (ctx: LogInCaller, zip: string, counts: BucketCounts): boolean =>
  (counts.get(zipBucket(ctx, zip).key) ?? 0) > ZIP_PROOF_FROM

export function unknownDeviceBuckets(ctx: LogInCaller, identifier: string, zip: string): Bucket[] {
  const ofAll = isLocal(ctx) ? [] : [zipBucket(ctx, zip)]
  return [...nameBuckets(ctx, identifier), ...addressBuckets(ctx), ...ofAll, ...failureBuckets(ctx)]
}

/** Buckets of failures from one IP address, mailed codes included. */
export const addressBuckets = (ctx: Caller): Bucket[] =>
  networkBuckets(ctx, 'address', [
    [20, hour],
    [60, day],
  ])

/** Separate buckets of a known device, so that other devices cannot lock it out. The second one is the daily limit. */
export function deviceBuckets(device: Buffer): [Bucket, Bucket] {
  const key = `device:${createHash('sha256').update(device).digest('base64url')}`
  return [bucket(key, 10, hour / 4), bucket(key, 50, day)]
}

export const sudoBuckets = (user: UserId): Bucket[] => [
  bucket(`sudo:${user}`, 10, hour / 4),
  bucket(`sudo:${user}`, 50, day),
]

/** Bucket of username changes. They are limited, because each change reserves the old name for ninety days. */
export const renameBuckets = (user: UserId): Bucket[] => [bucket(`rename:${user}`, 3, 30 * day)]

/** Buckets of sign-ups. With suspicious mode, the bucket of all sign-ups requires proofs of work and never refuses. */
export const signUpBuckets = (ctx: Caller): Bucket[] => [
  ...(isLocal(ctx)
    ? []
    : networkBuckets(ctx, 'sign-up', [
        [5, hour],
        [20, day],
      ])),
  ctx.config.suspicion ? allSignUpsBucket : { ...allSignUpsBucket, most: isLocal(ctx) ? 1_000 : 200 },
]

export const nameMac = (ctx: Pick<Caller, 'secrets'>, identifier: string) => ctx.secrets.mac('identifier', identifier)

/** Buckets of codes sent to one account, or requested under one name. */
export const codeBuckets = (accountOrName: string): Bucket[] => [
  bucket(`codes:${accountOrName}`, 3, hour),
  bucket(`codes:${accountOrName}`, 10, day),
]

export const codeRequestBuckets = (ctx: Caller, name: string): Bucket[] => [
  ...codeBuckets(name),
  ...networkBuckets(ctx, 'codes-from', [[10, hour]]),
]
