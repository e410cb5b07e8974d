import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { aUser } from '#testing/fixtures.ts'
import { type Caller, serverForFile } from '#testing/server.ts'
import { createProductionSettings } from '#testing/sign-in.ts'

const server = serverForFile(createProductionSettings())

const urls = { search: '/api/search?q=zzz&type=tag', explore: '/api/explore?limit=1' }

const request = (viewer: Caller, url: string, ip: string) =>
  server.call<{ code: string }>(viewer, 'GET', url, undefined, { ip })

const countOk = async (times: number, request: (i: number) => Promise<{ status: number }>) => {
  let ok = 0
  for (let i = 0; i < times; i++) if ((await request(i)).status === 200) ok++
  return ok
}

describe.each(Object.entries(urls))('rate limit of GET /api/%s for visitors', (endpoint, url) => {
  const network = endpoint === 'search' ? '203.0.113' : '198.51.100'

  it('is 60 requests a minute per IPv4 address, and does not apply to signed-in users', async () => {
    expect(await countOk(65, () => request(null, url, `${network}.1`))).toBe(60)
    const response = await request(null, url, `::ffff:${network}.1`)
    expect(response).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(response.headers['retry-after']).toBe('60')
    expect((await request(null, url, `${network}.2`)).status).toBe(200)
    const user = await aUser(server)
    const signedIn = { cookie: user.cookie.replace('pt_sid', '__Host-pt_sid') }
    expect((await request(signedIn, url, `${network}.1`)).status).toBe(200)
    server.clock.advance(minute)
    expect((await request(null, url, `${network}.1`)).status).toBe(200)
    server.clock.advance(minute)
  })

  it('is 300 requests a minute per IPv6 /48 network', async () => {
    const toIpv6Address = (i: number) => `2001:db8:${endpoint === 'search' ? 1 : 2}:${i}::1`
    expect(await countOk(305, (i) => request(null, url, toIpv6Address(i)))).toBe(300)
    server.clock.advance(minute)
  }, 60_000)
})

describe('request that takes longer than SEARCH_TIMEOUT_MS', () => {
  const hastyServer = serverForFile({ SEARCH_TIMEOUT_MS: '100' })

  it.each([urls.search, urls.explore, '/api/search?q=anything&type=pet'])(
    'gets 503 with Retry-After, and succeeds when it is repeated later: %s',
    async (url) => {
      await hastyServer.deps.database.transaction(async (db) => {
        await db.rows(sql`lock table post_tags, posts, pets in access exclusive mode`)
        const response = await hastyServer.call(null, 'GET', url)
        expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '1' } })
      })
      await expect.poll(async () => (await hastyServer.call(null, 'GET', url)).status).toBe(200)
    },
  )
})

it('search, follower list and Explore return 400 for a term or cursor longer than 100 characters', async () => {
  const longTerm = encodeURIComponent('ä'.repeat(101))
  const user = await aUser(server)
  for (const url of [
    `/api/search?q=${longTerm}`,
    `/api/users/${user.id}/followers?q=${longTerm}`,
    `/api/explore?cursor=${longTerm}`,
  ])
    expect(await request(null, url, '192.0.2.1')).toMatchObject({ status: 400, body: { code: 'validation-failed' } })
})
