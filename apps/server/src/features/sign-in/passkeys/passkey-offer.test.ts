import type { AccountEvent } from '@pawtrait/contract/sign-in/credentials.ts'
import { Passkey } from '@pawtrait/contract/sign-in/passkeys.ts'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { anAuthenticator } from '#testing/fakes/authenticator.ts'
import { codeInMail } from '#testing/fakes/smtp.ts'
import { serverForFile, type TestServer } from '#testing/server.ts'
import { aBrowser, aSignedInSudoUser, aSignUp, cookiesOf } from '#testing/sign-in.ts'

const server = serverForFile()
const password = 'a kite over Ngong hills'

type Browser = ReturnType<typeof aBrowser>
type Options = { challenge: string; user: { id: string }; excludeCredentials: unknown[] }
type Refusal = { code: string }

const logIn = (browser: Browser, usernameOrEmail: string, zipCode = password) =>
  browser.call<Refusal>('POST', '/users', { usernameOrEmail, zipCode })

/** A user with a password, a browser in sudo mode, and another browser that has just logged in. */
async function justLoggedIn(on: TestServer = server) {
  const { browser: first, form } = await aSignedInSudoUser(on)
  expect((await first.call('PUT', '/api/password', { password })).status).toBe(204)
  const browser = aBrowser(on)
  const answer = await logIn(browser, form.username)
  return { first, browser, form, answer }
}

const offer = (browser: Browser) => browser.call<Options & Refusal>('POST', '/api/passkeys/offer')

const alone = { isAlone: true }

async function makeCredential(
  browser: Browser,
  odd: NonNullable<Parameters<ReturnType<typeof anAuthenticator>['make']>[1]> = {},
) {
  const { status, body } = await offer(browser)
  expect(status).toBe(200)
  return anAuthenticator().make(body, { ...alone, ...odd })
}

const keep = (browser: Browser, credential: unknown) =>
  browser.call<Passkey & Refusal>('POST', '/api/passkeys/offered', { credential })

const passkeysOf = async (browser: Browser) =>
  (await browser.call<{ passkeys: Passkey[] }>('GET', '/api/passkeys')).body.passkeys

describe('passkey offer after a log-in with a password', () => {
  it('stores a passkey without user presence within five minutes, and keeps the password valid', async () => {
    const { browser, form, answer } = await justLoggedIn()
    const cookie = [answer.headers['set-cookie']]
      .flat()
      .map(String)
      .find((line) => line.startsWith('pt_offer='))
    expect(cookie).toMatch(/^pt_offer=[\w-]+\.\d+\.[\w-]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/)
    const shown = await browser.call('GET', '/api/passkeys/offer')
    expect(shown.body).toEqual({ offered: true, keepsPassword: true })
    const device = anAuthenticator()
    const stored = await keep(browser, device.make((await offer(browser)).body, alone))
    expect(stored.status).toBe(201)
    expect(v.parse(Passkey, stored.body)).toMatchObject({ isSynced: false, lastUsedAt: null })
    expect(cookiesOf(stored)).toEqual({ pt_offer: '' })
    const stranger = aBrowser(server)
    const credential = device.prove((await stranger.call<Options>('POST', '/api/session/passkey/options')).body)
    expect((await stranger.call('POST', '/api/session/passkey', { credential })).status).toBe(200)
    expect((await logIn(aBrowser(server), form.username)).text).toContain(form.username)
  })

  it('records an account event when the passkey is stored, and does not end other sessions', async () => {
    const { first, browser } = await justLoggedIn()
    expect((await keep(browser, await makeCredential(browser))).status).toBe(201)
    const { events } = (await first.call<{ events: AccountEvent[] }>('GET', '/api/account/events')).body
    expect(events[0]?.kind).toBe('passkey-added')
  })

  it('lists the user’s existing passkeys as excluded credentials', async () => {
    const { first, browser } = await justLoggedIn()
    const byHand = anAuthenticator()
    const credential = byHand.make((await first.call<Options>('POST', '/api/passkeys/options')).body)
    expect((await first.call('POST', '/api/passkeys', { credential })).status).toBe(201)
    const { body } = await offer(browser)
    expect(body.excludeCredentials).toMatchObject([{ id: credential.id }])
    expect((await keep(browser, byHand.make(body, alone))).status).toBe(409)
    expect(await passkeysOf(browser)).toHaveLength(1)
  })
})

