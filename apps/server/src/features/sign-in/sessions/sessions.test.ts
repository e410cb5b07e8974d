import type { SessionId } from '@pawtrait/contract/ids.ts'
import type { Session } from '@pawtrait/contract/sign-in/sign-in.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { day } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile, startServer } from '#testing/server.ts'
import { aBrowser, aSignUp, cookiesOf, createProductionSettings } from '#testing/sign-in.ts'

const server = serverForFile()

/** Signs up and logs in on two browsers. */
async function twoBrowsers() {
  const form = aSignUp()
  await server.call(null, 'POST', '/users', form)
  const browsers = [aBrowser(server), aBrowser(server)] as const
  for (const browser of browsers)
    await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
  return { form, thisBrowser: browsers[0], otherBrowser: browsers[1] }
}

const sessions = async (browser: ReturnType<typeof aBrowser>) =>
  (await browser.call<{ sessions: Session[] }>('GET', '/api/sessions')).body.sessions

/** Opens an event stream for a user; the server calls the returned mock when it closes the stream. */
function aStream(user: Pick<TestUser, 'id' | 'session'>) {
  const closed = vi.fn<() => void>()
  server.deps.live.open({ user: user.id, session: user.session, write: () => {}, recheck: () => {}, close: closed })
  return closed
}

describe('sessions', () => {
  it('are listed with network and browser, and the current session is marked', async () => {
    const { thisBrowser } = await twoBrowsers()
    const list = await sessions(thisBrowser)
    expect(list).toHaveLength(2)
    expect(list.filter(({ current }) => current)).toHaveLength(1)
    expect(list[0]).toMatchObject({ network: '127.0.0.0/24', label: expect.any(String) })
  })

  it('end at log-out only in the same browser, which remains a known device (security check A13)', async () => {
    const { thisBrowser, otherBrowser } = await twoBrowsers()
    const old = { cookie: `pt_sid=${thisBrowser.jar.pt_sid}` }
    const logOutResponse = await thisBrowser.call('DELETE', '/api/session')
    expect(logOutResponse.status).toBe(204)
    expect(cookiesOf(logOutResponse)).toEqual({ pt_sid: '', pt_offer: '' })
    expect((await server.call(old, 'GET', '/api/session')).status).toBe(401)
    expect((await otherBrowser.call('GET', '/api/session')).status).toBe(200)
    expect((await server.call(null, 'DELETE', '/api/session')).status).toBe(204)
  })

  it('can be ended only by their user, one by one or all except the current session (security check A13)', async () => {
    const { thisBrowser, otherBrowser } = await twoBrowsers()
    const other = (await sessions(thisBrowser)).find(({ current }) => !current)
    const stranger = await aUser(server)
    expect((await server.call(stranger, 'DELETE', `/api/sessions/${other?.id}`)).status).toBe(404)
    expect((await otherBrowser.call('GET', '/api/session')).status).toBe(200)
    expect((await thisBrowser.call('DELETE', `/api/sessions/${other?.id}`)).status).toBe(204)
    expect((await otherBrowser.call('GET', '/api/session')).status).toBe(401)
    expect((await thisBrowser.call('DELETE', `/api/sessions/${other?.id}`)).status).toBe(404)
    const second = await twoBrowsers()
    expect((await second.thisBrowser.call('DELETE', '/api/sessions')).status).toBe(204)
    expect((await second.otherBrowser.call('GET', '/api/session')).status).toBe(401)
    expect((await second.thisBrowser.call('GET', '/api/session')).status).toBe(200)
    for (const [method, url] of [
      ['GET', '/api/sessions'],
      ['DELETE', '/api/sessions'],
    ] as const)
      expect((await server.call(null, method, url)).status).toBe(401)
  })

  it('close their event streams when they end (security check A13)', async () => {
    const [first, second] = [await aUser(server), await aUser(server)]
    const [ownStream, otherStream] = [aStream(first), aStream(second)]
    await server.call(first, 'DELETE', '/api/session')
    await expect.poll(() => ownStream).toHaveBeenCalledOnce()
    expect(otherStream).not.toHaveBeenCalled()
  })

  it('end with account deletion, after 30 unused days or after 180 days (security checks A13, A14)', async () => {
    const status = async (user: TestUser) => (await server.call(user, 'GET', '/api/session')).status
    const deleted = await aUser(server)
    expect(await status(deleted)).toBe(200)
    await server.deps.database.rows(sql`update users set deleted_at = now() where id = ${deleted.id}`)
    expect(await status(deleted)).toBe(401)
    const idle = await aUser(server)
    server.clock.advance(29 * day)
    expect(await status(idle)).toBe(200)
    server.clock.advance(31 * day)
    expect(await status(idle)).toBe(401)
    const busy = await aUser(server)
    for (let days = 0; days < 180; days += 20) {
      expect(await status(busy)).toBe(200)
      server.clock.advance(20 * day)
    }
    server.clock.advance(day)
    expect(await status(busy)).toBe(401)
  })

  it('are limited to fifty per user: the fifty-first ends the oldest', async () => {
    const { form, thisBrowser } = await twoBrowsers()
    const user = (await thisBrowser.call<{ id: string }>('GET', '/api/session')).body
    const oldest = (await sessions(thisBrowser)).at(-1)?.id as SessionId
    await server.deps.database.rows(sql`
      insert into sessions (id, hash, user_id, created_at, last_seen_at, label, network)
      select gen_random_uuid(), sha256(n::text::bytea), ${user.id}, ${server.clock.now().toISOString()},
        ${server.clock.now().toISOString()}::timestamptz + interval '1 minute', '', '' from generate_series(1, 48) n`)
    expect(await sessions(thisBrowser)).toHaveLength(50)
    server.clock.advance(120_000)
    const next = aBrowser(server)
    await next.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
    const list = await sessions(next)
    expect(list).toHaveLength(50)
    expect(list.map(({ id }) => id)).not.toContain(oldest)
  })
})

describe('server on HTTPS', () => {
  it('sets cookies with the prefix __Host- and attribute Secure, and clears browser storage at log-out', async () => {
    const server = await startServer(createProductionSettings())
    try {
      const form = aSignUp()
      await server.call(null, 'POST', '/users', form)
      const logInResponse = await server.call(null, 'POST', '/users', {
        usernameOrEmail: form.username,
        zipcode: form.zipcode,
      })
      const cookies = [logInResponse.headers['set-cookie']].flat().map(String)
      expect(cookies).toHaveLength(3)
      for (const cookie of cookies)
        expect(cookie).toMatch(
          /^__Host-pt_(sid|dev|offer)=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        )
      const sid = `__Host-pt_sid=${cookiesOf(logInResponse)['__Host-pt_sid']}`
      expect((await server.call({ cookie: sid.replace('__Host-', '') }, 'GET', '/api/session')).status).toBe(401)
      const logOutResponse = await server.call({ cookie: sid }, 'DELETE', '/api/session')
      expect(logOutResponse.headers['clear-site-data']).toBe('"storage"')
      expect(logOutResponse.headers['strict-transport-security']).toMatch(/max-age=31536000/)
      expect((await server.call(null, 'GET', '/dev/mail')).status).toBe(404)
    } finally {
      await server.stop()
    }
  })
})
