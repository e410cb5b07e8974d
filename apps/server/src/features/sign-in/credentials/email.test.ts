import type { AccountEvent, EmailChange } from '@pawtrait/contract/sign-in/credentials.ts'
import { Viewer } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { day, hour, minute } from '#testing/clock.ts'
import { findMailCode } from '#testing/fakes/smtp.ts'
import { aUser } from '#testing/fixtures.ts'
import { serverForFile, type TestServer } from '#testing/server.ts'
import { aBrowser } from '#testing/sign-in.ts'

type Refused = { code: string; triesLeft: number; errors: unknown[] }

/** Creates a user in sudo mode. Returns calls that change and confirm the address. */
async function createSudoUser(server: TestServer) {
  const user = await aUser(server)
  const browser = aBrowser(server)
  browser.jar.pt_sid = user.cookie.replace('pt_sid=', '')
  if (server.deps.mail.on) {
    await browser.call('POST', '/api/sudo/code')
    await browser.call('POST', '/api/sudo', { code: findMailCode(server.mailbox.messages[0]) })
  } else {
    await server.deps.database.rows(sql`
      update users set zip_hash = ${await server.deps.secrets.hash('00100')} where id = ${user.id}`)
    await browser.call('POST', '/api/sudo', { zipcode: '00100' })
  }
  const change = (email: unknown) => browser.call<EmailChange & Refused>('PUT', '/api/account/email', { email })
  const confirm = (code: string) => browser.call<Viewer & Refused>('POST', '/api/account/email/code', { code })
  return { user, browser, change, confirm }
}

const findLetters = (server: TestServer, email: string) => server.mailbox.messages.filter(({ to }) => to === email)
const readUndoToken = (server: TestServer, email: string) =>
  /\/undo-email#(\S+)/.exec(findLetters(server, email)[0]?.text ?? '')?.[1] ?? ''
const undo = (server: TestServer, token: string) =>
  server.call<{ username: string; code: string }>(null, 'POST', '/api/auth/undo-email', { token })
const toWrongCode = (code: string) => (code === '00000000' ? '00000001' : '00000000')

