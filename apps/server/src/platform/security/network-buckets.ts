import type { Context } from '#platform/context.ts'
import { isLoopback, networksOf } from './network.ts'
import type { Bucket } from './throttle.ts'

export type HouseholdLimit = readonly [most: number, seconds: number]

// Limit of a neighbourhood (IPv4 /24, IPv6 /48) as a multiple of a household's (IPv4 /32, IPv6 /64).
const HOUSEHOLDS = 5

/**
 * Rate-limit buckets of a caller's household, and of its neighbourhood with five times the limit. Empty for local
 * callers in local mode, where no other caller can reach the server.
 */
export function networkBuckets(
  { config, ip, secrets }: Pick<Context, 'config' | 'ip' | 'secrets'>,
  what: string,
  limits: readonly HouseholdLimit[],
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
