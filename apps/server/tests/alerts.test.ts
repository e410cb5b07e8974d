import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
// Told of only where there are replicas, and NATS.
import '#platform/nats/nats.ts'
import '#platform/replicas/replica-metrics.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const rules = readFileSync(new URL('../../../deploy/prometheus/alerts.yml', import.meta.url), 'utf8')
const dashboard = readFileSync(new URL('../../../deploy/grafana/dashboard.json', import.meta.url), 'utf8')
const tried = readFileSync(new URL('../../../deploy/prometheus/alerts.test.yml', import.meta.url), 'utf8')
const docs = readFileSync(new URL('../../../docs/operations/metrics.md', import.meta.url), 'utf8')

const alerts = [...rules.matchAll(/- alert: (\w+)\n\s+expr: ['"]?(.+?)['"]?\n/g)].map(([, name = '', expr = '']) => ({
  name,
  expr,
}))

/** What an expression asks for: without matchers, ranges, functions and what it groups by. */
const namesIn = (expr: string) =>
  (expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, ' ').match(/[a-z_][a-z0-9_]+\b(?!\s*\()/g) ?? []).map((name) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

/** The names of all metrics that are told. */
async function toldNames() {
  const { text } = await server.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
  return new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
}

it('every panel of the dashboard asks for metrics that there are', async () => {
  const told = await toldNames()
  type Panel = { title: string; targets: { expr: string }[] }
  const { panels } = JSON.parse(dashboard) as { panels: Panel[] }
  expect(panels.length).toBeGreaterThanOrEqual(15)
  for (const { title, targets } of panels) {
    const asked = targets.map(({ expr }) => namesIn(expr))
    expect({ title, isEmpty: asked.some((names) => names.length === 0) }).toEqual({ title, isEmpty: false })
    expect({ title, missing: asked.flat().filter((name) => !told.has(name)) }).toEqual({ title, missing: [] })
  }
})

it('every alert asks for metrics that there are', async () => {
  const told = await toldNames()
  expect(alerts.length).toBeGreaterThanOrEqual(20)
  expect(alerts).toHaveLength([...rules.matchAll(/- alert:/g)].length)
  for (const { name, expr } of alerts) {
    const asked = namesIn(expr).filter((metric) => metric !== 'sum' && metric !== 'and')
    expect(asked.length > 0 || name).toBe(true)
    const missing = asked.filter((metric) => metric !== 'up' && !told.has(metric))
    expect({ name, missing }).toEqual({ name, missing: [] })
  }
})

it('every metric that the docs name is there, by its whole name or the end of it', async () => {
  const told = [...(await toldNames())].filter((name) => name !== undefined)
  const cells = [...docs.matchAll(/^\| [^|]+\? +\| ([^|]+?) +\|/gm)].map(([, cell = '']) => cell)
  const named = cells.flatMap((cell) =>
    [...cell.matchAll(/`(…?[a-z]*_[a-z0-9_]+)(?:\{|`)/g)].map(([, name = '']) => name),
  )
  expect([cells.length >= 18, named.length >= 45]).toEqual([true, true])
  const isTold = (name: string) => told.some((one) => one === name || (name[0] === '…' && one.endsWith(name.slice(1))))
  expect(named.filter((name) => !isTold(name))).toEqual([])
})

it('every alert says whom it wakes, and is tried both ways', () => {
  for (const { name } of alerts) {
    expect(tried).toContain(`name: ${name} when it is well`)
    expect(tried).toContain(`name: ${name} when it is bad`)
  }
  expect([...rules.matchAll(/severity: (critical|warning) \}/g)]).toHaveLength(alerts.length)
  expect([...rules.matchAll(/description: ['"].{40,}['"]/g)]).toHaveLength(alerts.length)
})