describe('passkey offer', () => {
  it('returns 401 to a visitor and 400 for an invalid credential', async () => {
    const { browser } = await justLoggedIn()
    const stranger = aBrowser(server)
    stranger.jar.pt_offer = browser.jar.pt_offer ?? ''
    expect((await offer(stranger)).status).toBe(401)
    expect((await keep(stranger, await makeCredential(browser))).status).toBe(401)
    expect((await keep(browser, { id: 'x' })).status).toBe(400)
  })

  it('returns 404 without the offer cookie, and with a cookie that is invented or of another session', async () => {
    const { browser, form } = await justLoggedIn()
    const credential = await makeCredential(browser)
    const thief = aBrowser(server)
    thief.jar.pt_sid = browser.jar.pt_sid ?? ''
    expect([(await offer(thief)).status, (await keep(thief, credential)).status]).toEqual([404, 404])
    const other = aBrowser(server)
    await logIn(other, form.username)
    const stranger = (await justLoggedIn()).browser
    for (const intruder of [thief, other, stranger]) {
      const own = intruder.jar.pt_offer
      intruder.jar.pt_offer = intruder === thief ? `${browser.jar.pt_offer}.x` : (browser.jar.pt_offer ?? '')
      expect([(await offer(intruder)).status, (await keep(intruder, credential)).status]).toEqual([404, 404])
      intruder.jar.pt_offer = own ?? ''
    }
    // The server refuses the passkey, because it was created for the session of `browser`.
    expect((await keep(other, credential)).status).toBe(401)
    expect((await keep(browser, credential)).status).toBe(201)
  })

  it('stores only one passkey, even for two simultaneous requests', async () => {
    const { browser } = await justLoggedIn()
    const cookie = browser.jar.pt_offer ?? ''
    const two = [await makeCredential(browser), await makeCredential(browser)]
    const third = await makeCredential(browser)
    const both = await Promise.all(two.map((credential) => keep(browser, credential)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404])
    browser.jar.pt_offer = cookie
    expect((await keep(browser, third)).status).toBe(404)
    browser.jar.pt_offer = `${cookie}.again`
    expect((await keep(browser, third)).status).toBe(404)
    expect(await passkeysOf(browser)).toHaveLength(1)
  })

  it('ends after five minutes', async () => {
    const { browser } = await justLoggedIn()
    const credential = await makeCredential(browser)
    server.clock.advance(5 * minute - 1)
    expect((await offer(browser)).status).toBe(200)
    server.clock.advance(1)
    expect([(await offer(browser)).status, (await keep(browser, credential)).status]).toEqual([404, 404])
  })

  it('ends at log-out', async () => {
    const { browser, form } = await justLoggedIn()
    const credential = await makeCredential(browser)
    const cookie = browser.jar.pt_offer ?? ''
    expect(cookiesOf(await browser.call('DELETE', '/api/session'))).toEqual({ pt_sid: '', pt_offer: '' })
    browser.jar.pt_offer = cookie
    expect((await keep(browser, credential)).status).toBe(401)
    await logIn(browser, form.username)
    browser.jar.pt_offer = cookie
    expect((await keep(browser, credential)).status).toBe(404)
  })

  it.each([
    ['the account is deleted', 'DELETE', '/api/account', undefined],
    ['the user reports being under 13', 'POST', '/api/account/under-13', undefined],
  ] as const)('ends when %s', async (_, method, url, body) => {
    const { browser } = await justLoggedIn()
    expect((await browser.call('POST', '/api/sudo', { password })).status).toBe(200)
    expect(cookiesOf(await browser.call(method, url, body))).toEqual({ pt_sid: '', pt_sudo: '', pt_offer: '' })
  })

  it.each([
    ['changed', 'PUT', { password: 'another kite over Ngong' }],
    ['removed', 'DELETE', { zipcode: '20200' }],
  ] as const)('ends when the password is %s', async (_, method, body) => {
    const { browser } = await justLoggedIn()
    const credential = await makeCredential(browser)
    expect((await browser.call('POST', '/api/sudo', { password })).status).toBe(200)
    expect((await browser.call(method, '/api/password', body)).status).toBe(204)
    expect([(await offer(browser)).status, (await keep(browser, credential)).status]).toEqual([404, 404])
    expect(await passkeysOf(browser)).toEqual([])
  })

  it.each([
    ['of another site', { origin: 'https://evil.test' }],
    ['for another domain', { rpId: 'evil.test' }],
    ['with an invented challenge', { challenge: Buffer.from('a.9999999999999.b').toString('base64url') }],
  ])('refuses a passkey %s, and then accepts a valid one', async (_, odd) => {
    const { browser } = await justLoggedIn()
    const answer = await keep(browser, await makeCredential(browser, odd))
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid-passkey'])
    expect((await keep(browser, await makeCredential(browser))).status).toBe(201)
  })

  it('is not sufficient for POST /api/passkeys, which requires sudo mode and user presence', async () => {
    const { first, browser } = await justLoggedIn()
    const offered = await makeCredential(browser)
    expect((await browser.call('POST', '/api/passkeys', { credential: offered })).status).toBe(403)
    const options = (await first.call<Options>('POST', '/api/passkeys/options')).body
    const untouched = anAuthenticator().make(options, alone)
    expect((await first.call('POST', '/api/passkeys', { credential: untouched })).status).toBe(401)
    expect((await keep(browser, anAuthenticator().make(options, alone))).status).toBe(401)
  })
})

