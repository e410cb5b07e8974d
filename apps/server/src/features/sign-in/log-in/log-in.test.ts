import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import { SignedInUser, Viewer } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, aSignUp, cookiesOf } from '#testing/sign-in.ts'

const server = serverForFile()

const logIn = (usernameOrEmail: unknown, zipcode: unknown, more: object = {}) =>
  server.call<SignedInUser>(null, 'POST', '/users', { usernameOrEmail, zipcode, ...more })

async function anAccount(zipcode = '00100') {
  const form = aSignUp({ zipcode })
  await server.call(null, 'POST', '/users', form)
  return form
}

describe('log-in', () => {
  it('returns the user and sets the session and device cookies', async () => {
    const { username, email } = await anAccount('SW1A 1AA')
    const response = await logIn(username, 'sw1a-1aa')
    expect(response.status).toBe(200)
    expect(parse(SignedInUser, response.body)).toEqual(response.body)
    expect(response.body).toMatchObject({ username, email, plan: 'free', following: [] })
    expect(response.text).not.toMatch(/zip|argon|hash/i)
    const cookies = [response.headers['set-cookie']].flat().map(String)
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['pt_sid', 'pt_dev', 'pt_offer'])
    for (const cookie of cookies.slice(0, 2))
      expect(cookie).toMatch(/^pt_(sid|dev)=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Lax$/)
    const { pt_sid } = cookiesOf(response)
    const me = await server.call<Viewer>({ cookie: `pt_sid=${pt_sid}` }, 'GET', '/api/session')
    // Only a log-in returns `following`, with up to 5,000 ids.
    const { following: _, ...viewer } = response.body
    expect(me.body).toEqual(viewer)
    expect(parse(Viewer, me.body)).toEqual(me.body)
  })

  it('accepts the username or e-mail address in any letter case, and the field `zipcode` or `zipCode`', async () => {
    const { username, email } = await anAccount()
    for (const name of [username.toUpperCase(), ` @${username} `, email, email.toUpperCase()])
      expect((await logIn(name, '00100')).body).toMatchObject({ username })
    const spelled = await server.call<SignedInUser>(null, 'POST', '/users', {
      usernameOrEmail: username,
      zipCode: ' 00-100 ',
    })
    expect(spelled.body.username).toBe(username)
  })

  it('returns identical bytes (null) for a wrong zip code and an unknown user (security checks A01, A02)', async () => {
    const { username } = await anAccount()
    const [wrong, unknown] = [await logIn(username, '99999'), await logIn('unknown.one', '00100')]
    const comparable = ({ status, text, headers: { date: _, ...headers } }: typeof wrong) => ({ status, text, headers })
    expect(wrong.text).toBe('null')
    expect(wrong.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '4',
      'cache-control': 'no-store',
    })
    expect(wrong.headers['set-cookie']).toBeUndefined()
    expect(comparable(wrong)).toEqual(comparable(unknown))
  })

  it('verifies one hash and takes 250 ms, whether or not the user exists (security check A03)', async () => {
    const { username } = await anAccount()
    const measure = async (name: string) => {
      const [verified, waitCount] = [server.deps.secrets.verified(), server.clock.waited.length]
      await logIn(name, '54321')
      return { verified: server.deps.secrets.verified() - verified, waited: server.clock.waited.slice(waitCount) }
    }
    expect(await measure(username)).toEqual({ verified: 1, waited: [250] })
    expect(await measure('nobody.at.all')).toEqual({ verified: 1, waited: [250] })
  })

  it('returns null for empty and over-long input without verifying a hash', async () => {
    const { username } = await anAccount()
    const verified = server.deps.secrets.verified()
    for (const [name, zip] of [
      ['', '00100'],
      [username, ''],
      [' ', ' '],
      ['x'.repeat(301), '1'],
      [username, '1'.repeat(129)],
    ])
      expect((await logIn(name, zip)).text).toBe('null')
    expect(server.deps.secrets.verified()).toBe(verified)
    expect((await logIn('nul\0', 'nul\0')).text).toBe('null')
    expect((await logIn('half \ud800', '\ud800')).text).toBe('null')
  })

  it('returns 400 for fields of the wrong type', async () => {
    for (const [name, zip] of [
      [1, '1'],
      ['a', 1],
      [null, '1'],
      ['a', null],
      [['a'], '1'],
      ['a', undefined],
      ['a', {}],
    ])
      expect((await logIn(name, zip)).status).toBe(400)
    expect((await logIn('a', '1', { timeZone: 3 })).status).toBe(400)
  })

  it('returns null for an account without a zip code, a deleted account and an expired pending account', async () => {
    for (const change of [
      'zip_hash = null',
      'deleted_at = now()',
      "state = 'pending', created_at = now() - interval '2 days'",
    ]) {
      const { username } = await anAccount()
      expect((await logIn(username, '00100')).status).toBe(200)
      await server.deps.database.rows(sql`update users set ${sql.raw(change)} where username = ${username}`)
      expect((await logIn(username, '00100')).text).toBe('null')
    }
  })

  it('stores the browser’s time zone, and ignores a time zone that does not exist', async () => {
    const { username } = await anAccount()
    const readZone = async () =>
      (
        await server.deps.database.row<{ z: string }>(
          sql`select time_zone as z from users where username = ${username}`,
        )
      )?.z
    expect(await readZone()).toBe('Africa/Nairobi')
    await logIn(username, '00100', { timeZone: 'Asia/Tokyo' })
    expect(await readZone()).toBe('Asia/Tokyo')
    for (const oddZone of ['Mars/Olympus', '+03:00', '', 'UTC'.repeat(30)]) {
      expect((await logIn(username, '00100', { timeZone: oddZone })).status).toBe(200)
      expect([oddZone, await readZone()]).toEqual([oddZone, 'Asia/Tokyo'])
    }
    // Time zone names that PostgreSQL does not know, or interprets differently from browsers.
    for (const [oddZone, known] of [
      ['AET', 'Australia/Sydney'],
      ['US/Pacific-New', 'America/Los_Angeles'],
      ['IST', 'Asia/Kolkata'],
    ]) {
      expect((await logIn(username, '00100', { timeZone: oddZone })).status).toBe(200)
      expect([oddZone, await readZone()]).toEqual([oddZone, known])
    }
  })

  it('stores the current name of a time zone when the browser reports an old name', async () => {
    const { username } = await anAccount()
    const seen: unknown[] = []
    for (const timeZone of ['Asia/Calcutta', 'Asia/Katmandu', 'Europe/Kiev', 'Africa/Asmera', 'asia/kolkata']) {
      const user = { cookie: `pt_sid=${cookiesOf(await logIn(username, '00100', { timeZone })).pt_sid}` }
      const stored = await server.deps.database.row<{ zone: string }>(sql`
        select time_zone as zone from users where username = ${username}`)
      const { body } = await server.call<{ sessions: { current: boolean; timeZone: string }[] }>(
        user,
        'GET',
        '/api/sessions',
      )
      seen.push([stored?.zone, body.sessions.find(({ current }) => current)?.timeZone])
    }
    const current = ['Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Kyiv', 'Africa/Asmara', 'Asia/Kolkata']
    expect(seen).toEqual(current.map((name) => [name, name]))
    for (const timeZone of ['Etc/Unknown', '', '+03:00', 'undefined']) {
      expect((await logIn(username, '00100', { timeZone })).status).toBe(200)
      const stored = await server.deps.database.row<{ zone: string }>(sql`
        select time_zone as zone from users where username = ${username}`)
      expect([timeZone, stored?.zone]).toEqual([timeZone, 'Asia/Kolkata'])
    }
  })

  it('stores only time zones that PostgreSQL accepts, so that creating a post still works', async () => {
    const { username } = await anAccount()
    const response = await logIn(username, '00100')
    const user = { cookie: `pt_sid=${cookiesOf(response).pt_sid}` }
    for (const timeZone of ['MIT', 'VST', 'Etc/GMT+12', 'Africa/Nairobi']) {
      await logIn(username, '00100', { timeZone })
      expect((await server.call(user, 'PATCH', '/api/profile', { timeZone })).status).toBe(200)
      // The daily limit of posts depends on the time zone, so an invalid name would cause an error. Here, 404 means
      // only that the photo is unknown.
      const post = await server.call(user, 'POST', '/api/posts', { photos: [{ id: randomUUID() }] })
      expect([timeZone, post.status]).toEqual([timeZone, 404])
    }
  })

  it('renews a hash with outdated parameters after a correct zip code, but not after a wrong one', async () => {
    const { username } = await anAccount()
    const storedHash = async () =>
      (
        await server.deps.database.row<{ hash: string }>(sql`
        select zip_hash as hash from users where username = ${username}`)
      )?.hash ?? ''
    const secret = readFileSync(server.deps.config.pepperFile)
    const weak = await hash('00100', { memoryCost: 8_192, timeCost: 1, parallelism: 1, secret })
    await server.deps.database.rows(sql`update users set zip_hash = ${weak} where username = ${username}`)
    expect((await logIn(username, '54321')).text).toBe('null')
    expect(await storedHash()).toBe(weak)
    expect((await logIn(username, '00100')).body).toMatchObject({ username })
    const renewed = await storedHash()
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await logIn(username, '00100')).body).toMatchObject({ username })
    expect((await logIn(username, '54321')).text).toBe('null')
    expect(await storedHash()).toBe(renewed)
  })

  it('opens a new session and never adopts the session cookie of the request (security check A12)', async () => {
    const { username } = await anAccount()
    const browser = aBrowser(server)
    await browser.call('POST', '/users', { usernameOrEmail: username, zipcode: '00100' })
    const before = { cookie: `pt_sid=${browser.jar.pt_sid}` }
    expect((await server.call(before, 'GET', '/api/session')).status).toBe(200)
    await browser.call('POST', '/users', { usernameOrEmail: username, zipcode: '00100' })
    expect(`pt_sid=${browser.jar.pt_sid}`).not.toBe(before.cookie)
    expect((await server.call(before, 'GET', '/api/session')).status).toBe(401)
    const forged = await server.call<SignedInUser>({ cookie: 'pt_sid=chosen-by-somebody' }, 'POST', '/users', {
      usernameOrEmail: username,
      zipcode: '00100',
    })
    expect(cookiesOf(forged).pt_sid).not.toBe('chosen-by-somebody')
    expect((await server.call({ cookie: 'pt_sid=chosen-by-somebody' }, 'GET', '/api/session')).status).toBe(401)
  })

  it('stores one token per user in the device cookie of a shared browser', async () => {
    const [first, second] = [await anAccount(), await anAccount()]
    const browser = aBrowser(server)
    for (const { username } of [first, second, first])
      await browser.call('POST', '/users', { usernameOrEmail: username, zipcode: '00100' })
    expect(browser.jar.pt_dev?.split('.')).toHaveLength(2)
  })
})

