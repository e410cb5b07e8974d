import type { Age } from '@pawtrait/contract/age.ts'
import type { SignedUpUser } from '@pawtrait/contract/sign-in/sign-in.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, second } from '#testing/clock.ts'
import { findMailCode } from '#testing/fakes/smtp.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, aSignUp } from '#testing/sign-in.ts'
import { askSignUpGuardian } from './ask-guardian.ts'

const server = serverForFile({ MAIL: 'dev', GUARDIAN_CONSENT: '1' })
const asSystem = () => createContext(server.deps, systemCaller)
afterEach(() => {
  vi.restoreAllMocks()
})

type ProblemBody = { code: string; errors?: { field: string; code: string }[] }

let parents = 0
const aGuardian = () => `guardian${++parents}@example.com`
const lettersTo = (email: string) => server.mailbox.messages.filter(({ to }) => to === email)
const signUp = (form: object) => server.call<SignedUpUser & ProblemBody>(null, 'POST', '/users', form)
const aMinor = (guardianEmail: string, more: Parameters<typeof aSignUp>[0] = {}) =>
  aSignUp({ ageBand: '13-to-17', guardianEmail, ...more })

/** Logs in from a new browser, and enters the code of the newest e-mail. */
async function logIn({ username, email, zipcode }: ReturnType<typeof aSignUp>) {
  const browser = aBrowser(server)
  await browser.call('POST', '/users', { usernameOrEmail: username, zipcode })
  const response = await browser.call('POST', '/api/auth/challenge', { code: findMailCode(lettersTo(email)[0]) })
  expect(response.status).toBe(200)
  return browser
}

