import type { EmailChange } from '@pawtrait/contract/sign-in/credentials.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour, minute } from '#testing/clock.ts'
import { anAuthenticator } from '#testing/fakes/authenticator.ts'
import { findMailCode } from '#testing/fakes/smtp.ts'
import { aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, runAfterNextVerification } from '#testing/sign-in.ts'

const server = serverForFile({ MAIL: 'dev' })
type Options = { challenge: string; user: { id: string } }
type Undone = { username: string; resetToken: string; code: string }

const findLetters = (email: string) => server.mailbox.messages.filter(({ to }) => to === email)
const readUndoTokens = (email: string) =>
  findLetters(email).flatMap(({ text }) => /\/undo-email#(\S+)/.exec(text)?.[1] ?? [])
const undo = (token: string | undefined) => server.call<Undone>(null, 'POST', '/api/auth/undo-email', { token })
const reset = (token: string, zipcode = '80100') =>
  server.call<{ code: string }>(null, 'POST', '/api/auth/reset', { token, zipcode })
const readEmail = async (id: string) =>
  (await server.deps.database.row<{ email: string }>(sql`select email from users where id = ${id}`))?.email

/** Creates an account, and a thief's browser in sudo mode with the account's session cookie. */
async function aTakenAccount() {
  const owner = await aUser(server)
  await server.deps.database.rows(sql`
    update users set zip_hash = ${await server.deps.secrets.hash('00100')} where id = ${owner.id}`)
  const thief = aBrowser(server)
  thief.jar.pt_sid = owner.cookie.replace('pt_sid=', '')
  await thief.call('POST', '/api/sudo/code')
  await thief.call('POST', '/api/sudo', { code: findMailCode(server.mailbox.messages[0]) })
  const changeTo = async (email: string) => {
    await thief.call<EmailChange>('PUT', '/api/account/email', { email })
    const { status } = await thief.call('POST', '/api/account/email/code', {
      code: findMailCode(findLetters(email)[0]),
    })
    await server.runJobs()
    return status
  }
  const addPasskey = async (device = anAuthenticator()) => {
    const options = await thief.call<Options>('POST', '/api/passkeys/options')
    return thief.call('POST', '/api/passkeys', { credential: device.make(options.body) })
  }
  return { owner, thief, changeTo, addPasskey }
}

describe('undo of an e-mail change', () => {
  it('undoes all later changes too and invalidates their undo links (410)', async () => {
    const { owner, changeTo } = await aTakenAccount()
    const [first, second] = [`b1.${owner.username}@evil.test`, `b2.${owner.username}@evil.test`]
    expect([await changeTo(first), await changeTo(second)]).toEqual([200, 200])
    const [ownersLink] = readUndoTokens(owner.email)
    const [thiefsLink] = readUndoTokens(first)
    expect(thiefsLink).toBeDefined()
    expect((await undo(ownersLink)).status).toBe(200)
    expect(await undo(thiefsLink)).toMatchObject({ status: 410, body: { code: 'link-expired' } })
    expect(await readEmail(owner.id)).toBe(owner.email)
  })

  it('still succeeds after a thief has undone a later change', async () => {
    const { owner, changeTo } = await aTakenAccount()
    const first = `c1.${owner.username}@evil.test`
    await changeTo(first)
    await changeTo(`c2.${owner.username}@evil.test`)
    const thiefsUndo = await undo(readUndoTokens(first)[0])
    expect(thiefsUndo.status).toBe(200)
    expect((await undo(readUndoTokens(owner.email)[0])).status).toBe(200)
    expect((await reset(thiefsUndo.body.resetToken)).status).toBe(410)
    expect(await readEmail(owner.id)).toBe(owner.email)
  })

  it('invalidates undo links of older changes that would restore the address it has just removed', async () => {
    const { owner, changeTo } = await aTakenAccount()
    const lost = `d.${owner.username}@example.test`
    await server.deps.database.rows(sql`update users set email = ${lost} where id = ${owner.id}`)
    await changeTo(owner.email)
    server.clock.advance(minute)
    await changeTo(lost)
    server.clock.advance(minute)
    expect((await undo(readUndoTokens(owner.email)[0])).status).toBe(200)
    expect((await undo(readUndoTokens(lost)[0])).status).toBe(410)
    expect(await readEmail(owner.id)).toBe(owner.email)
  })

  it('deletes the passkeys, recovery codes and password added after the change, but no older passkey', async () => {
    const { owner, thief, changeTo, addPasskey } = await aTakenAccount()
    const own = anAuthenticator()
    expect((await addPasskey(own)).status).toBe(201)
    server.clock.advance(minute)
    await changeTo(`e.${owner.username}@evil.test`)
    server.clock.advance(minute)
    expect((await addPasskey()).status).toBe(201)
    expect((await addPasskey()).status).toBe(201)
    const { codes } = (await thief.call<{ codes: string[] }>('POST', '/api/recovery-codes')).body
    expect((await thief.call('PUT', '/api/recovery-codes', { code: codes[0] })).status).toBe(204)
    expect((await thief.call('PUT', '/api/password', { password: 'a kite over Ngong hills' })).status).toBe(204)
    expect((await undo(readUndoTokens(owner.email)[0])).status).toBe(200)
    const remaining = await server.deps.database.row(sql`
      select (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
        (select count(*)::int from recovery_codes r where r.user_id = u.id) as codes,
        u.password_hash as password, u.zip_hash as zip from users u where u.id = ${owner.id}`)
    expect(remaining).toEqual({ passkeys: 1, codes: 0, password: null, zip: null })
    await server.runJobs()
    const letter = findLetters(owner.email).find(({ subject }) => subject === 'Your Pawtrait email is back')
    expect(letter?.text).toContain(
      'We removed what was added since your email was changed: 2 passkeys, the recovery codes and the password.',
    )
    const visitor = aBrowser(server)
    const options = await visitor.call<Options>('POST', '/api/session/passkey/options')
    const logInResponse = await visitor.call('POST', '/api/session/passkey', { credential: own.prove(options.body) })
    expect(logInResponse.status).toBe(200)
  })

  it('returns a reset token that can set a new zip code once', async () => {
    const { owner, changeTo, addPasskey } = await aTakenAccount()
    await changeTo(`f.${owner.username}@evil.test`)
    expect((await addPasskey()).status).toBe(201)
    const undone = await undo(readUndoTokens(owner.email)[0])
    expect(undone.body.username).toBe(owner.username)
    expect((await undo(readUndoTokens(owner.email)[0])).status).toBe(410)
    expect((await reset(undone.body.resetToken)).status).toBe(200)
    expect(await reset(undone.body.resetToken, '99999')).toMatchObject({ status: 410, body: { code: 'link-expired' } })
    const hashes = await server.deps.database.row<{ zip: string }>(sql`
      select zip_hash as zip from users where id = ${owner.id}`)
    expect(await server.deps.secrets.verify(hashes?.zip ?? '', '80100')).toBe(true)
  })

  it('returns a reset token that expires after an hour', async () => {
    const { owner, changeTo } = await aTakenAccount()
    await changeTo(`g.${owner.username}@evil.test`)
    const { resetToken } = (await undo(readUndoTokens(owner.email)[0])).body
    server.clock.advance(hour)
    expect((await reset(resetToken)).status).toBe(410)
  })

  it('leaves no passkey that a thief adds at the same moment', async () => {
    const { owner, thief, changeTo } = await aTakenAccount()
    await changeTo(`h.${owner.username}@evil.test`)
    const devices = Array.from({ length: 6 }, () => anAuthenticator())
    const credentials = await Promise.all(
      devices.map(async (device) => device.make((await thief.call<Options>('POST', '/api/passkeys/options')).body)),
    )
    const [undone] = await Promise.all([
      undo(readUndoTokens(owner.email)[0]),
      ...credentials.map((credential) => thief.call('POST', '/api/passkeys', { credential })),
    ])
    expect(undone.status).toBe(200)
    expect(await server.deps.database.rows(sql`select 1 from passkeys where user_id = ${owner.id}`)).toEqual([])
    expect(await readEmail(owner.id)).toBe(owner.email)
  })
})

describe('log-in of a thief while an e-mail change is undone', () => {
  /** A thief knows the zip code and controls the new address. The owner undoes the change while the thief logs in. */
  async function aLogInDuringUndo({ isKnown }: { isKnown: boolean }) {
    const { owner, changeTo } = await aTakenAccount()
    const address = `d.${owner.username}@evil.test`
    await changeTo(address)
    const thief = aBrowser(server)
    const logIn = () => thief.call('POST', '/users', { usernameOrEmail: owner.username, zipcode: '00100' })
    if (isKnown) {
      await logIn()
      const code = findMailCode(findLetters(address)[0])
      await thief.call('POST', '/api/auth/challenge', { code, remember: true })
      thief.jar.pt_sid = ''
    }
    const [link] = readUndoTokens(owner.email)
    let undone = 0
    runAfterNextVerification(server, async () => {
      undone = (await undo(link)).status
    })
    const lettersBefore = findLetters(address).length
    const logInResponse = await logIn()
    expect(undone).toBe(200)
    return { owner, thief, logInResponse, lettersAfter: findLetters(address).length - lettersBefore }
  }

  it('opens no session on a device that the undo removes', async () => {
    const { owner, thief, logInResponse } = await aLogInDuringUndo({ isKnown: true })
    expect(thief.jar.pt_dev).toMatch(/./)
    expect([logInResponse.status, logInResponse.text, thief.jar.pt_sid]).toEqual([200, 'null', ''])
    const sessions = sql`select 1 from sessions where user_id = ${owner.id}`
    expect(await server.deps.database.rows(sessions)).toEqual([])
  })

  it('sends the log-in code to the restored address', async () => {
    const { owner, logInResponse, lettersAfter } = await aLogInDuringUndo({ isKnown: false })
    expect(logInResponse.status).toBe(403)
    expect(findMailCode(findLetters(owner.email)[0])).toMatch(/^\d{8}$/)
    expect(lettersAfter).toBe(0)
  })
})
