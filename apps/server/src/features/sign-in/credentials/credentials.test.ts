import type { UserId } from '@pawtrait/contract/ids.ts'
import { AccountEvent, Credentials } from '@pawtrait/contract/sign-in/credentials.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { day, hour, minute } from '#testing/clock.ts'
import { findMailCode } from '#testing/fakes/smtp.ts'
import { aPet, aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, aSignedInSudoUser, aSignedInUser, cookiesOf, runAfterNextVerification } from '#testing/sign-in.ts'

const server = serverForFile()
const password = 'a kite over Ngong hills'

type Browser = ReturnType<typeof aBrowser>

const logIn = (browser: Browser, usernameOrEmail: string, zipCode: string) =>
  browser.call<{ id: string } | null>('POST', '/users', { usernameOrEmail, zipCode })
const logInElsewhere = (username: string, secret: string) => logIn(aBrowser(server), username, secret)

const changes = [
  ['PUT', '/api/password', { password }],
  ['DELETE', '/api/password', { zipcode: '20200' }],
  ['PUT', '/api/account/zip-code', { zipcode: '20200' }],
] as const

const readHashes = (username: string) =>
  server.deps.database.row<{ zip: string | null; password: string | null }>(sql`
    select zip_hash as zip, password_hash as password from users where username = ${username}`)

describe('sudo mode', () => {
  it.each(changes)('is required for %s %s (403 without it, 401 to visitors)', async (method, url, body) => {
    const { browser } = await aSignedInUser(server)
    expect(await browser.call(method, url, body)).toMatchObject({
      status: 403,
      body: { code: 'sudo-required', methods: ['zip-code'] },
    })
    expect((await server.call(null, method, url, body)).status).toBe(401)
  })

  it('starts when the zip code is entered, and lasts ten minutes in that session only', async () => {
    const { browser, form } = await aSignedInUser(server)
    for (const field of ['zipcode', 'zipCode', 'password'])
      expect((await browser.call('POST', '/api/sudo', { [field]: ' 001-00 ' })).status).toBe(200)
    const entered = await browser.call<{ until: string }>('POST', '/api/sudo', { zipcode: form.zipcode })
    expect(Date.parse(entered.body.until) - server.clock.now().getTime()).toBe(10 * minute)
    expect(String(entered.headers['set-cookie'])).toMatch(/^pt_sudo=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly/)
    // A stolen session cookie without the sudo cookie is refused.
    const thief = { cookie: `pt_sid=${browser.jar.pt_sid}` }
    expect((await server.call(thief, 'PUT', '/api/password', { password })).status).toBe(403)
    const forged = { cookie: `pt_sid=${browser.jar.pt_sid}; pt_sudo=${'x'.repeat(43)}` }
    expect((await server.call(forged, 'PUT', '/api/password', { password })).status).toBe(403)
    const other = aBrowser(server)
    await logIn(other, form.username, form.zipcode)
    other.jar.pt_sudo = browser.jar.pt_sudo ?? ''
    expect((await other.call('PUT', '/api/password', { password })).status).toBe(403)
    server.clock.advance(10 * minute - 1)
    expect((await browser.call('PUT', '/api/account/zip-code', { zipcode: '20200' })).status).toBe(204)
    server.clock.advance(1)
    expect((await browser.call('PUT', '/api/account/zip-code', { zipcode: '30300' })).status).toBe(403)
  })

  it('is refused with 403 for a wrong zip code, and with 429 after ten wrong ones in 15 minutes', async () => {
    const { browser, form } = await aSignedInUser(server)
    const enterSudo = (body: object) => browser.call<{ code: string }>('POST', '/api/sudo', body)
    for (const invalidBody of [{}, { zipcode: '1', code: '2' }, { zipcode: 3 }, { zipcode: 'x'.repeat(401) }])
      expect((await enterSudo(invalidBody)).status).toBe(400)
    const responses = await Promise.all(Array.from({ length: 15 }, () => enterSudo({ zipcode: '54321' })))
    expect(responses.filter(({ status, body }) => status === 403 && body.code === 'wrong-secret')).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5)
    expect(await enterSudo({ zipcode: form.zipcode })).toMatchObject({ status: 429 })
    server.clock.advance(hour / 4 + 1)
    expect((await enterSudo({ zipcode: form.zipcode })).status).toBe(200)
    expect((await server.call(null, 'POST', '/api/sudo', { zipcode: '1' })).status).toBe(401)
    expect((await browser.call('POST', '/api/sudo/code')).status).toBe(409)
  })

  it('ends at log-out: the response clears the sudo cookie', async () => {
    const { browser } = await aSignedInSudoUser(server)
    expect(cookiesOf(await browser.call('DELETE', '/api/session'))).toEqual({ pt_sid: '', pt_sudo: '', pt_offer: '' })
  })
})

