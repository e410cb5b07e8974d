import type { Passkey } from '@pawtrait/contract/sign-in/passkeys.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { anAuthenticator } from '#testing/fakes/authenticator.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, aSignedInSudoUser, aSignedInUser } from '#testing/sign-in.ts'

const server = serverForFile()
const password = 'a kite over Ngong hills'

type Browser = ReturnType<typeof aBrowser>
type Options = { challenge: string; user: { id: string }; excludeCredentials: unknown[] }

const requestOptions = async (browser: Browser) => (await browser.call<Options>('POST', '/api/passkeys/options')).body
const requestChallenge = async (browser: Browser) =>
  (await browser.call<Options>('POST', '/api/session/passkey/options')).body

async function addPasskey(browser: Browser, device = anAuthenticator(), name?: string) {
  const credential = device.make(await requestOptions(browser))
  const response = await browser.call<Passkey & { code: string }>('POST', '/api/passkeys', { name, credential })
  return { ...response, device }
}

/** A user with one passkey, in sudo mode. */
async function createUserWithPasskey() {
  const account = await aSignedInSudoUser(server)
  const { status, body, device } = await addPasskey(account.browser)
  expect(status).toBe(201)
  return { ...account, device, passkey: body }
}

async function logIn(device: ReturnType<typeof anAuthenticator>, changes = {}, browser = aBrowser(server)) {
  const credential = device.prove(await requestChallenge(browser), changes)
  const response = await browser.call<{ username: string; code: string }>('POST', '/api/session/passkey', {
    credential,
  })
  return { ...response, browser, credential }
}

const logInByZip = async (form: { username: string; zipcode: string }) =>
  (await aBrowser(server).call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })).text

describe('passkey', () => {
  it('replaces the zip code when added, and is sufficient to log in on any browser (security check A09)', async () => {
    const { form, device, browser } = await createUserWithPasskey()
    const row = sql`select zip_hash from users where username = ${form.username}`
    expect(await server.deps.database.row(row)).toEqual({ zip_hash: null })
    expect(await logInByZip(form)).toBe('null')
    const again = await logIn(device)
    expect([again.status, again.body.username]).toEqual([200, form.username])
    expect((await again.browser.call('GET', '/api/session')).status).toBe(200)
    expect((await browser.call('GET', '/api/credentials')).body).toMatchObject({
      zipCode: null,
      passkeys: 1,
      sudoMethods: ['passkey'],
    })
  })

  it('is listed with its name and last use, and can be renamed only by its user', async () => {
    const { browser, device, passkey } = await createUserWithPasskey()
    expect(passkey).toMatchObject({ isSynced: false, lastUsedAt: null })
    await logIn(device)
    const named = await browser.call('PATCH', `/api/passkeys/${passkey.id}`, { name: ' Key ring ' })
    expect(named.body).toMatchObject({ name: 'Key ring' })
    expect((await browser.call('GET', '/api/passkeys')).body).toMatchObject({
      possible: true,
      passkeys: [{ name: 'Key ring', lastUsedAt: expect.any(String) }],
    })
    expect((await browser.call('PATCH', `/api/passkeys/${passkey.id}`, { name: ' ' })).status).toBe(400)
    const { browser: stranger } = await aSignedInUser(server)
    expect((await stranger.call('PATCH', `/api/passkeys/${passkey.id}`, { name: 'Mine' })).status).toBe(404)
  })

  it('can be added only in sudo mode, only by the user it was created for, and only once', async () => {
    const { browser } = await aSignedInUser(server)
    expect((await browser.call('POST', '/api/passkeys/options')).status).toBe(403)
    const owner = await createUserWithPasskey()
    const other = await aSignedInSudoUser(server)
    const options = await requestOptions(owner.browser)
    expect(options.excludeCredentials).toHaveLength(1)
    const credential = anAuthenticator().make(options)
    expect((await other.browser.call('POST', '/api/passkeys', { credential })).status).toBe(401)
    const two = await Promise.all([1, 2].map(() => owner.browser.call('POST', '/api/passkeys', { credential })))
    expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401])
    const taken = owner.device.make(await requestOptions(other.browser))
    expect((await other.browser.call('POST', '/api/passkeys', { credential: taken })).status).toBe(409)
    expect((await server.call(null, 'POST', '/api/passkeys', { credential })).status).toBe(401)
    expect((await owner.browser.call('POST', '/api/passkeys', { credential: { id: 'x' } })).status).toBe(400)
  })

  it('ends all other sessions when it replaces the zip code', async () => {
    const { form, browser } = await aSignedInSudoUser(server)
    const elsewhere = aBrowser(server)
    await elsewhere.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
    expect((await addPasskey(browser)).status).toBe(201)
    expect((await elsewhere.call('GET', '/api/session')).status).toBe(401)
    expect((await browser.call('GET', '/api/session')).status).toBe(200)
  })
})

