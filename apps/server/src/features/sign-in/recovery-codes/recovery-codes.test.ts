import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, inSudo, signedIn } from '#testing/sign-in.ts'

const server = serverForFile()

type One = Awaited<ReturnType<typeof inSudo>>

async function make({ browser }: One): Promise<string[]> {
  const { status, body } = await browser.call<{ codes: string[] }>('POST', '/api/recovery-codes')
  expect(status).toBe(201)
  return body.codes
}

const confirm = ({ browser }: One, code: string) => browser.call('PUT', '/api/recovery-codes', { code })

async function withCodes() {
  const one = await inSudo(server)
  const codes = await make(one)
  expect((await confirm(one, codes[0] ?? '')).status).toBe(204)
  return { ...one, codes }
}

const logIn = (usernameOrEmail: string, code: string) =>
  aBrowser(server).call<{ username: string; code: string }>('POST', '/api/session/recovery-code', {
    usernameOrEmail,
    code,
  })

describe('recovery codes', () => {
  it('are ten, count only once one was typed, and are stored hashed', async () => {
    const one = await inSudo(server)
    const codes = await make(one)
    expect(new Set(codes).size).toBe(10)
    expect(codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect((await logIn(one.form.username, codes[3] ?? '')).status).toBe(401)
    expect((await one.browser.call('GET', '/api/credentials')).body).toMatchObject({ recoveryCodes: null })
    expect((await confirm(one, 'AAAAA-AAAAA')).status).toBe(401)
    expect((await confirm(one, (codes[1] ?? '').toLowerCase().replace('-', ' '))).status).toBe(204)
    expect((await one.browser.call('GET', '/api/credentials')).body).toMatchObject({
      recoveryCodes: { left: 10, since: server.clock.now().toISOString() },
      sudoMethods: ['zip-code', 'recovery-code'],
    })
    const rows = await server.deps.database.rows(sql`select * from recovery_codes`)
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''))
  })

  it('log in once each, by username or email, on any browser', async () => {
    const { form, codes, browser } = await withCodes()
    const [first = '', second = ''] = codes
    const answer = await logIn(form.username, first)
    expect([answer.status, answer.body.username]).toEqual([200, form.username])
    expect((await logIn(form.username, first)).body.code).toBe('invalid-code')
    const both = await Promise.all([1, 2].map(() => logIn(form.email.toUpperCase(), second)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect((await browser.call('GET', '/api/credentials')).body).toMatchObject({ recoveryCodes: { left: 8 } })
    const events = await browser.call<{ events: { kind: string }[] }>('GET', '/api/account/events')
    expect(events.body.events.map(({ kind }) => kind)).toContain('recovery-code-used')
  })

  it('prove in sudo mode who one is', async () => {
    const { form, codes } = await withCodes()
    const [code = ''] = codes
    const elsewhere = aBrowser(server)
    await elsewhere.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
    expect((await elsewhere.call('POST', '/api/sudo', { recoveryCode: code })).status).toBe(200)
    expect((await elsewhere.call('POST', '/api/sudo', { recoveryCode: code })).status).toBe(401)
    expect((await elsewhere.call('POST', '/api/recovery-codes')).status).toBe(201)
  })

  it('of a new set replace those before once one of them was typed, not earlier', async () => {
    const one = await withCodes()
    const fresh = await make(one)
    expect((await logIn(one.form.username, one.codes[0] ?? '')).status).toBe(200)
    expect((await confirm(one, fresh[0] ?? '')).status).toBe(204)
    expect((await logIn(one.form.username, one.codes[1] ?? '')).status).toBe(401)
    expect((await logIn(one.form.username, fresh[0] ?? '')).status).toBe(200)
  })

  it('are nobody else’s, and guessing them is counted whoever it is', async () => {
    const { codes } = await withCodes()
    const other = await withCodes()
    expect((await logIn(other.form.username, codes[0] ?? '')).status).toBe(401)
    for (const name of [other.form.username, 'nobody.at.all']) {
      const many = await Promise.all(Array.from({ length: 15 }, () => logIn(name, 'AAAAA-AAAAA')))
      const refused = new Set(many.map(({ status }) => status))
      expect([...refused].toSorted((a, b) => a - b)).toEqual([401, 429])
    }
    expect((await logIn(other.form.username, other.codes[0] ?? '')).status).toBe(429)
  })

  it('take as long for a name that nobody has', async () => {
    const { form } = await withCodes()
    for (const name of [form.email, 'nobody.at.all@example.test']) {
      const before = server.clock.waited.length
      expect((await logIn(name, 'AAAAA-AAAAA')).status).toBe(401)
      expect(server.clock.waited.slice(before)).toEqual([250])
    }
  })

  it('need sudo mode, a user and something typed', async () => {
    const { browser } = await signedIn(server)
    expect((await browser.call('POST', '/api/recovery-codes')).status).toBe(403)
    expect((await browser.call('PUT', '/api/recovery-codes', {})).status).toBe(400)
    for (const method of ['POST', 'PUT'] as const)
      expect((await server.call(null, method, '/api/recovery-codes', { code: 'x' })).status).toBe(401)
  })
})
