import type { Credentials } from '@pawtrait/contract/sign-in/credentials.ts'
import { describe, expect, it } from 'vitest'
import { minute, second } from '#testing/clock.ts'
import { anAuthenticator } from '#testing/fakes/authenticator.ts'
import { findMailCode } from '#testing/fakes/smtp.ts'
import { serverForFile, type TestServer } from '#testing/server.ts'
import { aBrowser, aSignUp } from '#testing/sign-in.ts'
import { createResetLink } from './reset-sign-in.ts'

const password = 'a kite over Ngong hills'
const newPassword = 'seven flamingos at Nakuru'

type Browser = ReturnType<typeof aBrowser>
type Method = 'zip-code' | 'password' | 'passkey' | 'recovery-code'
type Survivor = Method | 'email' | 'operator-link'

/**
 * Sets of credentials that an account can have. No set has a zip code beside a passkey or password, because adding one
 * of those erases the zip code.
 */
const validSets: Method[][] = [['zip-code'], ['password'], ['passkey'], ['password', 'passkey']]
const combinations = validSets.flatMap((methods): Method[][] => [methods, [...methods, 'recovery-code']])

/** @throws Error when the server refuses the call */
async function mustSucceed(responsePromise: ReturnType<Browser['call']>) {
  const { status, text } = await responsePromise
  if (status >= 300) throw new Error(`It was refused: ${status} ${text}`)
}

let accountCount = 0

/** Creates a user with these log-in methods through the app. Returns the user with the browser that set them up. */
async function anAccount(server: TestServer, methods: readonly Method[]) {
  accountCount += 1
  const ip = `10.7.${accountCount >> 8}.${accountCount & 255}`
  const form = aSignUp({ username: `back${accountCount}.${server.deps.mail.on ? 'mail' : 'zip'}` })
  const browser = aBrowser(server, ip)
  await browser.call('POST', '/users', form)
  await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
  const readNewestCode = () =>
    findMailCode(server.mailbox.messages.find(({ to, text }) => to === form.email && /\d{8}/.test(text)))
  if (server.deps.mail.on) await browser.call('POST', '/api/auth/challenge', { code: readNewestCode(), remember: true })
  expect((await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })).status).toBe(200)
  const device = anAuthenticator()
  if (methods.includes('password')) await mustSucceed(browser.call('PUT', '/api/password', { password }))
  if (methods.includes('passkey')) {
    const options = await browser.call<Parameters<typeof device.make>[0]>('POST', '/api/passkeys/options')
    await mustSucceed(browser.call('POST', '/api/passkeys', { credential: device.make(options.body) }))
  }
  const codes = methods.includes('recovery-code') ? await createCodes(browser) : []
  const createBrowser = () => aBrowser(server, ip)
  return { server, form, browser, device, codes, methods, createBrowser, readNewestCode }
}

async function createCodes(browser: Browser) {
  const { codes } = (await browser.call<{ codes: string[] }>('POST', '/api/recovery-codes')).body
  expect((await browser.call('PUT', '/api/recovery-codes', { code: codes[0] })).status).toBe(204)
  return codes
}

type Account = Awaited<ReturnType<typeof anAccount>>

const findSecret = ({ form }: Account, method: Survivor) => (method === 'password' ? password : form.zipcode)

async function createAssertion(browser: Browser, { device }: Pick<Account, 'device'>) {
  const options = await browser.call<{ challenge: string }>('POST', '/api/session/passkey/options')
  return device.prove(options.body)
}

async function createToken({ server, form }: Account) {
  const { config, log, database: db } = server.deps
  const link = await createResetLink({ config, log, db, now: server.clock.now() }, form.username)
  return link.split('#')[1]
}

