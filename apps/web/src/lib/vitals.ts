import type { Vital } from '@pawtrait/contract/vitals.ts'
import { reportVitals } from '@pawtrait/contract/vitals.ts'
import type { Metric } from 'web-vitals'
import { loadChunk } from './load-chunk.ts'

const SETTLED_MS = 3000 // the page has been drawn; measuring must not be what makes it slow

/** Addresses with what identifies somebody taken out: `/posts/0197…` → `/posts/:id`. */
export function routeOf(path: string): string {
  return path
    .replace(/^\/@[^/]+/, '/@:username')
    .replace(/^\/posts\/[^/]+/, '/posts/:id')
    .replace(/^\/tags\/[^/]+/, '/tags/:tag')
    .replace(/^\/pets\/(?!new$)[^/]+/, '/pets/:slug')
}

/** Measures how this page load felt and tells our own server when the page is left; nothing about the person. */
export function measureVitals() {
  const route = routeOf(window.location.pathname)
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
  setTimeout(() => {
    loadChunk(() => import('web-vitals')).then(
      ({ onCLS, onFCP, onINP, onLCP, onTTFB }) => {
        for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) measure(keep)
        document.addEventListener('visibilitychange', send)
      },
      () => {},
    )
  }, SETTLED_MS)
}
