import { describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const report = (vitals: unknown, ip?: string) =>
  server.call(null, 'POST', '/api/vitals', { vitals }, { ...(ip && { ip }) })
const metrics = async () => (await server.call(null, 'GET', '/metrics')).text

describe('POST /api/vitals', () => {
  it('counts Web Vitals by metric name and route, with unknown routes as "other"', async () => {
    const vitals = [
      { name: 'LCP', value: 1700, route: '/posts/:id' },
      { name: 'CLS', value: 0.04, route: '/posts/:id' },
      { name: 'INP', value: 90, route: '/wp-admin' },
    ]
    expect((await report(vitals)).status).toBe(204)
    await report(vitals)
    const text = await metrics()
    expect(text).toContain('web_vitals_seconds_sum{name="LCP",route="/posts/:id"} 3.4')
    expect(text).toContain('web_vitals_seconds_bucket{name="LCP",route="/posts/:id",le="1.8"} 2')
    expect(text).toContain('web_vitals_seconds_bucket{name="LCP",route="/posts/:id",le="1"} 0')
    expect(text).toContain('web_vitals_layout_shift_count{name="CLS",route="/posts/:id"} 2')
    expect(text).toContain('web_vitals_seconds_count{name="INP",route="other"} 2')
    expect(text).not.toContain('wp-admin')
  })

  it.each([
    [[{ name: 'FID', value: 1, route: '/' }]],
    [[{ name: 'LCP', value: -1, route: '/' }]],
    [[{ name: 'LCP', value: 'fast', route: '/' }]],
    [[{ name: 'LCP', value: 1, route: 'javascript:x' }]],
    [Array.from({ length: 11 }, () => ({ name: 'LCP', value: 1, route: '/' }))],
    ['LCP'],
  ])('returns 400 for the invalid value %j', async (vitals) => {
    expect((await report(vitals)).status).toBe(400)
  })

  it('returns 429 for the 61st request from one IP address within a minute', async () => {
    const vitals = [{ name: 'TTFB', value: 10, route: '/' }]
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await report(vitals, '203.0.113.7')).status)
    expect(statuses.indexOf(429)).toBe(60)
    expect((await report(vitals, '203.0.113.8')).status).toBe(204)
    server.clock.advance(minute)
    expect((await report(vitals, '203.0.113.7')).status).toBe(204)
  })
})
