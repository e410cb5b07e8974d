import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aUser } from '#testing/fixtures.ts'
import { type Caller, serverForFile } from '#testing/server.ts'
import { aSignUp } from '#testing/sign-in.ts'

const server = serverForFile({}, {}, { pages: true })

const CONNECTIONS = 10 // Size of the connection pool of tests.

/** Runs `work` while every connection of the pool is in use. */
async function withExhaustedPool<T>(work: () => Promise<T>): Promise<T> {
  const end = Promise.withResolvers<void>()
  let connectionsInUse = 0
  const allInUse = Promise.withResolvers<void>()
  const holding = Array.from({ length: CONNECTIONS }, () =>
    server.deps.database.transaction(async (db) => {
      await db.rows(sql`select 1`)
      if (++connectionsInUse === CONNECTIONS) allInUse.resolve()
      await end.promise
    }),
  )
  await allInUse.promise
  try {
    return await work()
  } finally {
    end.resolve()
    await Promise.all(holding)
  }
}

it('the server returns 503 within eight seconds while the connection pool is exhausted', async () => {
  const form = aSignUp()
  await server.call(null, 'POST', '/users', form)
  const user = await aUser(server)
  const logIn = () => server.call(null, 'POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
  const get = (caller: Caller, url: string) => server.call<string>(caller, 'GET', url)
  const verified = server.deps.secrets.verified()
  await withExhaustedPool(async () => {
    const startedAt = performance.now()
    const alive = await get(null, '/livez')
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    expect(alive.status).toBe(200)
    const calls = [logIn(), get(user, '/api/feed'), get(null, '/api/usernames/wanjiru'), get(null, '/readyz')]
    const page = get(user, '/dashboard')
    // Explore runs bounded statements, which have their own pool.
    expect((await get(null, '/api/explore')).status).toBe(200)
    const refused = await Promise.all(calls)
    expect(performance.now() - startedAt).toBeLessThan(8_000)
    for (const { status, headers, body } of refused) {
      expect([status, headers['content-type']]).toEqual([503, 'application/problem+json'])
      expect(headers['retry-after']).toBe('5')
      expect(headers['set-cookie']).toBeUndefined()
      expect(body).toMatchObject({ code: 'unavailable' })
    }
    const { status, text } = await page
    expect([status, text.startsWith('<!doctype html>')]).toEqual([503, true])
  })
  expect(server.deps.secrets.verified()).toBe(verified)
  expect((await logIn()).status).toBe(200)
  expect((await get(user, '/dashboard')).status).toBe(200)
  const crowd = await Promise.all(Array.from({ length: 50 }, () => get(user, '/api/feed')))
  expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([200]))
})

it('load shedding immediately returns 503 to requests above the limit, and 200 afterwards', async () => {
  const user = await aUser(server)
  const get = (caller: Caller, url: string) => server.call<string>(caller, 'GET', url)
  let waiting: Promise<unknown>[] = []
  await withExhaustedPool(async () => {
    // Sends more requests than the limit of concurrent requests.
    waiting = Array.from({ length: 520 }, () => get(user, '/api/feed'))
    const startedAt = performance.now()
    const refused = await Promise.all(
      ['/api/feed', '/api/explore', '/dashboard', '/'].map(async (url) => ({ url, ...(await get(user, url)) })),
    )
    // Checks that these requests were refused at once. Admitted requests wait three seconds for a connection.
    expect(performance.now() - startedAt).toBeLessThan(2_500)
    for (const { url, status, headers, text } of refused) {
      expect([url, status]).toEqual([url, 503])
      expect(headers['retry-after']).toMatch(/^[123]$/)
      expect(headers['cache-control']).toMatch(/no-store/)
      const isPage = !url.startsWith('/api/')
      expect(headers['content-type']).toBe(isPage ? 'text/html; charset=utf-8' : 'application/problem+json')
      expect(text).toContain(isPage ? '<h1>Pawtrait is very busy</h1>' : 'Too many people ask at once.')
    }
    expect((await get(null, '/livez')).status).toBe(200)
  })
  await Promise.all(waiting)
  for (const url of ['/api/feed', '/dashboard']) expect([url, (await get(user, url)).status]).toEqual([url, 200])
})
