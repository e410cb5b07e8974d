import type { OwnUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { day, hour, minute, second } from '#testing/clock.ts'
import { codeIn } from '#testing/fakes/smtp.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, aSignUp, cookiesOf } from '#testing/sign-in.ts'

const server = serverForFile({ MAIL: 'dev' })

const wrongCode = (code: string) => (code === '00000000' ? '00000001' : '00000000')
const count = async (table: string) =>
  (await server.deps.database.row<{ n: number }>(sql`select count(*)::int as n from ${sql.raw(table)}`))?.n

/** Signs up, logs in with the zip code on a new browser and reads the code from the mailbox. */
async function challenged(zipcode = '00100') {
  const form = aSignUp({ zipcode })
  await server.call(null, 'POST', '/users', form)
  const browser = aBrowser(server)
  const asked = await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode })
  return { form, browser, asked, code: codeIn(server.mailbox.messages[0]) }
}

const answer = (browser: ReturnType<typeof aBrowser>, code: string, remember = false) =>
  browser.call<OwnUser & { code: string; triesLeft: number }>('POST', '/api/auth/challenge', { code, remember })

describe('the first log-in of an account, with mail on', () => {
  it('asks for a code and says nothing of where it went', async () => {
    const { form, asked, browser, code } = await challenged()
    expect(asked).toMatchObject({ status: 403, body: { code: 'verification-required', methods: ['email'] } })
    expect(asked.text).not.toContain(form.email)
    expect(Object.keys(cookiesOf(asked))).toEqual(['pt_chal'])
    expect(String(asked.headers['set-cookie'])).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/)
    expect(server.mailbox.messages[0]?.to).toBe(form.email)
    expect(code).toMatch(/^\d{8}$/)
    const entered = await answer(browser, ` ${code.slice(0, 4)} ${code.slice(4)} `)
    expect(entered).toMatchObject({ status: 200, body: { username: form.username } })
    expect(cookiesOf(entered)).toMatchObject({ pt_sid: expect.stringMatching(/.{43}/), pt_chal: '' })
    expect(cookiesOf(entered).pt_dev).toBeUndefined()
    expect((await browser.call('GET', '/api/session')).status).toBe(200)
  })

  it('knows the browser afterwards only when told to remember it', async () => {
    const { form, browser, code } = await challenged()
    await answer(browser, code, true)
    expect(browser.jar.pt_dev).toMatch(/.{43}/)
    const again = await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })
    expect(again.status).toBe(200)
    await browser.call('DELETE', '/api/session')
    expect((await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })).status).toBe(
      200,
    )
  })

  it('hides a pending account and frees its name after a day', async () => {
    const form = aSignUp()
    await server.call(null, 'POST', '/users', form)
    expect((await server.call(null, 'POST', '/users', form)).status).toBe(409)
    server.clock.advance(day + second)
    const logIn = { usernameOrEmail: form.username, zipcode: form.zipcode }
    expect((await server.call(null, 'POST', '/users', logIn)).text).toBe('null')
    expect((await server.call(null, 'POST', '/users', form)).status).toBe(201)
    server.clock.advance(day + second)
    const before = await count('users')
    await server.deps.jobs.send(server.deps.database, 'sweep-sign-in', {})
    await server.runJobs()
    expect(await count('users')).toBeLessThan(before ?? 0)
  })
})

describe('A15 a code', () => {
  it('dies after five wrong tries', async () => {
    const { browser, code } = await challenged()
    for (const left of [4, 3, 2, 1, 0])
      expect(await answer(browser, wrongCode(code))).toMatchObject({
        status: 401,
        body: { code: 'invalid-code', triesLeft: left },
      })
    expect((await answer(browser, code)).status).toBe(401)
  })

  it('works once', async () => {
    const { browser, code } = await challenged()
    const cookie = { cookie: `pt_chal=${browser.jar.pt_chal}` }
    const submit = () => server.call(cookie, 'POST', '/api/auth/challenge', { code })
    const both = await Promise.all([submit(), submit()])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    expect(await submit()).toMatchObject({ status: 410, body: { code: 'code-replaced' } })
  })

  it('is bound to the browser that asked', async () => {
    const [one, other] = [await challenged(), await challenged()]
    expect((await answer(other.browser, one.code)).status).toBe(401)
    expect((await answer(aBrowser(server), one.code)).status).toBe(410)
    expect((await answer(one.browser, one.code)).status).toBe(200)
  })

  it('ends after ten minutes', async () => {
    const { browser, code } = await challenged()
    server.clock.advance(10 * minute + second)
    expect(await answer(browser, code)).toMatchObject({ status: 410, body: { code: 'code-expired' } })
  })

  it('is replaced by the next one', async () => {
    const { form, browser, code } = await challenged()
    const old = { cookie: `pt_chal=${browser.jar.pt_chal}` }
    await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })
    const next = codeIn(server.mailbox.messages[0])
    const tried = await server.call(old, 'POST', '/api/auth/challenge', { code })
    expect(tried).toMatchObject({ status: 410, body: { code: 'code-replaced' } })
    expect((await answer(browser, next)).status).toBe(200)
  })

  it('is replaced by the next one of another browser, with the zip code or without', async () => {
    const { form, browser: first, code } = await challenged()
    const [second, third] = [aBrowser(server), aBrowser(server)]
    await second.call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })
    const secondCode = codeIn(server.mailbox.messages[0])
    expect((await answer(first, code)).body.code).toBe('code-replaced')
    await third.call('POST', '/api/auth/code', { usernameOrEmail: form.username })
    await server.runJobs()
    const thirdCode = codeIn(server.mailbox.messages[0])
    expect((await answer(second, secondCode)).body.code).toBe('code-replaced')
    expect((await answer(third, thirdCode)).status).toBe(200)
  })
})

