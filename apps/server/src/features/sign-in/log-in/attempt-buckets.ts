import { createHash } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { networkBuckets } from '#platform/security/network-buckets.ts'
import type { BucketCounts, RateLimitBucket } from '#platform/security/throttle.ts'
import { allSignUpsBucket, failureBuckets } from './suspicion.ts'

const hour = 3_600
const day = 24 * hour

type Caller = Pick<Context, 'secrets' | 'config' | 'ip' | 'now'>
type LogInCaller = Caller & Pick<Context, 'mail'>

/** In local mode, only users of this machine can reach the server, so limits are looser. */
const isLocal = ({ config }: Caller) => config.mode === 'local'

const bucket = (key: string, most: number, seconds: number): RateLimitBucket => ({
  key: `${key}/${seconds}`,
  most,
  seconds,
})

/** Limits of failed log-ins from unknown browsers with one username or e-mail address, even one that is not in use. */
export const identifierBuckets = (ctx: Caller, identifier: string) =>
  guessBuckets(ctx, `account:${computeIdentifierMac(ctx, identifier)}`)

/**
 * Limits of failed log-ins to one account, by username or e-mail address. Above them, log-ins fail silently, without a
 * 429: docs/decisions/0004-zip-code-sign-in.md
 */
export const accountBuckets = (ctx: Caller, account: string) =>
  guessBuckets(ctx, `shared:${ctx.secrets.mac('account', account)}`)

function guessBuckets(ctx: Caller, key: string): RateLimitBucket[] {
  return isLocal(ctx)
    ? [bucket(key, 10, hour / 4), bucket(key, 100, day)]
    : [bucket(key, 5, hour / 4), bucket(key, 10, day), bucket(key, 30, 30 * day)]
}

// Above this number of failures per hour with one zip code, log-ins with this zip code need a proof of work. They are
// not refused: otherwise an attacker could lock out all users with the same zip code.
const MAX_FAILURES_WITHOUT_PROOF = 100
// If mail is off, no mailed code protects accounts. Above this number of failures per hour, log-ins with the zip code
// are refused.
const MAX_FAILURES_WITHOUT_MAIL = 1_000

/**
 * Counter of failures with one zip code from unknown browsers, under any name. It refuses log-ins only if mail is off.
 */
const zipBucket = (ctx: LogInCaller, zip: string): RateLimitBucket =>
  bucket(`zip:${ctx.secrets.mac('zip', zip)}`, ctx.mail.on ? Number.POSITIVE_INFINITY : MAX_FAILURES_WITHOUT_MAIL, hour)

/** Returns whether log-ins with this zip code need a proof of work. `counts` include the current attempt. */
export const isZipCodeSprayed = (ctx: LogInCaller, zip: string, counts: BucketCounts): boolean =>
  (counts.get(zipBucket(ctx, zip).key) ?? 0) > MAX_FAILURES_WITHOUT_PROOF

export function unknownDeviceBuckets(ctx: LogInCaller, identifier: string, zip: string): RateLimitBucket[] {
  const zipBuckets = isLocal(ctx) ? [] : [zipBucket(ctx, zip)]
  return [...identifierBuckets(ctx, identifier), ...ipAddressBuckets(ctx), ...zipBuckets, ...failureBuckets(ctx)]
}

/** Limits of failures from one IP address; wrong mailed codes count too. */
export const ipAddressBuckets = (ctx: Caller): RateLimitBucket[] =>
  networkBuckets(ctx, 'address', [
    [20, hour],
    [60, day],
  ])

/**
 * Limits of failed log-ins from one known device: `[per 15 minutes, per day]`. Failures on other devices do not count,
 * so they cannot lock this device out.
 */
export function deviceBuckets(device: Buffer): [RateLimitBucket, RateLimitBucket] {
  const key = `device:${createHash('sha256').update(device).digest('base64url')}`
  return [bucket(key, 10, hour / 4), bucket(key, 50, day)]
}

export const sudoBuckets = (user: UserId): RateLimitBucket[] => [
  bucket(`sudo:${user}`, 10, hour / 4),
  bucket(`sudo:${user}`, 50, day),
]

/** Limit of username changes: each one reserves the old name for ninety days. */
export const usernameChangeBuckets = (user: UserId): RateLimitBucket[] => [bucket(`rename:${user}`, 3, 30 * day)]

/** Limits of sign-ups. With `config.suspicion`, a high total is never refused, but requires a proof of work. */
export const signUpBuckets = (ctx: Caller): RateLimitBucket[] => [
  ...(isLocal(ctx)
    ? []
    : networkBuckets(ctx, 'sign-up', [
        [5, hour],
        [20, day],
      ])),
  ctx.config.suspicion ? allSignUpsBucket : { ...allSignUpsBucket, most: isLocal(ctx) ? 1_000 : 200 },
]

export const computeIdentifierMac = (ctx: Pick<Caller, 'secrets'>, identifier: string) =>
  ctx.secrets.mac('identifier', identifier)

/** Limits of codes mailed to one account, or requested under one name. */
export const codeBuckets = (accountOrName: string): RateLimitBucket[] => [
  bucket(`codes:${accountOrName}`, 3, hour),
  bucket(`codes:${accountOrName}`, 10, day),
]

export const codeRequestBuckets = (ctx: Caller, name: string): RateLimitBucket[] => [
  ...codeBuckets(name),
  ...networkBuckets(ctx, 'codes-from', [[10, hour]]),
]
