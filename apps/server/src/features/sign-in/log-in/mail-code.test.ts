import type { SignedInUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { day, hour, minute, second } from '#testing/clock.ts'
import { findMailCode } from '#testing/fakes/smtp.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, aSignUp, cookiesOf } from '#testing/sign-in.ts'

const server = serverForFile({ MAIL: 'dev' })

const wrongCode = (code: string) => (code === '00000000' ? '00000001' : '00000000')
const countRows = async (table: string) =>
  (await server.deps.database.row<{ n: number }>(sql`select count(*)::int as n from ${sql.raw(table)}`))?.n

/** Signs up, logs in with the zip code on a new browser and reads the code from the mailbox. */
async function startChallenge(zipcode = '00100') {
  const form = aSignUp({ zipcode })
  await server.call(null, 'POST', '/users', form)
  const browser = aBrowser(server)
  const response = await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode })
  return { form, browser, response, code: findMailCode(server.mailbox.messages[0]) }
}

const submitCode = (browser: ReturnType<typeof aBrowser>, code: string, remember = false) =>
  browser.call<SignedInUser & { code: string; triesLeft: number }>('POST', '/api/auth/challenge', { code, remember })

describe('first log-in of an account, with mail on', () => {
  it('requires the mailed code, without revealing the e-mail address', async () => {
    const { form, response, browser, code } = await startChallenge()
    expect(response).toMatchObject({ status: 403, body: { code: 'verification-required', methods: ['email'] } })
    expect(response.text).not.toContain(form.email)
    expect(Object.keys(cookiesOf(response))).toEqual(['pt_chal'])
    expect(String(response.headers['set-cookie'])).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/)
    expect(server.mailbox.messages[0]?.to).toBe(form.email)
    expect(code).toMatch(/^\d{8}$/)
    const logInResponse = await submitCode(browser, ` ${code.slice(0, 4)} ${code.slice(4)} `)
    expect(logInResponse).toMatchObject({ status: 200, body: { username: form.username } })
    expect(cookiesOf(logInResponse)).toMatchObject({ pt_sid: expect.stringMatching(/.{43}/), pt_chal: '' })
    expect(cookiesOf(logInResponse).pt_dev).toBeUndefined()
    expect((await browser.call('GET', '/api/session')).status).toBe(200)
  })

  it('makes the browser a known device when the user chooses to remember it', async () => {
    const { form, browser, code } = await startChallenge()
    await submitCode(browser, code, true)
    expect(browser.jar.pt_dev).toMatch(/.{43}/)
    const again = await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })
    expect(again.status).toBe(200)
    await browser.call('DELETE', '/api/session')
    expect((await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })).status).toBe(
      200,
    )
  })

  it('fails more than a day after sign-up, because the pending account has expired', async () => {
    const form = aSignUp()
    await server.call(null, 'POST', '/users', form)
    expect((await server.call(null, 'POST', '/users', form)).status).toBe(409)
    server.clock.advance(day + second)
    const logIn = { usernameOrEmail: form.username, zipcode: form.zipcode }
    expect((await server.call(null, 'POST', '/users', logIn)).text).toBe('null')
    expect((await server.call(null, 'POST', '/users', form)).status).toBe(201)
    server.clock.advance(day + second)
    const before = await countRows('users')
    await server.deps.jobs.send(server.deps.database, 'sweep-sign-in', {})
    await server.runJobs()
    expect(await countRows('users')).toBeLessThan(before ?? 0)
  })
})

