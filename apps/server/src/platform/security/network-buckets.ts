import type { Context } from '#platform/context.ts'
import { getNetworks, isLoopback } from './network.ts'
import type { RateLimitBucket } from './throttle.ts'

export type HouseholdLimit = readonly [most: number, seconds: number]

// The limit of a neighbourhood (IPv4 /24, IPv6 /48) is the limit of a household (IPv4 /32, IPv6 /64) times this number.
const HOUSEHOLDS = 5

/**
 * Returns rate-limit buckets for the caller's household, and for its neighbourhood with five times the limit. Returns
 * no buckets for a loopback address in local mode, because only programs on this machine can reach the server.
 */
export function networkBuckets(
  { config, ip, secrets }: Pick<Context, 'config' | 'ip' | 'secrets'>,
  what: string,
  limits: readonly HouseholdLimit[],
): RateLimitBucket[] {
  if (config.mode === 'local' && isLoopback(ip)) return []
  const { household, neighbourhood } = getNetworks(ip)
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