/** Returns the names of all tables that contain this e-mail address. */
async function findTablesWith(address: string): Promise<string[]> {
  const tables = await server.deps.database.rows<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'jobs') order by 1`)
  const names: string[] = []
  for (const { name } of tables) {
    const row = await server.deps.database.row(sql`
      select 1 as one from ${sql.raw(name)} t where position(${address} in t::text) > 0 limit 1`)
    if (row) names.push(name)
  }
  return names
}

const sweep = async () => {
  await server.deps.jobs.send(server.deps.database, 'sweep-sign-in', {})
  await server.deps.jobs.send(server.deps.database, 'forget-guardian-requests', {})
  await server.runJobs()
}

describe('guardian named at sign-up', () => {
  it('gets an e-mail only after the user’s first log-in, and can confirm the account with the link in it', async () => {
    const guardian = aGuardian()
    const form = aMinor(guardian)
    expect((await signUp(form)).status).toBe(201)
    await server.runJobs()
    expect([lettersTo(guardian).length, await findTablesWith(guardian)]).toEqual([0, ['public.sign_up_guardians']])
    const browser = await logIn(form)
    expect((await browser.call<Viewer>('GET', '/api/session')).body.guardianNeeded).toBe(true)
    await server.runJobs()
    expect([lettersTo(guardian).length, await findTablesWith(guardian)]).toEqual([1, ['public.guardian_requests']])
    expect((await browser.call<Age>('GET', '/api/account/age')).body).toMatchObject({
      band: '13-to-17',
      guardianAskedAt: server.clock.now().toISOString(),
    })
    const token = /\/guardian#([\w-]+)/.exec(lettersTo(guardian)[0]?.text ?? '')?.[1]
    const confirmed = await server.call(null, 'POST', '/api/guardian-links/answer', { token, confirms: true })
    expect(confirmed.status).toBe(200)
    expect((await browser.call<Viewer>('GET', '/api/session')).body).not.toHaveProperty('guardianNeeded')
    expect(await findTablesWith(guardian)).toEqual([])
    await logIn(form)
    await server.runJobs()
    expect(lettersTo(guardian)).toHaveLength(1)
    expect(server.lines.join('')).not.toContain(guardian)
  })

  it('is optional, but a minor without a guardian still needs consent after the log-in', async () => {
    const form = aSignUp({ ageBand: '13-to-17' })
    expect((await signUp(form)).status).toBe(201)
    const browser = await logIn(form)
    await server.runJobs()
    expect((await browser.call<Age>('GET', '/api/account/age')).body.guardianAskedAt).toBeNull()
    expect((await browser.call<Viewer>('GET', '/api/session')).body.guardianNeeded).toBe(true)
  })

  it('is refused with 400 when the e-mail address is invalid or the user’s own', async () => {
    for (const [guardianEmail, code] of [
      ['', 'regex'],
      ['nothing', 'regex'],
      ['ME@example.test', 'own'],
    ] as const) {
      const response = await signUp(aMinor(guardianEmail, { email: 'me@example.test' }))
      expect([response.status, response.body.errors]).toEqual([
        400,
        [expect.objectContaining({ field: 'guardianEmail', code })],
      ])
    }
    expect(await findTablesWith('me@example.test')).toEqual([])
  })

  it('is not stored when an adult signs up', async () => {
    const guardian = aGuardian()
    expect((await signUp({ ...aSignUp(), guardianEmail: guardian })).status).toBe(201)
    expect(await findTablesWith(guardian)).toEqual([])
  })

  it('gets no e-mail before the log-in, whether or not the user’s e-mail address is in use', async () => {
    const holder = aSignUp()
    await signUp(holder)
    await logIn(holder)
    const [first, second] = [aGuardian(), aGuardian()]
    const takenAddressResponse = await signUp(aMinor(first, { email: holder.email }))
    const freeAddressResponse = await signUp(aMinor(second))
    expect([takenAddressResponse.status, Object.keys(takenAddressResponse.body)]).toEqual([
      freeAddressResponse.status,
      Object.keys(freeAddressResponse.body),
    ])
    // Sign-up returns 201 even if the guardian's address belongs to an account: it must not reveal that the account
    // exists.
    expect((await signUp(aMinor(holder.email))).status).toBe(201)
    await server.runJobs()
    expect([...lettersTo(first), ...lettersTo(second)]).toEqual([])
    expect(lettersTo(holder.email).map(({ subject }) => subject)).toEqual([
      'You already have an account at Pawtrait',
      'Your Pawtrait log-in code',
      'Welcome to Pawtrait',
    ])
  })

  it('is no longer stored if the user does not log in within a day of the sign-up', async () => {
    const guardians = [aGuardian(), aGuardian(), aGuardian()]
    const [original = '', repeated = '', later = ''] = guardians
    const form = aMinor(original)
    await signUp(form)
    expect((await signUp({ ...form, guardianEmail: repeated })).status).toBe(409)
    expect(await findTablesWith(repeated)).toEqual([])
    server.clock.advance(day + second)
    expect((await signUp({ ...form, guardianEmail: later })).status).toBe(201)
    expect([await findTablesWith(original), await findTablesWith(later)]).toEqual([[], ['public.sign_up_guardians']])
    server.clock.advance(day + second)
    await sweep()
    for (const guardian of guardians) expect([await findTablesWith(guardian), lettersTo(guardian)]).toEqual([[], []])
  })

  it('is not stored when the e-mail about the sign-up cannot be sent', async () => {
    const guardian = aGuardian()
    const send = vi.spyOn(server.deps.mail, 'send').mockRejectedValueOnce(new Error('no route'))
    expect((await signUp(aMinor(guardian))).body.code).toBe('mail-unavailable')
    send.mockRestore()
    expect(await findTablesWith(guardian)).toEqual([])
  })

  it('gets at most five e-mails a day from all accounts together', async () => {
    const guardian = aGuardian()
    for (let nth = 0; nth < 6; nth++) {
      const form = aMinor(guardian)
      await signUp(form)
      await logIn(form)
      await server.runJobs()
    }
    expect(lettersTo(guardian)).toHaveLength(5)
    expect(await server.deps.database.rows(sql`select 1 from sign_up_guardians`)).toEqual([])
  })

  it('gets no e-mail when the user has already asked another guardian', async () => {
    const [named, chosen] = [aGuardian(), aGuardian()]
    const form = aMinor(named)
    await signUp(form)
    const browser = await logIn(form)
    expect((await browser.call('POST', '/api/account/guardian', { email: chosen })).status).toBe(204)
    await server.runJobs()
    expect([lettersTo(named).length, lettersTo(chosen).length, await findTablesWith(named)]).toEqual([0, 1, []])
  })

  it('gets one e-mail from a retried job, and is no longer stored after two days without an e-mail', async () => {
    const guardian = aGuardian()
    const form = aMinor(guardian)
    const { id } = (await signUp(form)).body
    const browser = await logIn(form)
    const send = vi.spyOn(server.deps.mail, 'send').mockRejectedValue(new Error('no route'))
    const askGuardian = () => askSignUpGuardian(asSystem(), id)
    await expect(askGuardian()).rejects.toThrow('could not send the email')
    expect((await browser.call<Age>('GET', '/api/account/age')).body.guardianAskedAt).toBeNull()
    expect(await findTablesWith(guardian)).toEqual(['public.sign_up_guardians'])
    send.mockRestore()
    await askGuardian()
    await askGuardian()
    expect(lettersTo(guardian)).toHaveLength(1)
    const other = aMinor(aGuardian())
    await signUp(other)
    await server.deps.database.rows(sql`update users set state = 'active' where username = ${other.username}`)
    server.clock.advance(2 * day)
    await sweep()
    expect(await findTablesWith(other.guardianEmail ?? '')).toEqual([])
    expect(server.lines.join('')).not.toContain(guardian)
  })
})