describe('e-mail code (security check A15)', () => {
  it('becomes invalid after five wrong attempts', async () => {
    const { browser, code } = await startChallenge()
    for (const remaining of [4, 3, 2, 1, 0])
      expect(await submitCode(browser, wrongCode(code))).toMatchObject({
        status: 401,
        body: { code: 'invalid-code', triesLeft: remaining },
      })
    expect((await submitCode(browser, code)).status).toBe(401)
  })

  it('is valid for only one log-in, even for two requests at the same moment', async () => {
    const { browser, code } = await startChallenge()
    const cookie = { cookie: `pt_chal=${browser.jar.pt_chal}` }
    const submit = () => server.call(cookie, 'POST', '/api/auth/challenge', { code })
    const both = await Promise.all([submit(), submit()])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    expect(await submit()).toMatchObject({ status: 410, body: { code: 'code-replaced' } })
  })

  it('is valid only in the browser that requested it', async () => {
    const [first, other] = [await startChallenge(), await startChallenge()]
    expect((await submitCode(other.browser, first.code)).status).toBe(401)
    expect((await submitCode(aBrowser(server), first.code)).status).toBe(410)
    expect((await submitCode(first.browser, first.code)).status).toBe(200)
  })

  it('expires after ten minutes', async () => {
    const { browser, code } = await startChallenge()
    server.clock.advance(10 * minute + second)
    expect(await submitCode(browser, code)).toMatchObject({ status: 410, body: { code: 'code-expired' } })
  })

  it('becomes invalid when the same browser requests a new code', async () => {
    const { form, browser, code } = await startChallenge()
    const old = { cookie: `pt_chal=${browser.jar.pt_chal}` }
    await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })
    const next = findMailCode(server.mailbox.messages[0])
    const tried = await server.call(old, 'POST', '/api/auth/challenge', { code })
    expect(tried).toMatchObject({ status: 410, body: { code: 'code-replaced' } })
    expect((await submitCode(browser, next)).status).toBe(200)
  })

  it('becomes invalid when the user requests a code in another browser, by log-in or POST /api/auth/code', async () => {
    const { form, browser: first, code } = await startChallenge()
    const [second, third] = [aBrowser(server), aBrowser(server)]
    await second.call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })
    const secondCode = findMailCode(server.mailbox.messages[0])
    expect((await submitCode(first, code)).body.code).toBe('code-replaced')
    await third.call('POST', '/api/auth/code', { usernameOrEmail: form.username })
    await server.runJobs()
    const thirdCode = findMailCode(server.mailbox.messages[0])
    expect((await submitCode(second, secondCode)).body.code).toBe('code-replaced')
    expect((await submitCode(third, thirdCode)).status).toBe(200)
  })
})

describe('log-in after three e-mail codes were sent in an hour', () => {
  it('returns 429 `too-many-codes` for the correct zip code, but accepts the newest code', async () => {
    const { form, browser } = await startChallenge()
    const logIn = (from: ReturnType<typeof aBrowser>) =>
      from.call<{ code: string }>('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })
    for (let i = 0; i < 2; i++) expect((await logIn(browser)).status).toBe(403)
    const code = findMailCode(server.mailbox.messages[0])
    const sent = server.mailbox.messages.length
    for (const from of [browser, aBrowser(server)])
      expect(await logIn(from)).toMatchObject({
        status: 429,
        body: { code: 'too-many-codes' },
        headers: { 'retry-after': '3600' },
      })
    expect(server.mailbox.messages).toHaveLength(sent)
    expect((await submitCode(browser, code)).status).toBe(200)
    expect((await logIn(browser)).status).toBe(403)
  })

  it('still returns null for a wrong zip code', async () => {
    const { form, browser } = await startChallenge()
    for (let i = 0; i < 2; i++)
      await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })
    const wrong = await aBrowser(server).call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00200' })
    expect([wrong.status, wrong.text]).toEqual([200, 'null'])
  })
})

describe('POST /api/auth/code', () => {
  const request = (browser: ReturnType<typeof aBrowser>, usernameOrEmail: string) =>
    browser.call('POST', '/api/auth/code', { usernameOrEmail, timeZone: 'Asia/Tokyo' })

  it('sends a code that allows a log-in without the zip code', async () => {
    const { form } = await startChallenge()
    const browser = aBrowser(server)
    expect(await request(browser, form.email)).toMatchObject({ status: 202, body: { sent: true } })
    await server.runJobs()
    expect((await submitCode(browser, findMailCode(server.mailbox.messages[0]))).status).toBe(200)
  })

  it('sends no code if it expires before the mail job runs', async () => {
    const { form } = await startChallenge()
    await request(aBrowser(server), form.email)
    const before = server.mailbox.messages.length
    server.clock.advance(10 * minute + second)
    await server.runJobs()
    expect(server.mailbox.messages).toHaveLength(before)
  })

  it('returns the same response for known and unknown usernames, but mails only the known user', async () => {
    const { form } = await startChallenge()
    const known = await request(aBrowser(server), form.username)
    const unknown = await request(aBrowser(server), 'unknown.one')
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(Object.keys(cookiesOf(unknown))).toEqual(Object.keys(cookiesOf(known)))
    const before = server.mailbox.messages.filter(({ to }) => to === form.email).length
    await server.runJobs()
    expect(server.mailbox.messages.filter(({ to }) => to === form.email)).toHaveLength(before + 1)
  })

  it('sends three codes an hour and then returns 429, while the last code remains valid', async () => {
    const form = aSignUp()
    await server.call(null, 'POST', '/users', form)
    const browser = aBrowser(server)
    for (let i = 0; i < 3; i++) await request(browser, form.username)
    await server.runJobs()
    const code = findMailCode(server.mailbox.messages[0])
    const sent = server.mailbox.messages.length
    const cookie = browser.jar.pt_chal
    const fourth = await request(browser, form.username)
    expect(fourth).toMatchObject({ status: 429, body: { code: 'too-many-codes' }, headers: { 'retry-after': '3600' } })
    await server.runJobs()
    expect(server.mailbox.messages).toHaveLength(sent)
    expect(browser.jar.pt_chal).toBe(cookie)
    expect((await submitCode(browser, code)).status).toBe(200)
    server.clock.advance(hour)
    await request(browser, form.username)
    await server.runJobs()
    expect(server.mailbox.messages.length).toBeGreaterThan(sent)
  })

  it('returns the same 429 for known and unknown usernames', async () => {
    const { form } = await startChallenge()
    const refusals = await Promise.all(
      [form.email, 'nobody.at.all@example.com'].map(async (name) => {
        const browser = aBrowser(server)
        for (let i = 0; i < 3; i++) expect((await request(browser, name)).status).toBe(202)
        const { status, body, headers } = await request(browser, name)
        return { status, body: { ...(body as object), requestId: '' }, wait: headers['retry-after'] }
      }),
    )
    expect(refusals[0]).toMatchObject({ status: 429, wait: '3600' })
    expect(refusals[1]).toEqual(refusals[0])
    await server.runJobs()
  })

  it('does not count a code towards the limit of three an hour if it was used to log in', async () => {
    const { form } = await startChallenge()
    for (const name of [form.username, form.email, form.username, form.email, form.username]) {
      const browser = aBrowser(server)
      expect((await request(browser, name)).status).toBe(202)
      await server.runJobs()
      expect((await submitCode(browser, findMailCode(server.mailbox.messages[0]))).status).toBe(200)
    }
  })

  it('sends an account at most three codes an hour, even if both username and e-mail address are used', async () => {
    const form = aSignUp()
    await server.call(null, 'POST', '/users', form)
    for (const name of [form.username, form.username, form.email, form.email]) {
      expect((await request(aBrowser(server), name)).status).toBe(202)
      await server.runJobs()
    }
    const codes = server.mailbox.messages.filter(({ to, subject }) => to === form.email && subject.includes('code'))
    expect(codes).toHaveLength(3)
  })
})

