import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { DAY_MS, HOUR_MS } from '@pawtrait/contract/durations.ts'
import { systemClock } from '#platform/clock.ts'
import type { Finding } from '#platform/finding.ts'
import { gauge, type Metric } from '#platform/monitoring/metrics.ts'
import type { Settings } from '#platform/settings.ts'

const WAIT_MS = 2_000

// The alert PawtraitCertificateExpires uses the same limit of 14 days.
const MIN_DAYS_LEFT = 14

type Address = Pick<Settings, 'publicUrl'>

// Expiry date of the certificate of `PUBLIC_URL`. Undefined without https, connection or a trusted certificate.
async function readCertificateExpiry({ publicUrl }: Address): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const servername = isIP(host) ? '' : host
    const options = { host, port: Number(port || 443), servername, timeout: WAIT_MS }
    const socket = connect(options, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.on('timeout', () => socket.destroy())
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // With an expired certificate, the TLS handshake fails before the expiry date is known. The current time as the
      // expiry date keeps the alert active.
      if (error.code === 'CERT_HAS_EXPIRED') resolve(systemClock.now())
    })
    socket.on('close', () => resolve(undefined))
  })
}

const cache = new Map<string, { at: number; expiry: Promise<Date | undefined> }>()

/** Metric of the public certificate's expiry date, read once an hour. It has no value if the date cannot be read. */
export async function readCertificateMetric(config: Address): Promise<Metric> {
  const at = systemClock.now().getTime()
  const last = cache.get(config.publicUrl)
  const current = last && at - last.at < HOUR_MS ? last : { at, expiry: readCertificateExpiry(config) }
  cache.set(config.publicUrl, current)
  const expiry = await current.expiry
  // A failed read is not cached: the proxy that serves the certificate may start after the app.
  if (!expiry) cache.delete(config.publicUrl)
  const help = 'Expiry time of the certificate of PUBLIC_URL'
  return gauge('certificate_expiry_timestamp_seconds', help, expiry && expiry.getTime() / 1000)
}

/** Checks when the certificate expires. The check of the public URL reports a certificate that cannot be read. */
export async function examineCertificate(config: Address, now: Date): Promise<Finding[]> {
  const expiry = await readCertificateExpiry(config)
  if (!expiry) return []
  const days = Math.floor((expiry.getTime() - now.getTime()) / DAY_MS)
  const ok = days >= MIN_DAYS_LEFT
  const says = days <= 0 ? `has expired, or expires within a day (${expiry.toISOString()})` : `expires in ${days} days`
  return [
    { what: 'certificate', ok, says: ok ? `${says}.` : `${says}: renew it (docs/operations/production.md, step 10).` },
  ]
}