/** Logs in by each method, with the right credential of the account (`isRight`) or a wrong one. */
const logIn: Record<Survivor, (account: Account, browser: Browser, isRight: boolean) => Promise<unknown>> = {
  'zip-code': (account, browser, isRight) => logInBySecret(account, browser, isRight ? account.form.zipcode : '99999'),
  password: (account, browser, isRight) => logInBySecret(account, browser, isRight ? password : account.form.zipcode),
  passkey: async (account, browser, isRight) => {
    const credential = await createAssertion(browser, isRight ? account : { device: await createStrangersKey(account) })
    return browser.call('POST', '/api/session/passkey', { credential })
  },
  'recovery-code': ({ form, codes }, browser, isRight) =>
    browser.call('POST', '/api/session/recovery-code', {
      usernameOrEmail: form.username,
      code: isRight ? codes[1] : 'AAAAA-AAAAA',
    }),
  email: async ({ server, form, readNewestCode }, browser, isRight) => {
    await browser.call('POST', '/api/auth/code', { usernameOrEmail: form.username })
    await server.runJobs()
    const code = readNewestCode()
    const wrong = code === '00000000' ? '00000001' : '00000000'
    return browser.call('POST', '/api/auth/challenge', { code: isRight ? code : wrong, remember: false })
  },
  'operator-link': async (account, browser, isRight) => {
    const token = isRight ? await createToken(account) : 'x'.repeat(43)
    await browser.call('POST', '/api/auth/reset', { token, zipcode: '20200' })
    return logInBySecret(account, browser, '20200')
  },
}

const logInBySecret = ({ form }: Account, browser: Browser, zipcode: string) =>
  browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode })

/** An authenticator for the account's username, with a passkey that the server never stored. */
async function createStrangersKey({ server, form }: Account) {
  const other = await anAccount(server, ['passkey'])
  const stranger = anAuthenticator()
  const options = await other.browser.call<Parameters<typeof stranger.make>[0]>('POST', '/api/passkeys/options')
  stranger.make({ ...options.body, user: { id: Buffer.from(form.username).toString('base64url') } })
  return stranger
}

/** Body of POST /api/sudo that proves the user's identity by the remaining method. */
async function createProof(account: Account, browser: Browser, survivor: Survivor) {
  if (survivor === 'passkey') return { passkey: await createAssertion(browser, account) }
  if (survivor === 'operator-link') return { zipcode: '20200' }
  return { zipcode: findSecret(account, survivor) }
}

/** Returns whether a log-in by this method also starts sudo mode. */
const isProof = (survivor: Survivor) => survivor === 'email' || survivor === 'recovery-code'

const isLoggedIn = async (browser: Browser) => (await browser.call('GET', '/api/session')).status === 200

/** Returns a browser for the log-in. It is a known device if mail is on and the method is `zip-code` or `password`. */
const createBrowserFor = ({ server, browser, createBrowser }: Account, survivor: Survivor) => {
  const known = createBrowser()
  const needsKnown = server.deps.mail.on && (survivor === 'zip-code' || survivor === 'password')
  if (needsKnown) known.jar.pt_dev = browser.jar.pt_dev ?? ''
  return known
}

function testEveryRecovery(server: TestServer, otherMethods: readonly Survivor[]) {
  const rows = combinations.flatMap((methods) =>
    [...methods, ...otherMethods].map((survivor) => ({ methods: methods.join(' + '), survivor, has: methods })),
  )

  it.each(rows)('log-in succeeds by $survivor alone for a user who set up $methods', async ({ has, survivor }) => {
    const account = await anAccount(server, has)
    const wrong = createBrowserFor(account, survivor)
    await logIn[survivor](account, wrong, false)
    expect(await isLoggedIn(wrong)).toBe(false)
    const browser = createBrowserFor(account, survivor)
    await logIn[survivor](account, browser, true)
    expect(await isLoggedIn(browser)).toBe(true)
    const setPassword = () => browser.call('PUT', '/api/password', { password: newPassword })
    expect((await setPassword()).status).toBe(isProof(survivor) ? 204 : 403)
    if (!isProof(survivor)) {
      await mustSucceed(browser.call('POST', '/api/sudo', await createProof(account, browser, survivor)))
      await mustSucceed(setPassword())
    }
    const { body } = await browser.call<Credentials>('GET', '/api/credentials')
    expect(body).toMatchObject({ zipCode: null, password: { since: expect.any(String) } })
  })
}

