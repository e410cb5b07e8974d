import type { Vital } from '@pawtrait/contract/vitals.ts'
import { reportVitals } from '@pawtrait/contract/vitals.ts'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/** Addresses with what identifies somebody taken out: `/posts/0197…` → `/posts/:id`. */
export function routeOf(path: string): string {
  return path
    .replace(/^\/@[^/]+/, '/@:username')
    .replace(/^\/posts\/[^/]+/, '/posts/:id')
    .replace(/^\/explore\/[^/]+/, '/explore/:species')
    .replace(/^\/tags\/[^/]+/, '/tags/:tag')
    .replace(/^\/pets\/(?!new$)[^/]+/, '/pets/:slug')
}

/**
 * Measures how this page load felt and tells our own server when the page is left; nothing about the person.
 * `path` is the address it was loaded at.
 */
export function measureVitals(path: string) {
  const route = routeOf(path)
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
