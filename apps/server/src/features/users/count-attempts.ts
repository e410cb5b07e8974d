import { createHash } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import { isLoopback, networksOf } from '#platform/network.ts'
import type { Bucket } from '#platform/throttle.ts'

const hour = 3_600
const day = 24 * hour

type Asked = Pick<Context, 'secrets' | 'config' | 'ip'>

/** Limits are those of a local run only where nobody else can reach the server. */
const isLocal = ({ config }: Asked) => config.mode === 'local'

const bucket = (key: string, most: number, seconds: number): Bucket => ({ key: `${key}/${seconds}`, most, seconds })

/** Per address and per neighbourhood, which gets five times as much. `security.md` §2.4 */
function perNetwork(ctx: Asked, what: string, limits: readonly (readonly [most: number, seconds: number])[]): Bucket[] {
  if (isLocal(ctx) && isLoopback(ctx.ip)) return []
  const { household, neighbourhood } = networksOf(ctx.ip)
  const key = (network: string) => `${what}:${ctx.secrets.mac('network', network)}`
  return limits.flatMap(([most, seconds]) => [
    bucket(key(household), most, seconds),
    bucket(key(neighbourhood), most * 5, seconds),
  ])
}

/** Failed log-ins under one name from browsers that are not known, whether or not somebody has that name. */
export function accountBuckets(ctx: Asked, identifier: string): Bucket[] {
  const key = `account:${ctx.secrets.mac('identifier', identifier)}`
  return isLocal(ctx)
    ? [bucket(key, 10, hour / 4), bucket(key, 100, day)]
    : [bucket(key, 5, hour / 4), bucket(key, 10, day), bucket(key, 30, 30 * day)]
}

/** What a guess from an unknown browser counts in. */
export function strangerBuckets(ctx: Asked, identifier: string, zip: string): Bucket[] {
  const sameZip = bucket(`zip:${ctx.secrets.mac('zip', zip)}`, 100, hour)
  return [...accountBuckets(ctx, identifier), ...addressBuckets(ctx), ...(isLocal(ctx) ? [] : [sameZip])]
}

/** Failures from one address, codes included. */
export const addressBuckets = (ctx: Asked): Bucket[] =>
  perNetwork(ctx, 'address', [
    [20, hour],
    [60, day],
  ])

/** A known device stands for itself: strangers cannot lock it out. Its day is the second bucket. */
export function deviceBuckets(device: Buffer): [Bucket, Bucket] {
  const key = `device:${createHash('sha256').update(device).digest('base64url')}`
  return [bucket(key, 10, hour / 4), bucket(key, 50, day)]
}

export const signUpBuckets = (ctx: Asked): Bucket[] =>
  isLocal(ctx)
    ? [bucket('sign-ups', 1_000, hour)]
    : [
        ...perNetwork(ctx, 'sign-up', [
          [5, hour],
          [20, day],
        ]),
        bucket('sign-ups', 200, hour),
      ]

/** Codes sent to one mailbox, by the id of its account. */
export const codeBuckets = (account: string): Bucket[] => [
  bucket(`codes:${account}`, 3, hour),
  bucket(`codes:${account}`, 10, day),
]

/** Codes asked for from one address, or under one name. */
export const codeRequestBuckets = (ctx: Asked, identifier: string): Bucket[] => [
  ...codeBuckets(ctx.secrets.mac('identifier', identifier)),
  ...perNetwork(ctx, 'codes-from', [[10, hour]]),
]
