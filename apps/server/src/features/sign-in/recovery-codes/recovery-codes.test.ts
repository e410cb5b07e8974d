import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, aSignedInSudoUser, aSignedInUser } from '#testing/sign-in.ts'

const server = serverForFile()

type Account = Awaited<ReturnType<typeof aSignedInSudoUser>>

async function createCodes({ browser }: Account): Promise<string[]> {
  const { status, body } = await browser.call<{ codes: string[] }>('POST', '/api/recovery-codes')
  expect(status).toBe(201)
  return body.codes
}

const confirm = ({ browser }: Account, code: string) => browser.call('PUT', '/api/recovery-codes', { code })

async function createUserWithCodes() {
  const account = await aSignedInSudoUser(server)
  const codes = await createCodes(account)
  expect((await confirm(account, codes[0] ?? '')).status).toBe(204)
  return { ...account, codes }
}

const logIn = (usernameOrEmail: string, code: string) =>
  aBrowser(server).call<{ username: string; code: string }>('POST', '/api/session/recovery-code', {
    usernameOrEmail,
    code,
  })

describe('recovery codes', () => {
  it('are created ten at a time, are valid once one of them is confirmed, and are stored as hashes', async () => {
    const account = await aSignedInSudoUser(server)
    const codes = await createCodes(account)
    expect(new Set(codes).size).toBe(10)
    expect(codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect((await logIn(account.form.username, codes[3] ?? '')).status).toBe(401)
    expect((await account.browser.call('GET', '/api/credentials')).body).toMatchObject({ recoveryCodes: null })
    expect((await confirm(account, 'AAAAA-AAAAA')).status).toBe(401)
    expect((await confirm(account, (codes[1] ?? '').toLowerCase().replace('-', ' '))).status).toBe(204)
    expect((await account.browser.call('GET', '/api/credentials')).body).toMatchObject({
      recoveryCodes: { left: 10, since: server.clock.now().toISOString() },
      sudoMethods: ['zip-code', 'recovery-code'],
    })
    const rows = await server.deps.database.rows(sql`select * from recovery_codes`)
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''))
  })

  it('can each be used once to log in, by username or e-mail address', async () => {
    const { form, codes, browser } = await createUserWithCodes()
    const [first = '', second = ''] = codes
    const response = await logIn(form.username, first)
    expect([response.status, response.body.username]).toEqual([200, form.username])
    expect((await logIn(form.username, first)).body.code).toBe('invalid-code')
    const both = await Promise.all([1, 2].map(() => logIn(form.email.toUpperCase(), second)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect((await browser.call('GET', '/api/credentials')).body).toMatchObject({ recoveryCodes: { left: 8 } })
    const events = await browser.call<{ events: { kind: string }[] }>('GET', '/api/account/events')
    expect(events.body.events.map(({ kind }) => kind)).toContain('recovery-code-used')
  })

  it('can each be used once to start sudo mode', async () => {
    const { form, codes } = await createUserWithCodes()
    const [code = ''] = codes
    const elsewhere = aBrowser(server)
    await elsewhere.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
    expect((await elsewhere.call('POST', '/api/sudo', { recoveryCode: code })).status).toBe(200)
    expect((await elsewhere.call('POST', '/api/sudo', { recoveryCode: code })).status).toBe(401)
    expect((await elsewhere.call('POST', '/api/recovery-codes')).status).toBe(201)
  })

  it('remain valid until a code of a newer set is confirmed', async () => {
    const account = await createUserWithCodes()
    const fresh = await createCodes(account)
    expect((await logIn(account.form.username, account.codes[0] ?? '')).status).toBe(200)
    expect((await confirm(account, fresh[0] ?? '')).status).toBe(204)
    expect((await logIn(account.form.username, account.codes[1] ?? '')).status).toBe(401)
    expect((await logIn(account.form.username, fresh[0] ?? '')).status).toBe(200)
  })

  it('are valid only for their user, and are refused with 429 after repeated wrong guesses', async () => {
    const { codes } = await createUserWithCodes()
    const other = await createUserWithCodes()
    expect((await logIn(other.form.username, codes[0] ?? '')).status).toBe(401)
    for (const name of [other.form.username, 'nobody.at.all']) {
      const responses = await Promise.all(Array.from({ length: 15 }, () => logIn(name, 'AAAAA-AAAAA')))
      const refused = new Set(responses.map(({ status }) => status))
      expect([...refused].toSorted((a, b) => a - b)).toEqual([401, 429])
    }
    expect((await logIn(other.form.username, other.codes[0] ?? '')).status).toBe(429)
  })

  it('are refused after 250 ms if wrong, for known and unknown usernames alike', async () => {
    const { form } = await createUserWithCodes()
    for (const name of [form.email, 'nobody.at.all@example.test']) {
      const before = server.clock.waited.length
      expect((await logIn(name, 'AAAAA-AAAAA')).status).toBe(401)
      expect(server.clock.waited.slice(before)).toEqual([250])
    }
  })

  it('cannot be created without sudo mode (403) or a session (401), nor confirmed without a code (400)', async () => {
    const { browser } = await aSignedInUser(server)
    expect((await browser.call('POST', '/api/recovery-codes')).status).toBe(403)
    expect((await browser.call('PUT', '/api/recovery-codes', {})).status).toBe(400)
    for (const method of ['POST', 'PUT'] as const)
      expect((await server.call(null, method, '/api/recovery-codes', { code: 'x' })).status).toBe(401)
  })
})
