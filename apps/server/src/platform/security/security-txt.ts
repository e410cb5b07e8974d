import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { Settings } from '#platform/settings.ts'

type ContactSettings = Pick<Settings, 'publicUrl'> & { securityContact: string }

// Days until the file expires. RFC 9116 §2.5.5 recommends less than a year. The expiry date moves forward every day.
const VALID_DAYS = 180

export function writeSecurityTxt({ publicUrl, securityContact }: ContactSettings, now: Date): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS)
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
  ]
  // RFC 9116 §2.5.2 allows only https URLs.
  if (publicUrl.startsWith('https://')) lines.push(`Canonical: ${publicUrl}/.well-known/security.txt`)
  return `${lines.join('\n')}\n`
}
