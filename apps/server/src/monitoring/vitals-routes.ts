import { pageDefinitions } from '@pawtrait/contract/pages.ts'
import { reportVitals, type WebVital } from '@pawtrait/contract/vitals.ts'
import type { Context } from '#platform/context.ts'
import type { App } from '#platform/http/serve.ts'
import { histogram } from '#platform/monitoring/metrics.ts'
import { getNetworks, isLoopback } from '#platform/security/network.ts'
import { countAttempt } from '#platform/security/throttle.ts'

// Histogram buckets around the limits of web.dev/articles/vitals. Good: up to 2.5 s (LCP), 200 ms (INP), 0.1 (CLS).
const observeTime = histogram(
  'web_vitals_seconds',
  'FCP, INP, LCP and TTFB of page loads, as browsers report them',
  ['name', 'route'],
  [0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 1, 1.8, 2.5, 4, 8, 15],
)
const observeShift = histogram(
  'web_vitals_layout_shift',
  'CLS of page loads',
  ['name', 'route'],
  [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
)

const known: ReadonlySet<string> = new Set(pageDefinitions.map(({ path }) => path))

/** Collects Web Vitals of page loads by metric and route, without personal data. */
export function serveVitalsRoutes(app: App) {
  app.serve(reportVitals, async (ctx, { body }) => {
    await enforceLimit(ctx)
    observe(body.vitals)
    return undefined
  })
}

async function enforceLimit(ctx: Context) {
  if (ctx.config.mode === 'local' && isLoopback(ctx.ip)) return
  const key = `vitals:${ctx.secrets.mac('network', getNetworks(ctx.ip).household)}`
  await countAttempt(ctx.db, ctx.now, [{ key, most: 60, seconds: 60 }])
}

function observe(vitals: readonly WebVital[]) {
  for (const { name, value, route } of vitals) {
    const label = known.has(route) ? route : 'other'
    if (name === 'CLS') observeShift(value, name, label)
    else observeTime(value / 1000, name, label)
  }
}