describe('passkey offer with mail on', () => {
  const site = serverForFile({ MAIL: 'dev' })

  it('is made to a known browser, but not after a log-in with an e-mail code', async () => {
    const form = aSignUp()
    const browser = aBrowser(site)
    await browser.call('POST', '/users', form)
    const enter = async (secret: string) => {
      expect((await logIn(browser, form.username, secret)).status).toBe(403)
      return browser.call('POST', '/api/auth/challenge', { code: codeInMail(site.mailbox.messages[0]), remember: true })
    }
    expect((await enter(form.zipcode)).status).toBe(200)
    await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })
    expect((await browser.call('PUT', '/api/password', { password })).status).toBe(204)
    browser.jar.pt_dev = ''
    expect(cookiesOf(await enter(password))).not.toHaveProperty('pt_offer')
    expect(cookiesOf(await logIn(browser, form.username))).toHaveProperty('pt_offer')
    expect((await keep(browser, await makeCredential(browser))).status).toBe(201)
    await site.runJobs()
    const letters = site.mailbox.messages.filter(({ to, subject }) => to === form.email && subject.includes('passkey'))
    expect(letters).toHaveLength(1)
  })
})

describe('passkey offer on a site with an IP address as its host', () => {
  const site = serverForFile({}, { publicUrl: 'http://127.0.0.1:3000' })

  it('is never made', async () => {
    const { browser, answer } = await justLoggedIn(site)
    expect(answer.status).toBe(200)
    expect(browser.jar).not.toHaveProperty('pt_offer')
  })
})

describe('passkey offer after a log-in with a zip code', () => {
  const offered = async (browser: Browser) =>
    (await browser.call<{ offered: boolean }>('GET', '/api/passkeys/offer')).body.offered

  async function newUser() {
    const form = aSignUp()
    const browser = aBrowser(server)
    await browser.call('POST', '/users', form)
    return { form, browser }
  }

  it('is made once, stores a passkey that replaces the zip code, and requires user presence', async () => {
    const { form, browser } = await newUser()
    expect(cookiesOf(await logIn(browser, form.username, form.zipcode))).toHaveProperty('pt_offer')
    expect(await offered(browser)).toBe(true)
    expect((await keep(browser, await makeCredential(browser))).body.code).toBe('invalid-passkey')
    const other = aBrowser(server)
    expect(cookiesOf(await logIn(other, form.username, form.zipcode))).not.toHaveProperty('pt_offer')
    expect(await offered(other)).toBe(false)
    expect((await offer(other)).status).toBe(404)
    const stored = await keep(browser, anAuthenticator().make((await offer(browser)).body))
    expect(stored.status).toBe(201)
    expect(await offered(browser)).toBe(false)
    expect((await logIn(aBrowser(server), form.username, form.zipcode)).body).toBeNull()
    // The new passkey logs out the other browsers.
    expect((await other.call('GET', '/api/credentials')).status).toBe(401)
  })

  it('is made to only one of two browsers that log in simultaneously', async () => {
    const { form } = await newUser()
    const answers = await Promise.all([1, 2].map(() => logIn(aBrowser(server), form.username, form.zipcode)))
    expect(answers.filter((answer) => 'pt_offer' in cookiesOf(answer))).toHaveLength(1)
  })

  it('ends when the zip code changes', async () => {
    const { form, browser } = await newUser()
    await logIn(browser, form.username, form.zipcode)
    await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })
    expect((await browser.call('PUT', '/api/account/zip-code', { zipcode: 'NEW 0001' })).status).toBe(204)
    expect(await offered(browser)).toBe(false)
  })
})
