import type { AccountEvent } from '@pawtrait/contract/sign-in/credentials.ts'
import { Passkey } from '@pawtrait/contract/sign-in/passkeys.ts'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { anAuthenticator } from '#testing/fakes/authenticator.ts'
import { findMailCode } from '#testing/fakes/smtp.ts'
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
  const response = await logIn(browser, form.username)
  return { first, browser, form, response }
}

const requestOffer = (browser: Browser) => browser.call<Options & Refusal>('POST', '/api/passkeys/offer')

const withoutPresence = { isAlone: true }

async function makeCredential(
  browser: Browser,
  changes: NonNullable<Parameters<ReturnType<typeof anAuthenticator>['make']>[1]> = {},
) {
  const { status, body } = await requestOffer(browser)
  expect(status).toBe(200)
  return anAuthenticator().make(body, { ...withoutPresence, ...changes })
}

const storeOffered = (browser: Browser, credential: unknown) =>
  browser.call<Passkey & Refusal>('POST', '/api/passkeys/offered', { credential })

const listPasskeys = async (browser: Browser) =>
  (await browser.call<{ passkeys: Passkey[] }>('GET', '/api/passkeys')).body.passkeys

describe('passkey offer after a log-in with a password', () => {
  it('stores a passkey without user presence within five minutes, and keeps the password valid', async () => {
    const { browser, form, response } = await justLoggedIn()
    const cookie = [response.headers['set-cookie']]
      .flat()
      .map(String)
      .find((line) => line.startsWith('pt_offer='))
    expect(cookie).toMatch(/^pt_offer=[\w-]+\.\d+\.[\w-]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/)
    const shown = await browser.call('GET', '/api/passkeys/offer')
    expect(shown.body).toEqual({ offered: true, keepsPassword: true })
    const device = anAuthenticator()
    const stored = await storeOffered(browser, device.make((await requestOffer(browser)).body, withoutPresence))
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
    expect((await storeOffered(browser, await makeCredential(browser))).status).toBe(201)
    const { events } = (await first.call<{ events: AccountEvent[] }>('GET', '/api/account/events')).body
    expect(events[0]?.kind).toBe('passkey-added')
  })

  it('lists the user’s existing passkeys as excluded credentials', async () => {
    const { first, browser } = await justLoggedIn()
    const authenticator = anAuthenticator()
    const credential = authenticator.make((await first.call<Options>('POST', '/api/passkeys/options')).body)
    expect((await first.call('POST', '/api/passkeys', { credential })).status).toBe(201)
    const { body } = await requestOffer(browser)
    expect(body.excludeCredentials).toMatchObject([{ id: credential.id }])
    expect((await storeOffered(browser, authenticator.make(body, withoutPresence))).status).toBe(409)
    expect(await listPasskeys(browser)).toHaveLength(1)
  })
})