describe('password', () => {
  it('replaces the zip code when set, and must match in case and spaces (security check A09)', async () => {
    const { browser, form } = await aSignedInSudoUser(server)
    expect((await browser.call('PUT', '/api/password', { password })).status).toBe(204)
    expect(await readHashes(form.username)).toEqual({ zip: null, password: expect.stringMatching(/^\$argon2id\$/) })
    expect((await logInElsewhere(form.username, form.zipcode)).text).toBe('null')
    expect((await logInElsewhere(form.username, password)).body).toMatchObject({ username: form.username })
    expect((await logInElsewhere(form.email, password)).status).toBe(200)
    // In a password, case and spaces matter; in a zip code, they do not.
    for (const similar of [password.toUpperCase(), ` ${password}`, password.replaceAll(' ', '')])
      expect((await logInElsewhere(form.username, similar)).text).toBe('null')
    expect((await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })).status).toBe(403)
    expect((await browser.call('POST', '/api/sudo', { password })).status).toBe(200)
    const shown = await browser.call('GET', '/api/credentials')
    expect(v.parse(Credentials, shown.body)).toEqual({
      zipCode: null,
      password: { since: server.clock.now().toISOString() },
      passkeys: 0,
      recoveryCodes: null,
      mailsCodes: false,
      sudoMethods: ['password'],
    })
  })

  it('ends all other sessions when set, and replaces the device cookie (security check A13)', async () => {
    const { browser, form } = await aSignedInSudoUser(server)
    const other = aBrowser(server)
    await logIn(other, form.username, form.zipcode)
    const [known, before] = [browser.jar.pt_dev, other.jar.pt_sid]
    expect((await browser.call('PUT', '/api/password', { password })).status).toBe(204)
    expect((await other.call('GET', '/api/session')).status).toBe(401)
    expect(before).toMatch(/.{43}/)
    expect((await browser.call('GET', '/api/session')).status).toBe(200)
    expect(browser.jar.pt_dev).not.toBe(known)
    const devices = await server.deps.database.rows(sql`
      select 1 from devices d join users u on u.id = d.user_id where u.username = ${form.username}`)
    expect(devices).toHaveLength(1)
  })

  it('triggers an e-mail, and an account event kept for 180 days, when it is set or removed', async () => {
    const { browser, form } = await aSignedInSudoUser(server)
    await browser.call('PUT', '/api/password', { password })
    await browser.call('DELETE', '/api/password', { zipcode: '20200' })
    await browser.call('PUT', '/api/account/zip-code', { zipcode: '30300' })
    await server.runJobs()
    const subjects = server.mailbox.messages.filter(({ to }) => to === form.email).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([
      'Your Pawtrait password was removed',
      'Your Pawtrait password was set',
      'Your Pawtrait zip code was changed',
    ])
    const { body } = await browser.call<{ events: AccountEvent[] }>('GET', '/api/account/events')
    const events = v.parse(v.array(AccountEvent), body.events)
    expect(events.map(({ kind }) => kind)).toEqual([
      'zip-code-changed',
      'password-removed',
      'password-set',
      'logged-in',
    ])
    expect(events[0]).toMatchObject({ network: '127.0.0.0/24', label: expect.any(String) })
    const stranger = await aUser(server)
    expect((await server.call(stranger, 'GET', '/api/account/events')).body).toEqual({ events: [] })
    expect((await server.call(null, 'GET', '/api/account/events')).status).toBe(401)
    expect((await server.call(null, 'GET', '/api/credentials')).status).toBe(401)
    server.clock.advance(181 * day)
    await server.deps.jobs.send(server.deps.database, 'sweep-sign-in', {})
    await server.runJobs()
    expect(
      await server.deps.database.rows(sql`
        select 1 from account_events e join users u on u.id = e.user_id where u.username = ${form.username}`),
    ).toEqual([])
  })

  it('can have 10 to 128 characters of any kind, and is refused if it is easy to guess', async () => {
    const { browser, form } = await aSignedInSudoUser(server)
    const { body: me } = await browser.call<{ id: UserId }>('GET', '/api/session')
    await aPet(server, [me], 'Chapati')
    const set = (typed: unknown) => browser.call<{ code: string }>('PUT', '/api/password', { password: typed })
    const guessable = ['password123', 'Basketball', 'elephant2024!', 'abcabcabcabc', 'aaaaaaaaaaaa', 'qwertyuiop']
    const own = [
      `${form.username}12345`,
      'some_person2026',
      'Pawtrait-2026',
      'chapati2019!',
      'some person 1',
      form.email,
    ]
    for (const typed of ['', 'nine char', ...guessable, ...own, 7, null, 'x'.repeat(129)])
      expect([typed, (await set(typed)).status]).toEqual([typed, 400])
    expect((await readHashes(form.username))?.password).toBeNull()
    for (const typed of [
      'kiti cha mzee',
      '🐈🐕🐇🐦🦎🐟🐴🐹🐢🦜',
      'ß'.repeat(5) + ' Chapati Ómega',
      'Ab1!'.repeat(2) + 'zq'.repeat(60),
    ])
      expect([typed, (await set(typed)).status]).toEqual([typed, 204])
  })

  it('can be removed only if the same request sets a new zip code', async () => {
    const { browser, form } = await aSignedInSudoUser(server)
    const remove = (body?: object) => browser.call('DELETE', '/api/password', body)
    expect((await remove({ zipcode: '20200' })).status).toBe(409)
    await browser.call('PUT', '/api/password', { password })
    expect((await remove()).status).toBe(400)
    expect((await remove({ zipcode: '!' })).status).toBe(400)
    expect((await browser.call('PUT', '/api/account/zip-code', { zipcode: '20200' })).status).toBe(409)
    expect((await remove({ zipcode: '20200' })).status).toBe(204)
    expect((await logInElsewhere(form.username, password)).text).toBe('null')
    expect((await logInElsewhere(form.username, '202 00')).status).toBe(200)
    expect(await readHashes(form.username)).toMatchObject({ password: null })
  })

  it('is the only stored secret even if a simultaneous request changes the zip code', async () => {
    const { browser, form } = await aSignedInSudoUser(server)
    const [zip, word] = await Promise.all([
      browser.call('PUT', '/api/account/zip-code', { zipcode: '20200' }),
      browser.call('PUT', '/api/password', { password }),
    ])
    expect([word.status, [204, 409].includes(zip.status)]).toEqual([204, true])
    expect(await readHashes(form.username)).toMatchObject({ zip: null, password: expect.any(String) })
  })
})

