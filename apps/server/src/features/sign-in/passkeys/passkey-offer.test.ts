import type { AccountEvent } from '@pawtrait/contract/sign-in/credentials.ts'
import { Passkey } from '@pawtrait/contract/sign-in/passkeys.ts'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { anAuthenticator } from '#testing/fakes/authenticator.ts'
import { codeIn } from '#testing/fakes/smtp.ts'
import { serverForFile, type TestServer } from '#testing/server.ts'
import { aBrowser, aSignUp, cookiesOf, inSudo, signedIn } from '#testing/sign-in.ts'

const server = serverForFile()
const password = 'a kite over Ngong hills'

type Browser = ReturnType<typeof aBrowser>
type Options = { challenge: string; user: { id: string }; excludeCredentials: unknown[] }
type Refusal = { code: string }

const logIn = (browser: Browser, usernameOrEmail: string, zipCode = password) =>
  browser.call<Refusal>('POST', '/users', { usernameOrEmail, zipCode })

/** Somebody with a password: a browser in sudo mode, and another that has just logged in. */
async function justLoggedIn(on: TestServer = server) {
  const { browser: first, form } = await inSudo(on)
  expect((await first.call('PUT', '/api/password', { password })).status).toBe(204)
  const browser = aBrowser(on)
  const answer = await logIn(browser, form.username)
  return { first, browser, form, answer }
}

const offer = (browser: Browser) => browser.call<Options & Refusal>('POST', '/api/passkeys/offer')

const alone = { isAlone: true }

