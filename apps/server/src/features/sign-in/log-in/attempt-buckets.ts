import { createHash } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { networkBuckets } from '#platform/security/network-buckets.ts'
import type { Bucket, Counts } from '#platform/security/throttle.ts'
import { allSignUps, failureBuckets } from './suspicion.ts'

const hour = 3_600
const day = 24 * hour

type Caller = Pick<Context, 'secrets' | 'config' | 'ip' | 'now'>
type LogInCaller = Caller & Pick<Context, 'mail'>

/** Limits are those of a local run only where nobody else can reach the server. */
const isLocal = ({ config }: Caller) => config.mode === 'local'

const bucket = (key: string, most: number, seconds: number): Bucket => ({ key: `${key}/${seconds}`, most, seconds })

/** Failed log-ins under one name from browsers that are not known, whether or not somebody has that name. */
export const nameBuckets = (ctx: Caller, identifier: string) => guesses(ctx, `account:${nameMac(ctx, identifier)}`)

/** The same under all names of one account together. Never told of: docs/decisions/0004-zip-code-sign-in.md */
export const sharedBuckets = (ctx: Caller, account: string) =>
  guesses(ctx, `shared:${ctx.secrets.mac('account', account)}`)

function guesses(ctx: Caller, key: string): Bucket[] {
  return isLocal(ctx)
    ? [bucket(key, 10, hour / 4), bucket(key, 100, day)]
    : [bucket(key, 5, hour / 4), bucket(key, 10, day), bucket(key, 30, 30 * day)]
}

// From here on a zip code asks for work instead of refusing: strangers must not shut out everybody who has it.
const ZIP_PROOF_FROM = 100
// Without mail no code by e-mail follows, so guessing one zip code at many accounts has to end.
const ZIP_ONLY_MOST = 1_000

/** Failures with one zip code under any name, from unknown browsers. Refuses only where a zip code alone signs in. */
const zipBucket = (ctx: LogInCaller, zip: string): Bucket =>
  bucket(`zip:${ctx.secrets.mac('zip', zip)}`, ctx.mail.on ? Number.POSITIVE_INFINITY : ZIP_ONLY_MOST, hour)

/** Whether a zip code was tried so often, this attempt included, that the next one needs a proof of work. */
export const isZipSprayed = (ctx: LogInCaller, zip: string, counts: Counts): boolean =>
  (counts.get(zipBucket(ctx, zip).key) ?? 0) > ZIP_PROOF_FROM

/** Buckets in which an attempt from an unknown browser counts. */
export function strangerBuckets(ctx: LogInCaller, identifier: string, zip: string): Bucket[] {
  const ofAll = isLocal(ctx) ? [] : [zipBucket(ctx, zip)]
  return [...nameBuckets(ctx, identifier), ...addressBuckets(ctx), ...ofAll, ...failureBuckets(ctx)]
}

/** Failures from one address, codes included. */
export const addressBuckets = (ctx: Caller): Bucket[] =>
  networkBuckets(ctx, 'address', [
    [20, hour],
    [60, day],
  ])

/** A known device stands for itself: strangers cannot lock it out. Its day is the second bucket. */
export function deviceBuckets(device: Buffer): [Bucket, Bucket] {
  const key = `device:${createHash('sha256').update(device).digest('base64url')}`
  return [bucket(key, 10, hour / 4), bucket(key, 50, day)]
}

/** Tries to prove once more who one is, while logged in; as a known device. */
export const sudoBuckets = (user: UserId): Bucket[] => [
  bucket(`sudo:${user}`, 10, hour / 4),
  bucket(`sudo:${user}`, 50, day),
]

/** Each change of a username keeps the old one from everybody for ninety days. */
export const renameBuckets = (user: UserId): Bucket[] => [bucket(`rename:${user}`, 3, 30 * day)]

/** What a new account counts in. Where work is asked for instead, many of them are no reason to refuse one. */
export const signUpBuckets = (ctx: Caller): Bucket[] => [
  ...(isLocal(ctx)
    ? []
    : networkBuckets(ctx, 'sign-up', [
        [5, hour],
        [20, day],
      ])),
  ctx.config.suspicion ? allSignUps : { ...allSignUps, most: isLocal(ctx) ? 1_000 : 200 },
]

/** A typed name as buckets know it. */
export const nameMac = (ctx: Pick<Caller, 'secrets'>, identifier: string) => ctx.secrets.mac('identifier', identifier)

/** Codes sent to one mailbox, by the id of its account; or asked for under one name. */
export const codeBuckets = (accountOrName: string): Bucket[] => [
  bucket(`codes:${accountOrName}`, 3, hour),
  bucket(`codes:${accountOrName}`, 10, day),
]

/** Codes asked for from one address, or under one name. */
export const codeRequestBuckets = (ctx: Caller, name: string): Bucket[] => [
  ...codeBuckets(name),
  ...networkBuckets(ctx, 'codes-from', [[10, hour]]),
]
