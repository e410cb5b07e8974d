import type { Credentials } from '@pawtrait/contract/sign-in/credentials.ts'
import { describe, expect, it } from 'vitest'
import { minute, second } from '#testing/clock.ts'
import { anAuthenticator } from '#testing/fakes/authenticator.ts'
import { codeIn } from '#testing/fakes/smtp.ts'
import { serverForFile, type TestServer } from '#testing/server.ts'
import { aBrowser, aSignUp } from '#testing/sign-in.ts'
import { makeResetLink } from './reset-sign-in.ts'

const password = 'a kite over Ngong hills'
const newPassword = 'seven flamingos at Nakuru'

type Browser = ReturnType<typeof aBrowser>
type Way = 'zip-code' | 'password' | 'passkey' | 'recovery-code'
type Survivor = Way | 'email' | 'nothing'

/** What an account can have at once: a passkey and a password each erase the zip code. */
const first: Way[][] = [['zip-code'], ['password'], ['passkey'], ['password', 'passkey']]
const combinations = first.flatMap((ways): Way[][] => [ways, [...ways, 'recovery-code']])

/** @throws Error when it was refused */
async function done(answer: ReturnType<Browser['call']>) {
  const { status, text } = await answer
  if (status >= 300) throw new Error(`It was refused: ${status} ${text}`)
}

let people = 0

/** Somebody with these ways to log in, all set up through the app, and the browser they did it in. */
async function anAccount(server: TestServer, ways: readonly Way[]) {
  people += 1
  const ip = `10.7.${people >> 8}.${people & 255}`
  const form = aSignUp({ username: `back${people}.${server.deps.mail.on ? 'mail' : 'zip'}` })
  const browser = aBrowser(server, ip)
  await browser.call('POST', '/users', form)
  await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
  const newestCode = () =>
    codeIn(server.mailbox.messages.find(({ to, text }) => to === form.email && /\d{8}/.test(text)))
  if (server.deps.mail.on) await browser.call('POST', '/api/auth/challenge', { code: newestCode(), remember: true })
  expect((await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })).status).toBe(200)
  const device = anAuthenticator()
  if (ways.includes('password')) await done(browser.call('PUT', '/api/password', { password }))
  if (ways.includes('passkey')) {
    const asked = await browser.call<Parameters<typeof device.make>[0]>('POST', '/api/passkeys/options')
    await done(browser.call('POST', '/api/passkeys', { credential: device.make(asked.body) }))
  }
  const codes = ways.includes('recovery-code') ? await withCodes(browser) : []
  const elsewhere = () => aBrowser(server, ip)
  return { server, form, browser, device, codes, ways, elsewhere, newestCode }
}

async function withCodes(browser: Browser) {
  const { codes } = (await browser.call<{ codes: string[] }>('POST', '/api/recovery-codes')).body
  expect((await browser.call('PUT', '/api/recovery-codes', { code: codes[0] })).status).toBe(204)
  return codes
}

type Account = Awaited<ReturnType<typeof anAccount>>

const secretOf = ({ form }: Account, way: Survivor) => (way === 'password' ? password : form.zipcode)

async function assertion(browser: Browser, { device }: Pick<Account, 'device'>) {
  const asked = await browser.call<{ challenge: string }>('POST', '/api/session/passkey/options')
  return device.prove(asked.body)
}

async function tokenOf({ server, form }: Account) {
  const { config, log, database: db } = server.deps
  const link = await makeResetLink({ config, log, db, now: server.clock.now() }, form.username)
  return link.split('#')[1]
}

/** How one gets back in by each way; `isRight`: with what one has, or with what somebody might make up. */
const logIn: Record<Survivor, (account: Account, browser: Browser, isRight: boolean) => Promise<unknown>> = {
  'zip-code': (account, browser, isRight) => bySecret(account, browser, isRight ? account.form.zipcode : '99999'),
  password: (account, browser, isRight) => bySecret(account, browser, isRight ? password : account.form.zipcode),
  passkey: async (account, browser, isRight) => {
    const credential = await assertion(browser, isRight ? account : { device: await strangersKey(account) })
    return browser.call('POST', '/api/session/passkey', { credential })
  },
  'recovery-code': ({ form, codes }, browser, isRight) =>
    browser.call('POST', '/api/session/recovery-code', {
      usernameOrEmail: form.username,
      code: isRight ? codes[1] : 'AAAAA-AAAAA',
    }),
  email: async ({ server, form, newestCode }, browser, isRight) => {
    await browser.call('POST', '/api/auth/code', { usernameOrEmail: form.username })
    await server.runJobs()
    const code = newestCode()
    const wrong = code === '00000000' ? '00000001' : '00000000'
    return browser.call('POST', '/api/auth/challenge', { code: isRight ? code : wrong, remember: false })
  },
  nothing: async (account, browser, isRight) => {
    const token = isRight ? await tokenOf(account) : 'x'.repeat(43)
    await browser.call('POST', '/api/auth/reset', { token, zipcode: '20200' })
    return bySecret(account, browser, '20200')
  },
}

const bySecret = ({ form }: Account, browser: Browser, zipcode: string) =>
  browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode })

