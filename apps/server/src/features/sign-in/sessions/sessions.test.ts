import type { SessionId } from '@pawtrait/contract/ids.ts'
import type { Session } from '@pawtrait/contract/sign-in/sign-in.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { day } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile, startServer } from '#testing/server.ts'
import { aBrowser, aSignUp, cookiesOf, productionSettings } from '#testing/sign-in.ts'

const server = serverForFile()

/** Signs up and logs in on two browsers. */
async function twoBrowsers() {
  const form = aSignUp()
  await server.call(null, 'POST', '/users', form)
  const browsers = [aBrowser(server), aBrowser(server)] as const
  for (const browser of browsers)
    await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
  return { form, here: browsers[0], there: browsers[1] }
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
    const { here } = await twoBrowsers()
    const list = await sessions(here)
    expect(list).toHaveLength(2)
    expect(list.filter(({ current }) => current)).toHaveLength(1)
    expect(list[0]).toMatchObject({ network: '127.0.0.0/24', label: expect.any(String) })
  })

  it('end at log-out only in the same browser, which remains a known device (security check A13)', async () => {
    const { here, there } = await twoBrowsers()
    const old = { cookie: `pt_sid=${here.jar.pt_sid}` }
    const out = await here.call('DELETE', '/api/session')
    expect(out.status).toBe(204)
    expect(cookiesOf(out)).toEqual({ pt_sid: '', pt_offer: '' })
    expect((await server.call(old, 'GET', '/api/session')).status).toBe(401)
    expect((await there.call('GET', '/api/session')).status).toBe(200)
    expect((await server.call(null, 'DELETE', '/api/session')).status).toBe(204)
  })

  it('can be ended only by their user, one by one or all except the current session (security check A13)', async () => {
    const { here, there } = await twoBrowsers()
    const other = (await sessions(here)).find(({ current }) => !current)
    const stranger = await aUser(server)
    expect((await server.call(stranger, 'DELETE', `/api/sessions/${other?.id}`)).status).toBe(404)
    expect((await there.call('GET', '/api/session')).status).toBe(200)
    expect((await here.call('DELETE', `/api/sessions/${other?.id}`)).status).toBe(204)
    expect((await there.call('GET', '/api/session')).status).toBe(401)
    expect((await here.call('DELETE', `/api/sessions/${other?.id}`)).status).toBe(404)
    const second = await twoBrowsers()
    expect((await second.here.call('DELETE', '/api/sessions')).status).toBe(204)
    expect((await second.there.call('GET', '/api/session')).status).toBe(401)
    expect((await second.here.call('GET', '/api/session')).status).toBe(200)
    for (const [method, url] of [
      ['GET', '/api/sessions'],
      ['DELETE', '/api/sessions'],
    ] as const)
      expect((await server.call(null, method, url)).status).toBe(401)
  })

  it('close their event streams when they end (security check A13)', async () => {
    const [first, second] = [await aUser(server), await aUser(server)]
    const [mine, theirs] = [aStream(first), aStream(second)]
    await server.call(first, 'DELETE', '/api/session')
    await expect.poll(() => mine).toHaveBeenCalledOnce()
    expect(theirs).not.toHaveBeenCalled()
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
    const { form, here } = await twoBrowsers()
    const user = (await here.call<{ id: string }>('GET', '/api/session')).body
    const oldest = (await sessions(here)).at(-1)?.id as SessionId
    await server.deps.database.rows(sql`
      insert into sessions (id, hash, user_id, created_at, last_seen_at, label, network)
      select gen_random_uuid(), sha256(n::text::bytea), ${user.id}, ${server.clock.now().toISOString()},
        ${server.clock.now().toISOString()}::timestamptz + interval '1 minute', '', '' from generate_series(1, 48) n`)
    expect(await sessions(here)).toHaveLength(50)
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
    const server = await startServer(productionSettings())
    try {
      const form = aSignUp()
      await server.call(null, 'POST', '/users', form)
      const entered = await server.call(null, 'POST', '/users', {
        usernameOrEmail: form.username,
        zipcode: form.zipcode,
      })
      const cookies = [entered.headers['set-cookie']].flat().map(String)
      expect(cookies).toHaveLength(3)
      for (const cookie of cookies)
        expect(cookie).toMatch(
          /^__Host-pt_(sid|dev|offer)=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        )
      const sid = `__Host-pt_sid=${cookiesOf(entered)['__Host-pt_sid']}`
      expect((await server.call({ cookie: sid.replace('__Host-', '') }, 'GET', '/api/session')).status).toBe(401)
      const out = await server.call({ cookie: sid }, 'DELETE', '/api/session')
      expect(out.headers['clear-site-data']).toBe('"storage"')
      expect(out.headers['strict-transport-security']).toMatch(/max-age=31536000/)
      expect((await server.call(null, 'GET', '/dev/mail')).status).toBe(404)
    } finally {
      await server.stop()
    }
  })
})
