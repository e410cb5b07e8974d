import { reportVitals, routePatterns, type Vital } from '@pawtrait/contract/vitals.ts'
import type { Context } from '#platform/context.ts'
import { isLoopback, networksOf } from '#platform/network.ts'
import type { App } from '#platform/serve.ts'
import { countAttempt } from '#platform/throttle.ts'

// web.dev/articles/vitals: good up to 2.5 s (LCP), 200 ms (INP), 0.1 (CLS); buckets lie around these.
const millisecondBuckets = [50, 100, 200, 350, 500, 800, 1_000, 1_800, 2_500, 4_000, 8_000, 15_000]
const shiftBuckets = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1]

const known: ReadonlySet<string> = new Set(routePatterns)

/** How fast pages were, by measurement and route; nothing about whom. */
export function vitalsRoutes(app: App) {
  app.serve(reportVitals, async (ctx, { body }) => {
    await keepLimit(ctx)
    await observe(body.vitals)
    return undefined
  })
}

async function keepLimit(ctx: Context) {
  if (ctx.config.mode === 'local' && isLoopback(ctx.ip)) return
  const key = `vitals:${ctx.secrets.mac('network', networksOf(ctx.ip).household)}`
  await countAttempt(ctx.db, ctx.now, [{ key, most: 60, seconds: 60 }])
}

async function observe(vitals: readonly Vital[]) {
  const { histogram } = await import('#platform/metrics.ts')
  const times = histogram(
    'web_vitals_milliseconds',
    'FCP, INP, LCP and TTFB of page loads, in milliseconds',
    ['name', 'route'],
    millisecondBuckets,
  )
  const shifts = histogram('web_vitals_layout_shift', 'CLS of page loads', ['name', 'route'], shiftBuckets)
  for (const { name, value, route } of vitals) {
    const labels = { name, route: known.has(route) ? route : 'other' }
    ;(name === 'CLS' ? shifts : times).observe(labels, value)
  }
}
