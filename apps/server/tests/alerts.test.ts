import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
// These imports register metrics that only instances with NATS or replicas expose.
import '#platform/nats/nats.ts'
import '#platform/replicas/replica-metrics.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const rules = readFileSync(new URL('../../../deploy/prometheus/alerts.yml', import.meta.url), 'utf8')
const dashboard = readFileSync(new URL('../../../deploy/grafana/dashboard.json', import.meta.url), 'utf8')
const alertTests = readFileSync(new URL('../../../deploy/prometheus/alerts.test.yml', import.meta.url), 'utf8')
const docs = readFileSync(new URL('../../../docs/operations/metrics.md', import.meta.url), 'utf8')

const alerts = [...rules.matchAll(/- alert: (\w+)\n\s+expr: ['"]?(.+?)['"]?\n/g)].map(([, name = '', expr = '']) => ({
  name,
  expr,
}))

/** Returns the metric names in a PromQL expression, without matchers, ranges, functions and `by` labels. */
const namesIn = (expr: string) =>
  (expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, ' ').match(/[a-z_][a-z0-9_]+\b(?!\s*\()/g) ?? []).map((name) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

/** Returns the names of all exposed metrics. */
async function exposedNames() {
  const { text } = await server.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
  return new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
}

it('the Grafana dashboard queries only metrics that the app exposes', async () => {
  const exposed = await exposedNames()
  type Panel = { title: string; targets: { expr: string }[] }
  const { panels } = JSON.parse(dashboard) as { panels: Panel[] }
  expect(panels.length).toBeGreaterThanOrEqual(15)
  for (const { title, targets } of panels) {
    const queried = targets.map(({ expr }) => namesIn(expr))
    expect({ title, isEmpty: queried.some((names) => names.length === 0) }).toEqual({ title, isEmpty: false })
    expect({ title, missing: queried.flat().filter((name) => !exposed.has(name)) }).toEqual({ title, missing: [] })
  }
})

it('the Prometheus alerts query only metrics that the app exposes', async () => {
  const exposed = await exposedNames()
  expect(alerts.length).toBeGreaterThanOrEqual(20)
  expect(alerts).toHaveLength([...rules.matchAll(/- alert:/g)].length)
  for (const { name, expr } of alerts) {
    const queried = namesIn(expr).filter((metric) => metric !== 'sum' && metric !== 'and')
    expect(queried.length > 0 || name).toBe(true)
    const missing = queried.filter((metric) => metric !== 'up' && !exposed.has(metric))
    expect({ name, missing }).toEqual({ name, missing: [] })
  }
})

it('docs/operations/metrics.md names only metrics that the app exposes', async () => {
  const exposed = [...(await exposedNames())].filter((name) => name !== undefined)
  const cells = [...docs.matchAll(/^\| [^|]+\? +\| ([^|]+?) +\|/gm)].map(([, cell = '']) => cell)
  const named = cells.flatMap((cell) =>
    [...cell.matchAll(/`(…?[a-z]*_[a-z0-9_]+)(?:\{|`)/g)].map(([, name = '']) => name),
  )
  expect([cells.length >= 18, named.length >= 45]).toEqual([true, true])
  const isExposed = (name: string) =>
    exposed.some((metric) => metric === name || (name[0] === '…' && metric.endsWith(name.slice(1))))
  expect(named.filter((name) => !isExposed(name))).toEqual([])
})

it('every Prometheus alert has a severity, a description, and tests for firing and not firing', () => {
  for (const { name } of alerts) {
    expect(alertTests).toContain(`name: ${name} when it is well`)
    expect(alertTests).toContain(`name: ${name} when it is bad`)
  }
  expect([...rules.matchAll(/severity: (critical|warning) \}/g)]).toHaveLength(alerts.length)
  expect([...rules.matchAll(/description: ['"].{40,}['"]/g)]).toHaveLength(alerts.length)
})