describe('a right zip code when the mailbox had its codes', () => {
  it('says so, and the newest code still lets in', async () => {
    const { form, browser } = await challenged()
    const logIn = (from: ReturnType<typeof aBrowser>) =>
      from.call<{ code: string }>('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })
    for (let i = 0; i < 2; i++) expect((await logIn(browser)).status).toBe(403)
    const code = codeIn(server.mailbox.messages[0])
    const sent = server.mailbox.messages.length
    for (const from of [browser, aBrowser(server)])
      expect(await logIn(from)).toMatchObject({
        status: 429,
        body: { code: 'too-many-codes' },
        headers: { 'retry-after': '3600' },
      })
    expect(server.mailbox.messages).toHaveLength(sent)
    expect((await answer(browser, code)).status).toBe(200)
    expect((await logIn(browser)).status).toBe(403)
  })

  it('says nothing of it to whoever has not got the zip code', async () => {
    const { form, browser } = await challenged()
    for (let i = 0; i < 2; i++)
      await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00100' })
    const wrong = await aBrowser(server).call('POST', '/users', { usernameOrEmail: form.username, zipcode: '00200' })
    expect([wrong.status, wrong.text]).toEqual([200, 'null'])
  })
})

describe('a code asked for without the zip code', () => {
  const ask = (browser: ReturnType<typeof aBrowser>, usernameOrEmail: string) =>
    browser.call('POST', '/api/auth/code', { usernameOrEmail, timeZone: 'Asia/Tokyo' })

  it('signs in, whatever the zip code', async () => {
    const { form } = await challenged()
    const browser = aBrowser(server)
    const sent = await ask(browser, form.email)
    expect(sent).toMatchObject({ status: 202, body: { sent: true } })
    await server.runJobs()
    expect((await answer(browser, codeIn(server.mailbox.messages[0]))).status).toBe(200)
  })

  it('is not sent when its time is over before the mail can go', async () => {
    const { form } = await challenged()
    await ask(aBrowser(server), form.email)
    const before = server.mailbox.messages.length
    server.clock.advance(10 * minute + second)
    await server.runJobs()
    expect(server.mailbox.messages).toHaveLength(before)
  })

  it('is answered the same for somebody who is not there, and nothing is sent', async () => {
    const { form } = await challenged()
    const [known, unknown] = [await ask(aBrowser(server), form.username), await ask(aBrowser(server), 'nobody.here')]
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(Object.keys(cookiesOf(unknown))).toEqual(Object.keys(cookiesOf(known)))
    const before = server.mailbox.messages.filter(({ to }) => to === form.email).length
    await server.runJobs()
    expect(server.mailbox.messages.filter(({ to }) => to === form.email)).toHaveLength(before + 1)
  })

  it('is sent three times an hour; then the last one goes on counting', async () => {
    const form = aSignUp()
    await server.call(null, 'POST', '/users', form)
    const browser = aBrowser(server)
    for (let i = 0; i < 3; i++) await ask(browser, form.username)
    await server.runJobs()
    const code = codeIn(server.mailbox.messages[0])
    const sent = server.mailbox.messages.length
    const cookie = browser.jar.pt_chal
    const fourth = await ask(browser, form.username)
    expect(fourth).toMatchObject({ status: 429, body: { code: 'too-many-codes' }, headers: { 'retry-after': '3600' } })
    await server.runJobs()
    expect(server.mailbox.messages).toHaveLength(sent)
    expect(browser.jar.pt_chal).toBe(cookie)
    expect((await answer(browser, code)).status).toBe(200)
    server.clock.advance(hour)
    await ask(browser, form.username)
    await server.runJobs()
    expect(server.mailbox.messages.length).toBeGreaterThan(sent)
  })

  it('is refused alike where nobody has the name', async () => {
    const { form } = await challenged()
    const refusals = await Promise.all(
      [form.email, 'nobody.at.all@example.com'].map(async (name) => {
        const browser = aBrowser(server)
        for (let i = 0; i < 3; i++) expect((await ask(browser, name)).status).toBe(202)
        const { status, body, headers } = await ask(browser, name)
        return { status, body: { ...(body as object), requestId: '' }, wait: headers['retry-after'] }
      }),
    )
    expect(refusals[0]).toMatchObject({ status: 429, wait: '3600' })
    expect(refusals[1]).toEqual(refusals[0])
    await server.runJobs()
  })

  it('takes nothing from whoever types it: under both names one may ask again', async () => {
    const { form } = await challenged()
    for (const name of [form.username, form.email, form.username, form.email, form.username]) {
      const browser = aBrowser(server)
      expect((await ask(browser, name)).status).toBe(202)
      await server.runJobs()
      expect((await answer(browser, codeIn(server.mailbox.messages[0]))).status).toBe(200)
    }
  })

  it('fills the mailbox no more under another name of the same account', async () => {
    const form = aSignUp()
    await server.call(null, 'POST', '/users', form)
    for (const name of [form.username, form.username, form.email, form.email]) {
      expect((await ask(aBrowser(server), name)).status).toBe(202)
      await server.runJobs()
    }
    const codes = server.mailbox.messages.filter(({ to, subject }) => to === form.email && subject.includes('code'))
    expect(codes).toHaveLength(3)
  })
})

describe('A20 an address that is used already', () => {
  it('is answered like a new one, and its mailbox told', async () => {
    const { form, browser, code } = await challenged()
    await answer(browser, code)
    const verified = server.deps.secrets.verified()
    const again = aSignUp({ email: form.email.toUpperCase() })
    const made = await server.call<{ id: string }>(null, 'POST', '/users', again)
    const letter = server.mailbox.messages[0]
    const fresh = await server.call<{ id: string }>(null, 'POST', '/users', aSignUp())
    expect([made.status, Object.keys(made.body)]).toEqual([fresh.status, Object.keys(fresh.body)])
    expect(letter).toMatchObject({ to: expect.stringMatching(/^.+@/), subject: expect.stringContaining('already') })
    expect(letter?.text).toMatch(new RegExp(`^Hello ${form.username},[^]*/forgot`))
    expect(server.deps.secrets.verified()).toBe(verified)
    for (const { body } of [made, fresh]) expect((await server.call(null, 'GET', `/users/${body.id}`)).status).toBe(404)
    // Its first log-in looks the same too, but no code is ever sent for it.
    const thief = aBrowser(server)
    const asked = await thief.call('POST', '/users', { usernameOrEmail: again.username, zipcode: again.zipcode })
    expect(asked).toMatchObject({ status: 403, body: { code: 'verification-required' } })
    expect(codeIn(server.mailbox.messages[0])).toBe('')
    // The holder still signs in by the address.
    const own = await browser.call<OwnUser>('POST', '/users', { usernameOrEmail: form.email, zipcode: '00100' })
    expect(own.status).toBe(403)
    expect((await answer(browser, codeIn(server.mailbox.messages[0]))).body.username).toBe(form.username)
  })

  it('is proven by one of two who wait for it', async () => {
    const [one, two] = [aSignUp(), aSignUp()]
    two.email = one.email
    const browsers = [aBrowser(server), aBrowser(server)]
    const codes: string[] = []
    for (const [i, form] of [one, two].entries()) {
      await server.call(null, 'POST', '/users', form)
      await browsers[i]?.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
      codes.push(codeIn(server.mailbox.messages[0]))
    }
    const statuses = await Promise.all(
      browsers.map(async (browser, i) => (await answer(browser, codes[i] ?? '')).status),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410])
  })
})

describe('the development mailbox', () => {
  it('shows on this machine what was sent', async () => {
    const { form, code } = await challenged()
    const page = await server.call(null, 'GET', '/dev/mail')
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.text).toContain(code)
    expect(page.text).toContain(form.email)
    expect(page.text).not.toMatch(/<script|style=/)
    expect((await server.call(null, 'GET', '/dev/mail', undefined, { ip: '192.168.1.7' })).status).toBe(404)
  })
})