describe('account recovery without mail', () => {
  testEveryRecovery(serverForFile(), ['operator-link'])
})

describe('account recovery with mail', () => {
  const server = serverForFile({ MAIL: 'dev' })
  testEveryRecovery(server, ['email', 'operator-link'])

  it.each(['zip-code', 'password'] as const)(
    'refuses a %s alone in an unknown browser, but accepts the operator’s link',
    async (method) => {
      const account = await anAccount(server, [method])
      const stranger = account.createBrowser()
      expect(await logIn[method](account, stranger, true)).toMatchObject({ status: 403 })
      expect(await isLoggedIn(stranger)).toBe(false)
      // The operator's link needs no mailed code, so it works for a user who has lost the mailbox.
      await logIn['operator-link'](account, stranger, true)
      expect(await isLoggedIn(stranger)).toBe(true)
    },
  )
})

describe('sudo mode after account recovery', () => {
  const server = serverForFile({ MAIL: 'dev' })
  const setPassword = (browser: Browser) => browser.call('PUT', '/api/password', { password: newPassword })

  it.each(['email', 'recovery-code'] as const)('lasts ten minutes after a log-in by %s', async (survivor) => {
    const account = await anAccount(server, ['password', 'recovery-code'])
    const browser = account.createBrowser()
    await logIn[survivor](account, browser, true)
    server.clock.advance(10 * minute + second)
    expect((await setPassword(browser)).status).toBe(403)
  })

  it('requires both the session cookie and the sudo cookie of the same session (403)', async () => {
    const account = await anAccount(server, ['password'])
    const browser = account.createBrowser()
    await logIn.email(account, browser, true)
    const thief = account.createBrowser()
    thief.jar.pt_sid = browser.jar.pt_sid ?? ''
    expect((await setPassword(thief)).status).toBe(403)
    const other = account.createBrowser()
    Object.assign(other.jar, { pt_dev: account.browser.jar.pt_dev, pt_sudo: browser.jar.pt_sudo })
    await logInBySecret(account, other, password)
    expect(await isLoggedIn(other)).toBe(true)
    expect((await setPassword(other)).status).toBe(403)
    await browser.call('DELETE', '/api/session')
    expect(browser.jar.pt_sudo).toBeFalsy()
  })
})

describe('last log-in method', () => {
  const server = serverForFile()

  it.each([
    { methods: ['password'] as Method[], path: '/api/password' },
    { methods: ['password', 'recovery-code'] as Method[], path: '/api/password' },
    { methods: ['passkey'] as Method[], path: '/api/passkeys/' },
    { methods: ['passkey', 'recovery-code'] as Method[], path: '/api/passkeys/' },
  ])('can be removed only with a new zip code (account has $methods)', async ({ methods, path }) => {
    const { browser } = await anAccount(server, methods)
    const { passkeys } = (await browser.call<{ passkeys: { id: string }[] }>('GET', '/api/passkeys')).body
    const url = path.endsWith('/') ? `${path}${passkeys[0]?.id}` : path
    expect((await browser.call('DELETE', url, {})).status).toBe(400)
    const before = (await browser.call<Credentials>('GET', '/api/credentials')).body
    expect(before.password !== null || before.passkeys > 0).toBe(true)
    expect((await browser.call('DELETE', url, { zipcode: '80100' })).status).toBe(204)
    expect((await browser.call<Credentials>('GET', '/api/credentials')).body).toMatchObject({
      zipCode: { since: expect.any(String) },
      password: null,
      passkeys: 0,
    })
  })
})
