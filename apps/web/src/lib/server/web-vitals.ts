import type { WebVital } from '@pawtrait/contract/vitals.ts'
import { reportVitals } from '@pawtrait/contract/vitals.ts'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/**
 * Measures the web vitals of this page load. Sends them without personal data when the user leaves the page. `route`:
 * pattern of the first page, such as `/posts/:id`.
 */
export function measureWebVitals(route: string) {
  const vitals = new Map<string, WebVital>()
  const recordVital = ({ name, value }: Metric) => void vitals.set(name, { name, value, route })
  const send = () => {
    if (document.visibilityState !== 'hidden' || vitals.size === 0) return
    const body = JSON.stringify({ vitals: [...vitals.values()] })
    vitals.clear()
    // Failures are ignored: a lost measurement does no harm.
    fetch(reportVitals.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: true,
    }).catch(() => {})
  }
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) measure(recordVital)
  document.addEventListener('visibilitychange', send)
}
