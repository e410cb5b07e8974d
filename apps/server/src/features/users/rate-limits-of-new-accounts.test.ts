import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listRateLimitCounts, resetRateLimitCounts } from '#features/sign-in/rate-limit-counts.ts'
import { day, hour } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile, type TestServer } from '#testing/server.ts'
import { createProductionSettings } from '#testing/sign-in.ts'
import { rateLimits } from './rate-limits.ts'

const production = serverForFile(createProductionSettings())
const local = serverForFile()

/** Sends one follow request from the given address. */
const follow = (server: TestServer, user: TestUser, other: TestUser, ip = '203.0.113.9') => {
  const cookie = server === production ? `__Host-${user.cookie}` : user.cookie
  const host = server === production ? 'pawtrait.test' : 'localhost:3000'
  return server.call(user, 'PUT', `/api/users/${other.id}/follow`, undefined, { headers: { host, cookie }, ip })
}

/** Follows users until a request is refused. Returns the number of follows before the refusal. */
async function countFollowsUntilRefused(server: TestServer, user: TestUser, ip: string): Promise<number> {
  const other = await aUser(server)
  for (let n = 0; n <= 200; n++) if ((await follow(server, user, other, ip)).status === 429) return n
  return Infinity
}

describe('rate limit of follows', () => {
  it('is 30 an hour on the first day of an account, 100 an hour in its first week, then 200 an hour', async () => {
    const user = await aUser(production)
    expect(await countFollowsUntilRefused(production, user, '198.51.100.1')).toBe(30)
    // Advances the clock by 27 hours instead of 24. The test has several clocks, so ids may be two hours ahead of this
    // server's clock.
    production.clock.advance(day + 3 * hour)
    expect(await countFollowsUntilRefused(production, user, '198.51.100.1')).toBe(100)
    production.clock.advance(6 * day)
    expect(await countFollowsUntilRefused(production, user, '198.51.100.1')).toBe(200)
  })

  it('is shared by new accounts of one network, but not by older accounts', async () => {
    const oldAccount = await aUser(production)
    production.clock.advance(8 * day)
    const counts = []
    for (let n = 0; n < 4; n++)
      counts.push(await countFollowsUntilRefused(production, await aUser(production), '192.0.2.44'))
    expect(counts).toEqual([30, 30, 30, 0])
    expect((await follow(production, oldAccount, await aUser(production), '192.0.2.44')).status).toBe(200)
    expect((await follow(production, await aUser(production), oldAccount, '192.0.2.200')).status).toBe(200)
    production.clock.advance(hour)
    expect((await follow(production, await aUser(production), oldAccount, '192.0.2.44')).status).toBe(200)
  })

  it('refuses ten of 40 simultaneous requests on the first day of an account', async () => {
    const [user, other] = [await aUser(production), await aUser(production)]
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => follow(production, user, other, '198.51.100.77')),
    )
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('is the same for new and old accounts on a local server', async () => {
    expect(await countFollowsUntilRefused(local, await aUser(local), '127.0.0.1')).toBe(200)
  })

  it('can be listed and reset by the operator when it is reached', async () => {
    const user = await aUser(production)
    await countFollowsUntilRefused(production, user, '198.51.100.201')
    const { database: db, secrets, clock } = production.deps
    const ctx = { db, secrets, now: clock.now() }
    expect(await listRateLimitCounts(ctx, user.username)).toMatchObject([{ what: 'follows', count: 31 }])
    const network = await listRateLimitCounts(ctx, '198.51.100.201')
    expect(network.map(({ what }) => what)).toContain('new-follows')
    expect(await resetRateLimitCounts(ctx, user.username)).toBe(1)
    expect(await resetRateLimitCounts(ctx, '198.51.100.201')).toBe(network.length)
    expect((await follow(production, user, await aUser(production), '198.51.100.201')).status).toBe(200)
  })
})

it('docs/operations/rate-limits.md lists every rate limit with its current numbers', () => {
  const table = readFileSync(new URL('../../../../../docs/operations/rate-limits.md', import.meta.url), 'utf8')
  const times: Record<number, string> = { 60: 'minute', 600: '10 minutes', 3600: 'hour', 86400: 'day' }
  for (const [action, { most, firstDay = most, seconds }] of Object.entries(rateLimits)) {
    const [, line = ''] = new RegExp(`^\\| \`${action}\` (.*)\\|$`, 'm').exec(table) ?? []
    const cells = line.split('|').map((cell) => cell.trim())
    expect([action, ...cells.slice(-3)]).toEqual([action, String(most), String(firstDay), times[seconds]])
  }
})