describe('passkey verification (security check A18)', () => {
  it.each([
    ['of another site', { origin: 'https://evil.test' }],
    ['for another domain', { rpId: 'evil.test' }],
    ['with an invented challenge', { challenge: Buffer.from('a.9999999999999.b').toString('base64url') }],
    ['with another user’s handle', { userHandle: 'AAAA' }],
  ])('refuses a passkey %s', async (_, changes) => {
    const { device } = await createUserWithPasskey()
    const response = await logIn(device, changes)
    expect([response.status, response.body.code, response.headers['set-cookie']]).toEqual([
      401,
      'invalid-passkey',
      undefined,
    ])
  })

  it('accepts a challenge only once, even in simultaneous requests, and only for five minutes', async () => {
    const { device } = await createUserWithPasskey()
    const first = await logIn(device)
    const again = () => aBrowser(server).call('POST', '/api/session/passkey', { credential: first.credential })
    expect((await again()).status).toBe(401)
    const late = device.prove(await requestChallenge(first.browser))
    server.clock.advance(5 * minute + 1)
    expect((await first.browser.call('POST', '/api/session/passkey', { credential: late })).status).toBe(401)
    const fresh = device.prove(await requestChallenge(first.browser))
    const both = await Promise.all(
      [1, 2].map(() => aBrowser(server).call('POST', '/api/session/passkey', { credential: fresh })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  it('refuses a passkey if the signature counter does not rise, because the passkey may be a copy', async () => {
    const { device } = await createUserWithPasskey()
    expect((await logIn(device, { counter: 9 })).status).toBe(200)
    expect((await logIn(device, { counter: 9 })).status).toBe(401)
    expect((await logIn(device, { counter: 10 })).status).toBe(200)
  })

  it('refuses another user’s passkey for sudo mode', async () => {
    const { browser, device } = await createUserWithPasskey()
    const stranger = await aSignedInUser(server)
    const prove = async (from: Browser) => ({ passkey: device.prove(await requestChallenge(from)) })
    const refused = await stranger.browser.call('POST', '/api/sudo', await prove(stranger.browser))
    expect(refused.status).toBe(401)
    server.clock.advance(11 * minute)
    expect((await browser.call('POST', '/api/passkeys/options')).status).toBe(403)
    expect((await browser.call('POST', '/api/sudo', await prove(browser))).status).toBe(200)
    expect((await browser.call('POST', '/api/passkeys/options')).status).toBe(200)
  })

  it('refuses a removed passkey', async () => {
    const { browser, device, passkey } = await createUserWithPasskey()
    await browser.call('PUT', '/api/password', { password })
    expect((await browser.call('DELETE', `/api/passkeys/${passkey.id}`, {})).status).toBe(204)
    expect((await logIn(device)).status).toBe(401)
  })
})

describe('removal of a log-in method', () => {
  it('requires a new zip code if the removed method is the last passkey', async () => {
    const { browser, form, passkey } = await createUserWithPasskey()
    const path = `/api/passkeys/${passkey.id}`
    const refused = await browser.call<{ errors: unknown[] }>('DELETE', path, {})
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ field: 'zipcode', code: 'required' }]])
    expect(await browser.call('GET', '/api/credentials')).toMatchObject({ body: { passkeys: 1 } })
    expect((await browser.call('DELETE', path, { zipcode: '20200' })).status).toBe(204)
    expect(await logInByZip({ ...form, zipcode: '20200' })).toContain(form.username)
    expect((await browser.call('DELETE', path, {})).status).toBe(404)
  })

  it('refuses one of two simultaneous requests that would together remove the last two passkeys', async () => {
    const { browser, form, passkey } = await createUserWithPasskey()
    const second = await addPasskey(browser)
    const both = await Promise.all(
      [passkey.id, second.body.id].map((id) => browser.call('DELETE', `/api/passkeys/${id}`, {})),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400])
    expect(await logInByZip(form)).toBe('null')
    expect(await browser.call('GET', '/api/credentials')).toMatchObject({ body: { passkeys: 1 } })
  })

  it('stores no zip code when a password is removed and a passkey remains', async () => {
    const { browser, device } = await createUserWithPasskey()
    await browser.call('PUT', '/api/password', { password })
    expect((await browser.call('DELETE', '/api/password', { zipcode: '20200' })).status).toBe(204)
    expect(await browser.call('GET', '/api/credentials')).toMatchObject({
      body: { zipCode: null, password: null, passkeys: 1 },
    })
    expect((await browser.call('PUT', '/api/account/zip-code', { zipcode: '20200' })).status).toBe(409)
    expect((await logIn(device)).status).toBe(200)
  })
})