describe('passkey offer', () => {
  it('returns 401 to a visitor and 400 for an invalid credential', async () => {
    const { browser } = await justLoggedIn()
    const stranger = aBrowser(server)
    stranger.jar.pt_offer = browser.jar.pt_offer ?? ''
    expect((await requestOffer(stranger)).status).toBe(401)
    expect((await storeOffered(stranger, await makeCredential(browser))).status).toBe(401)
    expect((await storeOffered(browser, { id: 'x' })).status).toBe(400)
  })

  it('returns 404 without the offer cookie, and with a cookie that is invented or of another session', async () => {
    const { browser, form } = await justLoggedIn()
    const credential = await makeCredential(browser)
    const thief = aBrowser(server)
    thief.jar.pt_sid = browser.jar.pt_sid ?? ''
    expect([(await requestOffer(thief)).status, (await storeOffered(thief, credential)).status]).toEqual([404, 404])
    const other = aBrowser(server)
    await logIn(other, form.username)
    const stranger = (await justLoggedIn()).browser
    for (const intruder of [thief, other, stranger]) {
      const own = intruder.jar.pt_offer
      intruder.jar.pt_offer = intruder === thief ? `${browser.jar.pt_offer}.x` : (browser.jar.pt_offer ?? '')
      expect([(await requestOffer(intruder)).status, (await storeOffered(intruder, credential)).status]).toEqual([
        404, 404,
      ])
      intruder.jar.pt_offer = own ?? ''
    }
    // The server refuses the passkey, because it was created for the session of `browser`.
    expect((await storeOffered(other, credential)).status).toBe(401)
    expect((await storeOffered(browser, credential)).status).toBe(201)
  })

  it('stores only one passkey, even for two simultaneous requests', async () => {
    const { browser } = await justLoggedIn()
    const cookie = browser.jar.pt_offer ?? ''
    const two = [await makeCredential(browser), await makeCredential(browser)]
    const third = await makeCredential(browser)
    const both = await Promise.all(two.map((credential) => storeOffered(browser, credential)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404])
    browser.jar.pt_offer = cookie
    expect((await storeOffered(browser, third)).status).toBe(404)
    browser.jar.pt_offer = `${cookie}.again`
    expect((await storeOffered(browser, third)).status).toBe(404)
    expect(await listPasskeys(browser)).toHaveLength(1)
  })

  it('ends after five minutes', async () => {
    const { browser } = await justLoggedIn()
    const credential = await makeCredential(browser)
    server.clock.advance(5 * minute - 1)
    expect((await requestOffer(browser)).status).toBe(200)
    server.clock.advance(1)
    expect([(await requestOffer(browser)).status, (await storeOffered(browser, credential)).status]).toEqual([404, 404])
  })

  it('ends at log-out', async () => {
    const { browser, form } = await justLoggedIn()
    const credential = await makeCredential(browser)
    const cookie = browser.jar.pt_offer ?? ''
    expect(cookiesOf(await browser.call('DELETE', '/api/session'))).toEqual({ pt_sid: '', pt_offer: '' })
    browser.jar.pt_offer = cookie
    expect((await storeOffered(browser, credential)).status).toBe(401)
    await logIn(browser, form.username)
    browser.jar.pt_offer = cookie
    expect((await storeOffered(browser, credential)).status).toBe(404)
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
    expect([(await requestOffer(browser)).status, (await storeOffered(browser, credential)).status]).toEqual([404, 404])
    expect(await listPasskeys(browser)).toEqual([])
  })

  it.each([
    ['of another site', { origin: 'https://evil.test' }],
    ['for another domain', { rpId: 'evil.test' }],
    ['with an invented challenge', { challenge: Buffer.from('a.9999999999999.b').toString('base64url') }],
  ])('refuses a passkey %s, and then accepts a valid one', async (_, changes) => {
    const { browser } = await justLoggedIn()
    const response = await storeOffered(browser, await makeCredential(browser, changes))
    expect([response.status, response.body.code]).toEqual([401, 'invalid-passkey'])
    expect((await storeOffered(browser, await makeCredential(browser))).status).toBe(201)
  })

  it('is not sufficient for POST /api/passkeys, which requires sudo mode and user presence', async () => {
    const { first, browser } = await justLoggedIn()
    const offered = await makeCredential(browser)
    expect((await browser.call('POST', '/api/passkeys', { credential: offered })).status).toBe(403)
    const options = (await first.call<Options>('POST', '/api/passkeys/options')).body
    const withoutTouch = anAuthenticator().make(options, withoutPresence)
    expect((await first.call('POST', '/api/passkeys', { credential: withoutTouch })).status).toBe(401)
    expect((await storeOffered(browser, anAuthenticator().make(options, withoutPresence))).status).toBe(401)
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
      return browser.call('POST', '/api/auth/challenge', {
        code: findMailCode(site.mailbox.messages[0]),
        remember: true,
      })
    }
    expect((await enter(form.zipcode)).status).toBe(200)
    await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })
    expect((await browser.call('PUT', '/api/password', { password })).status).toBe(204)
    browser.jar.pt_dev = ''
    expect(cookiesOf(await enter(password))).not.toHaveProperty('pt_offer')
    expect(cookiesOf(await logIn(browser, form.username))).toHaveProperty('pt_offer')
    expect((await storeOffered(browser, await makeCredential(browser))).status).toBe(201)
    await site.runJobs()
    const letters = site.mailbox.messages.filter(({ to, subject }) => to === form.email && subject.includes('passkey'))
    expect(letters).toHaveLength(1)
  })
})

describe('passkey offer on a site with an IP address as its host', () => {
  const site = serverForFile({}, { publicUrl: 'http://127.0.0.1:3000' })

  it('is never made', async () => {
    const { browser, response } = await justLoggedIn(site)
    expect(response.status).toBe(200)
    expect(browser.jar).not.toHaveProperty('pt_offer')
  })
})

describe('passkey offer after a log-in with a zip code', () => {
  const readOffered = async (browser: Browser) =>
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
    expect(await readOffered(browser)).toBe(true)
    expect((await storeOffered(browser, await makeCredential(browser))).body.code).toBe('invalid-passkey')
    const other = aBrowser(server)
    expect(cookiesOf(await logIn(other, form.username, form.zipcode))).not.toHaveProperty('pt_offer')
    expect(await readOffered(other)).toBe(false)
    expect((await requestOffer(other)).status).toBe(404)
    const stored = await storeOffered(browser, anAuthenticator().make((await requestOffer(browser)).body))
    expect(stored.status).toBe(201)
    expect(await readOffered(browser)).toBe(false)
    expect((await logIn(aBrowser(server), form.username, form.zipcode)).body).toBeNull()
    // The new passkey logs out the other browsers.
    expect((await other.call('GET', '/api/credentials')).status).toBe(401)
  })

  it('is made to only one of two browsers that log in simultaneously', async () => {
    const { form } = await newUser()
    const responses = await Promise.all([1, 2].map(() => logIn(aBrowser(server), form.username, form.zipcode)))
    expect(responses.filter((response) => 'pt_offer' in cookiesOf(response))).toHaveLength(1)
  })

  it('ends when the zip code changes', async () => {
    const { form, browser } = await newUser()
    await logIn(browser, form.username, form.zipcode)
    await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })
    expect((await browser.call('PUT', '/api/account/zip-code', { zipcode: 'NEW 0001' })).status).toBe(204)
    expect(await readOffered(browser)).toBe(false)
  })
})