describe('sudo mode by e-mail code', () => {
  const server = serverForFile({ MAIL: 'dev' })

  it('accepts an e-mail code once, and only from the user and browser that requested the code', async () => {
    const ann = await aUser(server)
    const bob = await aUser(server)
    const browsers = [ann, bob].map((user) => {
      const browser = aBrowser(server)
      browser.jar.pt_sid = user.cookie.replace('pt_sid=', '')
      return browser
    }) as [Browser, Browser]
    const codeRequest = await browsers[0].call('POST', '/api/sudo/code')
    expect([codeRequest.status, codeRequest.text]).toEqual([202, '{"sent":true}'])
    expect(server.mailbox.messages[0]?.to).toBe(ann.email)
    const code = findMailCode(server.mailbox.messages[0])
    expect((await browsers[1].call('POST', '/api/sudo', { code })).status).toBe(410)
    browsers[1].jar.pt_chal = browsers[0].jar.pt_chal ?? ''
    expect((await browsers[1].call('POST', '/api/sudo', { code })).status).toBe(401)
    const both = await Promise.all(
      [code, code].map((sameCode) => browsers[0].call('POST', '/api/sudo', { code: sameCode })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    expect((await server.call(null, 'POST', '/api/sudo/code')).status).toBe(401)
    expect((await browsers[0].call('PUT', '/api/password', { password })).status).toBe(204)
    // An unknown browser needs a mailed code besides the password.
    const entered = await aBrowser(server).call('POST', '/users', { usernameOrEmail: ann.username, zipCode: password })
    expect(entered).toMatchObject({ status: 403, body: { code: 'verification-required' } })
  })
})

describe('log-in with a zip code that is changed at the same moment', () => {
  it.each([true, false])('returns null and opens no session (known device: %s)', async (isKnown) => {
    const { browser, form } = await aSignedInSudoUser(server)
    const thief = aBrowser(server)
    if (isKnown) thief.jar.pt_dev = browser.jar.pt_dev ?? ''
    let changed = 0
    runAfterNextVerification(server, async () => {
      changed = (await browser.call('PUT', '/api/account/zip-code', { zipcode: '20200' })).status
    })
    const entered = await logIn(thief, form.username, form.zipcode)
    expect(changed).toBe(204)
    expect([entered.status, entered.text, thief.jar.pt_sid]).toEqual([200, 'null', undefined])
    const { body } = await browser.call<{ sessions: unknown[] }>('GET', '/api/sessions')
    expect(body.sessions).toHaveLength(1)
    expect((await logInElsewhere(form.username, '20200')).body).toMatchObject({ id: expect.any(String) })
  })
})