describe('sign-up with an e-mail address in use (security check A20)', () => {
  it('returns the same response as for a new address, but mails the holder of the address', async () => {
    const { form, browser, code } = await startChallenge()
    await submitCode(browser, code)
    const verified = server.deps.secrets.verified()
    const again = aSignUp({ email: form.email.toUpperCase() })
    const repeated = await server.call<{ id: string }>(null, 'POST', '/users', again)
    const letter = server.mailbox.messages[0]
    const fresh = await server.call<{ id: string }>(null, 'POST', '/users', aSignUp())
    expect([repeated.status, Object.keys(repeated.body)]).toEqual([fresh.status, Object.keys(fresh.body)])
    expect(letter).toMatchObject({ to: expect.stringMatching(/^.+@/), subject: expect.stringContaining('already') })
    expect(letter?.text).toMatch(new RegExp(`^Hello ${form.username},[^]*/forgot`))
    expect(server.deps.secrets.verified()).toBe(verified)
    for (const { body } of [repeated, fresh])
      expect((await server.call(null, 'GET', `/users/${body.id}`)).status).toBe(404)
    // An attacker who signs up with the holder's address gets no code at log-in.
    const thief = aBrowser(server)
    const response = await thief.call('POST', '/users', { usernameOrEmail: again.username, zipcode: again.zipcode })
    expect(response).toMatchObject({ status: 403, body: { code: 'verification-required' } })
    expect(findMailCode(server.mailbox.messages[0])).toBe('')
    // The holder of the address can still log in with it.
    const own = await browser.call<SignedInUser>('POST', '/users', { usernameOrEmail: form.email, zipcode: '00100' })
    expect(own.status).toBe(403)
    expect((await submitCode(browser, findMailCode(server.mailbox.messages[0]))).body.username).toBe(form.username)
  })

  it('activates only one of two pending accounts with the same address', async () => {
    const [first, second] = [aSignUp(), aSignUp()]
    second.email = first.email
    const browsers = [aBrowser(server), aBrowser(server)]
    const codes: string[] = []
    for (const [i, form] of [first, second].entries()) {
      await server.call(null, 'POST', '/users', form)
      await browsers[i]?.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
      codes.push(findMailCode(server.mailbox.messages[0]))
    }
    const statuses = await Promise.all(
      browsers.map(async (browser, i) => (await submitCode(browser, codes[i] ?? '')).status),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410])
  })
})

describe('GET /dev/mail', () => {
  it('shows sent e-mails to requests from the same machine, and returns 404 to other machines', async () => {
    const { form, code } = await startChallenge()
    const page = await server.call(null, 'GET', '/dev/mail')
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.text).toContain(code)
    expect(page.text).toContain(form.email)
    expect(page.text).not.toMatch(/<script|style=/)
    expect((await server.call(null, 'GET', '/dev/mail', undefined, { ip: '192.168.1.7' })).status).toBe(404)
  })
})