describe('change of e-mail address, with mail on', () => {
  const server = serverForFile({ MAIL: 'dev' })

  it('takes effect when the e-mail code is entered, and triggers e-mails to the old and the new address', async () => {
    const { user, browser, change, confirm } = await createSudoUser(server)
    expect(await change(`New.${user.username}@Example.TEST`)).toMatchObject({
      status: 200,
      body: { state: 'code-sent', viewer: null },
    })
    const address = `New.${user.username}@example.test`
    const code = findMailCode(findLetters(server, address)[0])
    expect((await browser.call<Viewer>('GET', '/api/session')).body.email).toBe(user.email)
    const confirmed = await confirm(` ${code.slice(0, 4)} ${code.slice(4)}`)
    expect([confirmed.status, v.parse(Viewer, confirmed.body).email]).toEqual([200, address])
    expect((await confirm(code)).status).toBe(401)
    await server.runJobs()
    expect(findLetters(server, address)[0]?.subject).toBe('This is your Pawtrait email now')
    expect(findLetters(server, user.email)[0]?.subject).toBe('Your Pawtrait email was changed')
    expect(findLetters(server, user.email)[0]?.text).not.toContain(address)
    const { body } = await browser.call<{ events: AccountEvent[] }>('GET', '/api/account/events')
    expect(body.events.map(({ kind }) => kind)).toContain('email-changed')
  })

  it('can be undone once by the link mailed to the old address, and all sessions then end', async () => {
    const { user, browser, change, confirm } = await createSudoUser(server)
    const thief = `thief.${user.username}@example.test`
    await change(thief)
    await confirm(findMailCode(findLetters(server, thief)[0]))
    await server.runJobs()
    const token = readUndoToken(server, user.email)
    const jobs = await server.deps.database.rows<{ data: object }>(sql`
      select data from jobs.job where name = 'mail-email-changed'`)
    expect(JSON.stringify(jobs)).not.toContain(token.slice(36))
    for (const odd of [
      '',
      'x',
      `${token.slice(0, 36)}${'x'.repeat(32)}`,
      `01900000-0000-7000-8000-000000000001${token.slice(36)}`,
    ])
      expect((await undo(server, odd)).status).toBe(410)
    const both = await Promise.all([undo(server, token), undo(server, token)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    expect(both.find(({ status }) => status === 200)?.body.username).toBe(user.username)
    expect((await browser.call('GET', '/api/session')).status).toBe(401)
    const row = await server.deps.database.row(sql`select email from users where id = ${user.id}`)
    expect(row).toEqual({ email: user.email })
    await server.runJobs()
    expect(findLetters(server, user.email)[0]?.subject).toBe('Your Pawtrait email is back')
  })

  it('cannot be undone after 72 hours (410) or while another account has the old address (409)', async () => {
    const { user, change, confirm } = await createSudoUser(server)
    const first = `first.${user.username}@example.test`
    await change(first)
    await confirm(findMailCode(findLetters(server, first)[0]))
    await server.runJobs()
    const token = readUndoToken(server, user.email)
    const other = await aUser(server)
    await server.deps.database.rows(sql`update users set email = ${user.email} where id = ${other.id}`)
    expect(await undo(server, token)).toMatchObject({ status: 409, body: { code: 'username-or-email-taken' } })
    await server.deps.database.rows(sql`update users set email = ${other.email} where id = ${other.id}`)
    server.clock.advance(72 * hour)
    expect(await undo(server, token)).toMatchObject({ status: 410, body: { code: 'link-expired' } })
    server.clock.advance(day)
    await server.deps.jobs.send(server.deps.database, 'sweep-sign-in', {})
    await server.runJobs()
    expect(await server.deps.database.rows(sql`select 1 from email_changes where user_id = ${user.id}`)).toEqual([])
  })

  it('fails if the e-mail code is wrong or older than ten minutes, or after five wrong codes', async () => {
    const { user, change, confirm } = await createSudoUser(server)
    const address = `slow.${user.username}@example.test`
    expect((await confirm('12345678')).status).toBe(401)
    await change(address)
    const code = findMailCode(findLetters(server, address)[0])
    for (const remaining of [4, 3, 2, 1, 0])
      expect(await confirm(toWrongCode(code))).toMatchObject({
        status: 401,
        body: { code: 'invalid-code', triesLeft: remaining },
      })
    expect((await confirm(code)).status).toBe(401)
    await change(address)
    const second = findMailCode(findLetters(server, address)[0])
    server.clock.advance(10 * minute + 1)
    expect(await confirm(second)).toMatchObject({ status: 410, body: { code: 'code-expired' } })
    expect(await server.deps.database.row(sql`select email from users where id = ${user.id}`)).toEqual({
      email: user.email,
    })
  })

  it('returns the same response for used and free addresses, and mails the holder of a used address', async () => {
    const { user, change } = await createSudoUser(server)
    const taken = await aUser(server)
    const free = await change(`free.${user.username}@example.test`)
    const used = await change(taken.email.toUpperCase())
    expect([used.status, used.text]).toEqual([free.status, free.text])
    expect(
      findLetters(
        server,
        taken.email.toUpperCase().replace(/@.*/, (domain) => domain.toLowerCase()),
      )[0]?.subject,
    ).toBe('You already have an account at Pawtrait')
  })

  it('returns 400 for an invalid address, 403 without sudo mode and 401 to visitors', async () => {
    const { change, browser } = await createSudoUser(server)
    for (const odd of ['', 'x', 'a@b', 7, null, `${'x'.repeat(250)}@example.test`])
      expect([odd, (await change(odd)).status]).toEqual([odd, 400])
    const stranger = await aUser(server)
    const url = '/api/account/email'
    expect((await server.call(stranger, 'PUT', url, { email: 'a@example.test' })).status).toBe(403)
    expect((await server.call(null, 'PUT', url, { email: 'a@example.test' })).status).toBe(401)
    expect((await server.call(null, 'POST', `${url}/code`, { code: '1' })).status).toBe(401)
    expect((await browser.call('POST', '/api/auth/undo-email', {})).status).toBe(400)
  })
})

describe('change of e-mail address, with mail off', () => {
  const server = serverForFile()

  it('takes effect immediately, and returns 409 to one of two accounts that request the same address', async () => {
    const [first, second] = [await createSudoUser(server), await createSudoUser(server)]
    const address = `shared.${first.user.username}@example.test`
    const both = await Promise.all([first.change(address), second.change(address)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(v.parse(Viewer, both.find(({ status }) => status === 200)?.body.viewer).email).toBe(address)
    expect(both.find(({ status }) => status === 409)?.body.errors).toMatchObject([{ field: 'email' }])
    const logInResponse = await server.call(null, 'POST', '/users', { usernameOrEmail: address, zipcode: '00100' })
    expect(logInResponse.status).toBe(200)
    expect(logInResponse.body).toMatchObject({ email: address })
  })
})