/** A key that says it belongs to the account, and was never added. */
async function strangersKey({ server, form }: Account) {
  const other = await anAccount(server, ['passkey'])
  const stranger = anAuthenticator()
  const asked = await other.browser.call<Parameters<typeof stranger.make>[0]>('POST', '/api/passkeys/options')
  stranger.make({ ...asked.body, user: { id: Buffer.from(form.username).toString('base64url') } })
  return stranger
}

/** Who they are, proven once more with nothing but what is left. */
async function prove(account: Account, browser: Browser, survivor: Survivor) {
  if (survivor === 'passkey') return { passkey: await assertion(browser, account) }
  if (survivor === 'nothing') return { zipcode: '20200' }
  return { zipcode: secretOf(account, survivor) }
}

/** What is kept for whoever lost the rest is proof enough: it is not asked for twice. */
const isProof = (survivor: Survivor) => survivor === 'email' || survivor === 'recovery-code'

const isIn = async (browser: Browser) => (await browser.call('GET', '/api/session')).status === 200

/** A stranger to the server; a secret where mail is on is good for a browser that was here before. */
const browserFor = ({ server, browser, elsewhere }: Account, survivor: Survivor) => {
  const known = elsewhere()
  const needsKnown = server.deps.mail.on && (survivor === 'zip-code' || survivor === 'password')
  if (needsKnown) known.jar.pt_dev = browser.jar.pt_dev ?? ''
  return known
}

function everyWayBack(server: TestServer, alsoBy: readonly Survivor[]) {
  const rows = combinations.flatMap((ways) =>
    [...ways, ...alsoBy].map((survivor) => ({ ways: ways.join(' + '), survivor, has: ways })),
  )

  it.each(rows)('$ways: all lost but $survivor', async ({ has, survivor }) => {
    const account = await anAccount(server, has)
    const wrong = browserFor(account, survivor)
    await logIn[survivor](account, wrong, false)
    expect(await isIn(wrong)).toBe(false)
    const browser = browserFor(account, survivor)
    await logIn[survivor](account, browser, true)
    expect(await isIn(browser)).toBe(true)
    const set = () => browser.call('PUT', '/api/password', { password: newPassword })
    expect((await set()).status).toBe(isProof(survivor) ? 204 : 403)
    if (!isProof(survivor)) {
      await done(browser.call('POST', '/api/sudo', await prove(account, browser, survivor)))
      await done(set())
    }
    const { body } = await browser.call<Credentials>('GET', '/api/credentials')
    expect(body).toMatchObject({ zipCode: null, password: { since: expect.any(String) } })
  })
}

describe('without mail, back in', () => {
  everyWayBack(serverForFile(), ['nothing'])
})

describe('with mail, back in', () => {
  const server = serverForFile({ MAIL: 'dev' })
  everyWayBack(server, ['email', 'nothing'])

  it.each(['zip-code', 'password'] as const)('a %s alone is not enough in a browser nobody knows', async (way) => {
    const account = await anAccount(server, [way])
    const stranger = account.elsewhere()
    expect(await logIn[way](account, stranger, true)).toMatchObject({ status: 403 })
    expect(await isIn(stranger)).toBe(false)
    // Without the mailbox the operator's link is left, and it needs no code.
    await logIn.nothing(account, stranger, true)
    expect(await isIn(stranger)).toBe(true)
  })
})

describe('the right to set it anew that comes with a way back', () => {
  const server = serverForFile({ MAIL: 'dev' })
  const set = (browser: Browser) => browser.call('PUT', '/api/password', { password: newPassword })

  it.each(['email', 'recovery-code'] as const)('by %s lasts ten minutes', async (survivor) => {
    const account = await anAccount(server, ['password', 'recovery-code'])
    const browser = account.elsewhere()
    await logIn[survivor](account, browser, true)
    server.clock.advance(10 * minute + second)
    expect((await set(browser)).status).toBe(403)
  })

  it('is of that session alone: one that is stolen has it not', async () => {
    const account = await anAccount(server, ['password'])
    const browser = account.elsewhere()
    await logIn.email(account, browser, true)
    const thief = account.elsewhere()
    thief.jar.pt_sid = browser.jar.pt_sid ?? ''
    expect((await set(thief)).status).toBe(403)
    const other = account.elsewhere()
    Object.assign(other.jar, { pt_dev: account.browser.jar.pt_dev, pt_sudo: browser.jar.pt_sudo })
    await bySecret(account, other, password)
    expect(await isIn(other)).toBe(true)
    expect((await set(other)).status).toBe(403)
    await browser.call('DELETE', '/api/session')
    expect(browser.jar.pt_sudo).toBeFalsy()
  })
})

describe('the last way to log in', () => {
  const server = serverForFile()

  it.each([
    { ways: ['password'] as Way[], path: '/api/password' },
    { ways: ['password', 'recovery-code'] as Way[], path: '/api/password' },
    { ways: ['passkey'] as Way[], path: '/api/passkeys/' },
    { ways: ['passkey', 'recovery-code'] as Way[], path: '/api/passkeys/' },
  ])('$ways is not removed without another', async ({ ways, path }) => {
    const { browser } = await anAccount(server, ways)
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
