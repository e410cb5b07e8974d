import type { Context } from '#platform/context.ts'
import { isLoopback, networksOf } from './network.ts'
import type { Bucket } from './throttle.ts'

/** So many in so many seconds. */
export type Limit = readonly [most: number, seconds: number]

// A neighbourhood (IPv4 /24, IPv6 /48) may do as much as so many households (IPv4 /32, IPv6 /64).
const HOUSEHOLDS = 5

/**
 * What a caller's network counts in: per household and, five times as much, per neighbourhood (`security.md` §2.4).
 * `what` is counted by itself. Empty where nobody else can reach the server: there is nobody to hold off.
 */
export function networkBuckets(
  { config, ip, secrets }: Pick<Context, 'config' | 'ip' | 'secrets'>,
  what: string,
  limits: readonly Limit[],
): Bucket[] {
  if (config.mode === 'local' && isLoopback(ip)) return []
  const { household, neighbourhood } = networksOf(ip)
  const bucket = (network: string, most: number, seconds: number) => ({
    key: `${what}:${secrets.mac('network', network)}/${seconds}`,
    most,
    seconds,
  })
  return limits.flatMap(([most, seconds]) => [
    bucket(household, most, seconds),
    bucket(neighbourhood, most * HOUSEHOLDS, seconds),
  ])
}