async function made(
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

describe('after a log-in with a password a passkey is offered', () => {
  it('for five minutes, and kept though nobody touched anything; the password stays', async () => {
    const { browser, form, answer } = await justLoggedIn()
    const cookie = [answer.headers['set-cookie']]
      .flat()
      .map(String)
      .find((line) => line.startsWith('pt_offer='))
    expect(cookie).toMatch(/^pt_offer=[\w-]+\.\d+\.[\w-]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/)
    const device = anAuthenticator()
    const kept = await keep(browser, device.make((await offer(browser)).body, alone))
    expect(kept.status).toBe(201)
    expect(v.parse(Passkey, kept.body)).toMatchObject({ isSynced: false, lastUsedAt: null })
    expect(cookiesOf(kept)).toEqual({ pt_offer: '' })
    const stranger = aBrowser(server)
    const credential = device.prove((await stranger.call<Options>('POST', '/api/session/passkey/options')).body)
    expect((await stranger.call('POST', '/api/session/passkey', { credential })).status).toBe(200)
    expect((await logIn(aBrowser(server), form.username)).text).toContain(form.username)
  })

  it('and is written down as one that is added by hand; nobody is logged out by it', async () => {
    const { first, browser } = await justLoggedIn()
    expect((await keep(browser, await made(browser))).status).toBe(201)
    const { events } = (await first.call<{ events: AccountEvent[] }>('GET', '/api/account/events')).body
    expect(events[0]?.kind).toBe('passkey-added')
  })

  it('without those that are there already', async () => {
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

describe('no passkey is offered', () => {
  it('after a log-in with a zip code, which a passkey would erase', async () => {
    const { browser } = await signedIn(server)
    expect(browser.jar).not.toHaveProperty('pt_offer')
    expect(await offer(browser)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect((await keep(browser, anAuthenticator().make({ challenge: 'eA', user: { id: 'eA' } }, alone))).status).toBe(
      404,
    )
  })

  it('to whoever is not logged in, or sends what is no passkey', async () => {
    const { browser } = await justLoggedIn()
    const stranger = aBrowser(server)
    stranger.jar.pt_offer = browser.jar.pt_offer ?? ''
    expect((await offer(stranger)).status).toBe(401)
    expect((await keep(stranger, await made(browser))).status).toBe(401)
    expect((await keep(browser, { id: 'x' })).status).toBe(400)
  })

  it('to a session that has not the cookie, or another’s, or a made-up one', async () => {
    const { browser, form } = await justLoggedIn()
    const credential = await made(browser)
    const thief = aBrowser(server)
    thief.jar.pt_sid = browser.jar.pt_sid ?? ''
    expect([(await offer(thief)).status, (await keep(thief, credential)).status]).toEqual([404, 404])
    const other = aBrowser(server)
    await logIn(other, form.username)
    const stranger = (await justLoggedIn()).browser
    for (const one of [thief, other, stranger]) {
      const own = one.jar.pt_offer
      one.jar.pt_offer = one === thief ? `${browser.jar.pt_offer}.x` : (browser.jar.pt_offer ?? '')
      expect([(await offer(one)).status, (await keep(one, credential)).status]).toEqual([404, 404])
      one.jar.pt_offer = own ?? ''
    }
    // With its own it may, but not what was made for another session.
    expect((await keep(other, credential)).status).toBe(401)
    expect((await keep(browser, credential)).status).toBe(201)
  })

  it('twice: one of two at once is kept, and none later', async () => {
    const { browser } = await justLoggedIn()
    const cookie = browser.jar.pt_offer ?? ''
    const two = [await made(browser), await made(browser)]
    const third = await made(browser)
    const both = await Promise.all(two.map((credential) => keep(browser, credential)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404])
    browser.jar.pt_offer = cookie
    expect((await keep(browser, third)).status).toBe(404)
    browser.jar.pt_offer = `${cookie}.again`
    expect((await keep(browser, third)).status).toBe(404)
    expect(await passkeysOf(browser)).toHaveLength(1)
  })

  it('after five minutes', async () => {
    const { browser } = await justLoggedIn()
    const credential = await made(browser)
    server.clock.advance(5 * minute - 1)
    expect((await offer(browser)).status).toBe(200)
    server.clock.advance(1)
    expect([(await offer(browser)).status, (await keep(browser, credential)).status]).toEqual([404, 404])
  })

  it('after logging out', async () => {
    const { browser, form } = await justLoggedIn()
    const credential = await made(browser)
    const cookie = browser.jar.pt_offer ?? ''
    expect(cookiesOf(await browser.call('DELETE', '/api/session'))).toEqual({ pt_sid: '', pt_offer: '' })
    browser.jar.pt_offer = cookie
    expect((await keep(browser, credential)).status).toBe(401)
    await logIn(browser, form.username)
    browser.jar.pt_offer = cookie
    expect((await keep(browser, credential)).status).toBe(404)
  })

  it.each([
    ['leaving', 'DELETE', '/api/account', undefined],
    ['saying that one is under 13', 'POST', '/api/account/under-13', undefined],
  ] as const)('after %s', async (_, method, url, body) => {
    const { browser } = await justLoggedIn()
    expect((await browser.call('POST', '/api/sudo', { password })).status).toBe(200)
    expect(cookiesOf(await browser.call(method, url, body))).toEqual({ pt_sid: '', pt_sudo: '', pt_offer: '' })
  })

  it.each([
    ['changed', 'PUT', { password: 'another kite over Ngong' }],
    ['removed', 'DELETE', { zipcode: '20200' }],
  ] as const)('once the password is %s', async (_, method, body) => {
    const { browser } = await justLoggedIn()
    const credential = await made(browser)
    expect((await browser.call('POST', '/api/sudo', { password })).status).toBe(200)
    expect((await browser.call(method, '/api/password', body)).status).toBe(204)
    expect([(await offer(browser)).status, (await keep(browser, credential)).status]).toEqual([404, 404])
    expect(await passkeysOf(browser)).toEqual([])
  })

  it.each([
    ['of another site', { origin: 'https://evil.test' }],
    ['for another domain', { rpId: 'evil.test' }],
    ['whose challenge is not ours', { challenge: Buffer.from('a.9999999999999.b').toString('base64url') }],
  ])('that is %s; the right one may still come', async (_, odd) => {
    const { browser } = await justLoggedIn()
    const answer = await keep(browser, await made(browser, odd))
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid-passkey'])
    expect((await keep(browser, await made(browser))).status).toBe(201)
  })

  it('in the place of one that is added by hand, which wants a touch and sudo mode', async () => {
    const { first, browser } = await justLoggedIn()
    const offered = await made(browser)
    expect((await browser.call('POST', '/api/passkeys', { credential: offered })).status).toBe(403)
    const asked = (await first.call<Options>('POST', '/api/passkeys/options')).body
    const untouched = anAuthenticator().make(asked, alone)
    expect((await first.call('POST', '/api/passkeys', { credential: untouched })).status).toBe(401)
    expect((await keep(browser, anAuthenticator().make(asked, alone))).status).toBe(401)
  })
})

describe('with mail', () => {
  const site = serverForFile({ MAIL: 'dev' })

  it('one is offered where the browser is known, not beside a code, and told', async () => {
    const form = aSignUp()
    const browser = aBrowser(site)
    await browser.call('POST', '/users', form)
    const enter = async (secret: string) => {
      expect((await logIn(browser, form.username, secret)).status).toBe(403)
      return browser.call('POST', '/api/auth/challenge', { code: codeIn(site.mailbox.messages[0]), remember: true })
    }
    expect((await enter(form.zipcode)).status).toBe(200)
    await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })
    expect((await browser.call('PUT', '/api/password', { password })).status).toBe(204)
    browser.jar.pt_dev = ''
    expect(cookiesOf(await enter(password))).not.toHaveProperty('pt_offer')
    expect(cookiesOf(await logIn(browser, form.username))).toHaveProperty('pt_offer')
    expect((await keep(browser, await made(browser))).status).toBe(201)
    await site.runJobs()
    const told = site.mailbox.messages.filter(({ to, subject }) => to === form.email && subject.includes('passkey'))
    expect(told).toHaveLength(1)
  })
})

describe('a site whose address is a number', () => {
  const site = serverForFile({}, { publicUrl: 'http://127.0.0.1:3000' })

  it('offers none', async () => {
    const { browser, answer } = await justLoggedIn(site)
    expect(answer.status).toBe(200)
    expect(browser.jar).not.toHaveProperty('pt_offer')
  })
})
