import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { heldLimits, liftLimits } from '#features/sign-in/held-limits.ts'
import { day, hour } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { serverForFile, type TestServer } from '#testing/server.ts'
import { productionSettings } from '#testing/sign-in.ts'
import { rateLimits } from './rate-limits.ts'

const production = serverForFile(productionSettings())
const local = serverForFile()

/** Follows and unfollows once; from an address of its own if none is given. */
const follow = (server: TestServer, who: TestUser, whom: TestUser, ip = '203.0.113.9') => {
  const cookie = server === production ? `__Host-${who.cookie}` : who.cookie
  const host = server === production ? 'pawtrait.test' : 'localhost:3000'
  return server.call(who, 'PUT', `/api/users/${whom.id}/follow`, undefined, { headers: { host, cookie }, ip })
}

/** How often somebody may follow until they are refused. */
async function followsUntilRefused(server: TestServer, who: TestUser, ip: string): Promise<number> {
  const whom = await aUser(server)
  for (let n = 0; n <= 200; n++) if ((await follow(server, who, whom, ip)).status === 429) return n
  return Infinity
}

describe('a rate limit', () => {
  it('grows with the account: its first day, its first week, and then', async () => {
    const who = await aUser(production)
    expect(await followsUntilRefused(production, who, '198.51.100.1')).toBe(30)
    // Ids of a process with several clocks may be two hours ahead of one of them.
    production.clock.advance(day + 3 * hour)
    expect(await followsUntilRefused(production, who, '198.51.100.1')).toBe(100)
    production.clock.advance(6 * day)
    expect(await followsUntilRefused(production, who, '198.51.100.1')).toBe(200)
  })

  it('is shared by the new accounts of one network, and by no others', async () => {
    const old = await aUser(production)
    production.clock.advance(8 * day)
    const counts = []
    for (let n = 0; n < 4; n++)
      counts.push(await followsUntilRefused(production, await aUser(production), '192.0.2.44'))
    expect(counts).toEqual([30, 30, 30, 0])
    expect((await follow(production, old, await aUser(production), '192.0.2.44')).status).toBe(200)
    expect((await follow(production, await aUser(production), old, '192.0.2.200')).status).toBe(200)
    production.clock.advance(hour)
    expect((await follow(production, await aUser(production), old, '192.0.2.44')).status).toBe(200)
  })

  it('counts each of many at once', async () => {
    const [who, whom] = [await aUser(production), await aUser(production)]
    const all = await Promise.all(Array.from({ length: 40 }, () => follow(production, who, whom, '198.51.100.77')))
    expect(all.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('holds nobody for being new where only friends can reach the server', async () => {
    expect(await followsUntilRefused(local, await aUser(local), '127.0.0.1')).toBe(200)
  })

  it('is shown to the operator, who can lift it', async () => {
    const who = await aUser(production)
    await followsUntilRefused(production, who, '198.51.100.201')
    const { database: db, secrets, clock } = production.deps
    const ctx = { db, secrets, now: clock.now() }
    expect(await heldLimits(ctx, who.username)).toMatchObject([{ what: 'follows', count: 31 }])
    const network = await heldLimits(ctx, '198.51.100.201')
    expect(network.map(({ what }) => what)).toContain('new-follows')
    expect(await liftLimits(ctx, who.username)).toBe(1)
    expect(await liftLimits(ctx, '198.51.100.201')).toBe(network.length)
    expect((await follow(production, who, await aUser(production), '198.51.100.201')).status).toBe(200)
  })
})

it('every rate limit stands in the operator’s table as it is', () => {
  const table = readFileSync(new URL('../../../../../docs/operations/rate-limits.md', import.meta.url), 'utf8')
  const times: Record<number, string> = { 60: 'minute', 600: '10 minutes', 3600: 'hour', 86400: 'day' }
  for (const [action, { most, firstDay = most, seconds }] of Object.entries(rateLimits)) {
    const [, line = ''] = new RegExp(`^\\| \`${action}\` (.*)\\|$`, 'm').exec(table) ?? []
    const cells = line.split('|').map((cell) => cell.trim())
    expect([action, ...cells.slice(-3)]).toEqual([action, String(most), String(firstDay), times[seconds]])
  }
})
