import { isIP } from 'node:net'
import type { Config } from '#app/config/config.ts'
import { Problem } from '#platform/problem.ts'

/** WebAuthn relying party (level 3 §4): the site's domain and origin. */
export type RelyingParty = { id: string; origin: string }

/** Returns the relying party; null where the site has only an IP address, because passkeys need a domain. */
export function findRelyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : { id: hostname, origin }
}

export function requireRelyingParty(config: Pick<Config, 'publicUrl'>): RelyingParty {
  const found = findRelyingParty(config)
  if (!found) throw new Problem('conflict', 'Passkeys don’t work at this address.')
  return found
}
