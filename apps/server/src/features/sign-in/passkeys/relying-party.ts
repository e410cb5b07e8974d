import { isIP } from 'node:net'
import type { Config } from '#app/config/config.ts'
import { Problem } from '#platform/problem.ts'

/** Who asks for passkeys, WebAuthn level 3 §4: the site's name, and where its pages come from. */
export type RelyingParty = { id: string; origin: string }

/** Nothing where the site has no name: passkeys belong to a domain, never to an IP address. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : { id: hostname, origin }
}

/** @throws Problem 'conflict' where the site has no name */
export function requireRelyingParty(config: Pick<Config, 'publicUrl'>): RelyingParty {
  const found = relyingParty(config)
  if (!found) throw new Problem('conflict', 'Passkeys need an address with a name. This one is a number.')
  return found
}
