import type { Age } from '@pawtrait/contract/age.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day } from '#testing/clock.ts'
import { aPhoto, aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { isAllowedWithoutGuardian } from './allowed-without-guardian.ts'
import { recordGuardianAnswerByOperator, sweepGuardianRequests } from './answer-guardian-link.ts'
import { setAge } from './set-age.ts'

const server = serverForFile({ MAIL: 'dev', GUARDIAN_CONSENT: '1' })
const asSystem = () => createContext(server.deps, systemCaller)
afterEach(() => {
  vi.restoreAllMocks()
})

const lettersTo = (email: string) => server.mailbox.messages.filter(({ to }) => to === email)
let parents = 0
const askGuardian = (user: TestUser | null, email: string) =>
  server.call<{ code: string; errors?: { code: string }[] }>(user, 'POST', '/api/account/guardian', { email })
const openLink = (token: string) =>
  server.call<{ username: string; code: string }>(null, 'POST', '/api/guardian-links', { token })
const answerLink = (token: string, confirms: boolean) =>
  server.call<{ code: string }>(null, 'POST', '/api/guardian-links/answer', { token, confirms })
const readAge = async (user: TestUser) => (await server.call<Age>(user, 'GET', '/api/account/age')).body
const createPost = async (user: TestUser) =>
  (await server.call(user, 'POST', '/api/posts', { photos: [{ id: await aPhoto(server, user) }] })).status
const readGuardianNeeded = async (user: TestUser) =>
  (await server.call<Viewer>(user, 'GET', '/api/session')).body.guardianNeeded
const findToken = (email: string) => /\/guardian#([\w-]+)/.exec(lettersTo(email)[0]?.text ?? '')?.[1] ?? ''

async function aMinor(more: Parameters<typeof aUser>[1] = {}): Promise<TestUser> {
  const minor = await aUser(server, more)
  const response = await server.call(minor, 'PUT', '/api/account/age', { band: '13-to-17' })
  expect(response.body).toEqual({ band: '13-to-17', guardianNeeded: true })
  return minor
}

/** Creates a user aged 13 to 17, and mails the link to a guardian. */
async function anAskingMinor() {
  const minor = await aMinor()
  const email = `parent${++parents}@example.com`
  expect((await askGuardian(minor, email)).status).toBe(204)
  return { minor, email, token: findToken(email) }
}

describe('guardian consent', () => {
  it('is required by every endpoint that creates or sends something (403 `guardian-needed`)', async () => {
    const [minor, other] = [await aMinor(), await aUser(server)]
    const otherPost = await aPost(server, other)
    expect(await readGuardianNeeded(minor)).toBe(true)
    expect((await server.call(minor, 'GET', `/api/posts/${otherPost.id}`)).status).toBe(200)
    expect(await createPost(minor)).toBe(403)
    for (const { method, path, auth } of server.app.endpoints) {
      if (auth !== 'user' || isAllowedWithoutGuardian(method, path)) continue
      const url = path.replace(/:\w+/g, otherPost.id)
      const response = await server.call<{ code: string }>(minor, method as 'POST' | 'PUT' | 'PATCH', url, {})
      expect([method, path, response.status, response.body.code]).toEqual([method, path, 403, 'guardian-needed'])
    }
    expect((await server.call(minor, 'PUT', `/api/users/${other.id}/block`)).status).toBe(200)
    expect((await server.call(minor, 'DELETE', `/api/posts/${otherPost.id}/like`)).status).not.toBe(403)
  })

  it('is not required for adults or for accounts without an age', async () => {
    const adult = await aUser(server)
    expect(await createPost(adult)).toBe(201)
    await server.call(adult, 'PUT', '/api/account/age', { band: '18-or-older' })
    expect([await readGuardianNeeded(adult), await createPost(adult)]).toEqual([undefined, 201])
    expect((await askGuardian(adult, 'parent@example.com')).status).toBe(409)
    expect((await askGuardian(null, 'parent@example.com')).status).toBe(401)
  })
})

describe('guardian’s link', () => {
  it('confirms the minor’s account once the guardian answers, but not when the link is only opened', async () => {
    const { minor, email, token } = await anAskingMinor()
    expect(await readAge(minor)).toMatchObject({ guardianAskedAt: server.clock.now().toISOString() })
    expect(lettersTo(email)[0]?.subject).toBe('Person user asks you to confirm their Pawtrait account')
    expect((await openLink(token)).body).toMatchObject({ username: minor.username })
    // Mail scanners open links, so opening a link must not confirm anything.
    expect(await readGuardianNeeded(minor)).toBe(true)
    expect((await answerLink(token, true)).status).toBe(200)
    expect([await readGuardianNeeded(minor), await createPost(minor)]).toEqual([undefined, 201])
    expect(await readAge(minor)).toMatchObject({
      guardianAskedAt: null,
      guardianConfirmedAt: server.clock.now().toISOString(),
    })
    for (const response of [await answerLink(token, false), await answerLink(token, true), await openLink(token)])
      expect([response.status, response.body.code]).toEqual([410, 'link-expired'])
    expect((await askGuardian(minor, email)).status).toBe(409)
    const log = server.lines.join('')
    expect(log.includes(email) || log.includes(token)).toBe(false)
    const storedRows = await server.deps.database.rows(
      sql`select 1 from users u where to_jsonb(u)::text like ${`%${email}%`}`,
    )
    expect(storedRows).toEqual([])
  })

  it.each([
    ['Win at https://evil.example/prize?id=1', 'Win at https evil example…'],
    ['evil.example', 'evil example'],
    ['ｅｖｉｌ。example or a@evil.example', 'evil example or a evil example'],
    ['Call +254 700 123 456 now', 'Call now'],
    ['Anne-Marie O’Brien Wanjikũ', 'Anne-Marie O’Brien Wanjikũ'],
    ['1.2.3.4', 'Someone'],
  ])(
    'is mailed with the minor’s full name %j, without its links, addresses and numbers',
    async (fullname, expectedName) => {
      const minor = await aMinor({ fullname, username: `www.evil${++parents}.com` })
      const email = `parent${++parents}@example.com`
      await askGuardian(minor, email)
      const [letter] = lettersTo(email)
      expect(letter?.subject).toBe(`${expectedName} asks you to confirm their Pawtrait account`)
      expect(letter?.text).toContain(`\n\n${expectedName} has an account on Pawtrait`)
      expect(letter?.text.replace(/http:\/\/localhost:3000\S*/g, '')).not.toMatch(/evil\S*\.|\d{3}|@/)
      expect(letter?.html).not.toMatch(/evil\S*\./)
    },
  )

  it('erases the minor’s account when the guardian refuses', async () => {
    const { minor, token } = await anAskingMinor()
    expect((await answerLink(token, false)).status).toBe(200)
    expect((await server.call(minor, 'GET', '/api/session')).status).toBe(401)
    await server.runJobs()
    expect(await server.deps.database.row(sql`select 1 from users where id = ${minor.id}`)).toBeUndefined()
    expect((await answerLink(token, true)).status).toBe(410)
  })

  it('accepts only one of two simultaneous answers', async () => {
    const { minor, token } = await anAskingMinor()
    const responses = await Promise.all([answerLink(token, true), answerLink(token, false)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    await server.runJobs()
    expect((await server.call(minor, 'GET', '/api/session')).status).toBe(responses[0].status === 200 ? 200 : 401)
  })

  it('expires after 14 days or when a newer link is sent', async () => {
    const { minor, token, email } = await anAskingMinor()
    const second = 'second.parent@example.com'
    await askGuardian(minor, second)
    expect((await openLink(token)).status).toBe(410)
    const newest = findToken(second)
    server.clock.advance(14 * day - 1)
    expect((await openLink(newest)).status).toBe(200)
    await sweepGuardianRequests(asSystem())
    server.clock.advance(1)
    expect((await answerLink(newest, true)).status).toBe(410)
    await sweepGuardianRequests(asSystem())
    expect(await server.deps.database.rows(sql`select 1 from guardian_requests where user_id = ${minor.id}`)).toEqual(
      [],
    )
    expect((await askGuardian(minor, email)).status).toBe(204)
  })

  it('becomes invalid when the operator sets the user’s age to adult or confirms the account', async () => {
    const [first, second] = [await anAskingMinor(), await anAskingMinor()]
    await setAge(asSystem(), first.minor.username, '18-or-older')
    await recordGuardianAnswerByOperator(asSystem(), second.minor.username.toUpperCase(), true)
    for (const { minor, token } of [first, second]) {
      expect((await answerLink(token, false)).status).toBe(410)
      expect(await createPost(minor)).toBe(201)
    }
    await expect(recordGuardianAnswerByOperator(asSystem(), second.minor.username, false)).rejects.toThrow(
      'needs the answer of a guardian',
    )
    await expect(recordGuardianAnswerByOperator(asSystem(), 'unknown.one', true)).rejects.toThrow(
      'needs the answer of a guardian',
    )
  })

  it('is not mailed to the user’s own address (400) or after five e-mails in a day (429)', async () => {
    const minor = await aMinor()
    const response = await askGuardian(minor, minor.email.toUpperCase())
    expect([response.status, response.body.errors?.[0]?.code]).toEqual([400, 'own'])
    expect((await askGuardian(minor, 'nothing')).status).toBe(400)
    for (let nth = 0; nth < 5; nth++) expect((await askGuardian(minor, `p${nth}@example.com`)).status).toBe(204)
    expect((await askGuardian(minor, 'p6@example.com')).status).toBe(429)
    const otherMinors = [await aMinor(), await aMinor(), await aMinor(), await aMinor(), await aMinor()]
    const statuses: number[] = []
    for (const otherMinor of otherMinors) statuses.push((await askGuardian(otherMinor, 'p1@example.com')).status)
    expect(statuses).toEqual([204, 204, 204, 204, 429])
  })

  it('can be requested again if its e-mail could not be sent', async () => {
    const minor = await aMinor()
    const send = vi.spyOn(server.deps.mail, 'send').mockRejectedValueOnce(new Error('no route'))
    expect((await askGuardian(minor, 'late@example.com')).body.code).toBe('mail-unavailable')
    expect((await readAge(minor)).guardianAskedAt).toBeNull()
    send.mockRestore()
    expect((await askGuardian(minor, 'late@example.com')).status).toBe(204)
  })
})
