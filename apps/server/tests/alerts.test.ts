import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const rules = readFileSync(new URL('../../../deploy/prometheus/alerts.yml', import.meta.url), 'utf8')
const tried = readFileSync(new URL('../../../deploy/prometheus/alerts.test.yml', import.meta.url), 'utf8')

const alerts = [...rules.matchAll(/- alert: (\w+)\n\s+expr: ['"]?(.+?)['"]?\n/g)].map(([, name = '', expr = '']) => ({
  name,
  expr,
}))

/** What an expression asks for: without matchers, ranges, functions and what it groups by. */
const namesIn = (expr: string) =>
  (expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, ' ').match(/[a-z_][a-z0-9_]+\b(?!\s*\()/g) ?? []).map((name) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

it('every alert asks for metrics that there are', async () => {
  const { text } = await server.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
  const told = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  expect(alerts.length).toBeGreaterThanOrEqual(20)
  expect(alerts).toHaveLength([...rules.matchAll(/- alert:/g)].length)
  for (const { name, expr } of alerts) {
    const asked = namesIn(expr).filter((metric) => metric !== 'sum')
    expect(asked.length > 0 || name).toBe(true)
    const missing = asked.filter((metric) => metric !== 'up' && !told.has(metric))
    expect({ name, missing }).toEqual({ name, missing: [] })
  }
})

it('every alert says whom it wakes, and is tried both ways', () => {
  for (const { name } of alerts) {
    expect(tried).toContain(`name: ${name} when it is well`)
    expect(tried).toContain(`name: ${name} when it is bad`)
  }
  expect([...rules.matchAll(/severity: (critical|warning) \}/g)]).toHaveLength(alerts.length)
  expect([...rules.matchAll(/description: ['"].{40,}['"]/g)]).toHaveLength(alerts.length)
})
