import type { Vital } from '@pawtrait/contract/vitals.ts'
import { reportVitals } from '@pawtrait/contract/vitals.ts'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/**
 * Measures web vitals of this page load and sends them to our server when the page is left, without personal data.
 * `route`: the pattern of the page it was loaded with, such as `/posts/:id`.
 */
export function measureVitals(route: string) {
  const vitals = new Map<string, Vital>()
  const keep = ({ name, value }: Metric) => void vitals.set(name, { name, value, route })
  const send = () => {
    if (document.visibilityState !== 'hidden' || vitals.size === 0) return
    const body = JSON.stringify({ vitals: [...vitals.values()] })
    vitals.clear()
    // Nobody waits for the answer, and a lost measurement is no loss.
    fetch(reportVitals.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: true,
    }).catch(() => {})
  }
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) measure(keep)
  document.addEventListener('visibilitychange', send)
}