describe('lockout after failed log-ins', () => {
  it('returns 429 to unknown devices for 15 minutes after ten failures, but not to known devices', async () => {
    const { username } = await anAccount()
    const known = aBrowser(server)
    const zip = { usernameOrEmail: username, zipcode: '00100' }
    await known.call('POST', '/users', zip)
    for (let i = 0; i < 10; i++) expect((await logIn(username, '9999')).text).toBe('null')
    const refused = await logIn(username, '00100')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-attempts', retryAfterSeconds: 900 } })
    expect(refused.headers['retry-after']).toBe('900')
    expect((await known.call('POST', '/users', zip)).status).toBe(200)
    server.clock.advance(15 * minute)
    expect((await logIn(username, '00100')).status).toBe(200)
  })

  it('removes a device from the known devices after 50 failures in a day', async () => {
    const { username } = await anAccount()
    const known = aBrowser(server)
    await known.call('POST', '/users', { usernameOrEmail: username, zipcode: '00100' })
    for (let i = 0; i < 50; i++) {
      if (i % 10 === 0) server.clock.advance(15 * minute)
      await known.call('POST', '/users', { usernameOrEmail: username, zipcode: 'nope' })
    }
    const readDevices = () =>
      server.deps.database.rows(sql`
      select 1 from devices d join users u on u.id = d.user_id where u.username = ${username}`)
    expect(await readDevices()).toHaveLength(1)
    server.clock.advance(15 * minute)
    await known.call('POST', '/users', { usernameOrEmail: username, zipcode: 'nope' })
    expect(await readDevices()).toHaveLength(0)
  })
})
