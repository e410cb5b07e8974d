import type { SignedInUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSmtpMailer } from '#platform/mail/mail.ts'
import { openSecrets } from '#platform/security/secrets.ts'
import { openSecondConnection } from '#testing/database/database.ts'
import { findMailCode, startSmtpServer } from '#testing/fakes/smtp.ts'
import { startServer, type TestServer } from '#testing/server.ts'
import { aBrowser, aSignUp, createProductionSettings } from '#testing/sign-in.ts'

describe('production with a mail server', () => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>
  let server: TestServer
  beforeAll(async () => {
    smtp = await startSmtpServer()
    const settings = createProductionSettings({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'hello@pawtrait.test',
      ZIP_ONLY_SIGNIN: '',
    })
    const mail = await createSmtpMailer({ smtpUrl: smtp.url, mailFrom: 'Pawtrait <hello@pawtrait.test>' })
    server = await startServer(settings, {}, { doors: { mail } })
  })
  afterAll(async () => {
    await server.stop()
    await smtp.stop()
  })

  const users = async () =>
    (await server.deps.database.row<{ n: number }>(sql`select count(*)::int as n from users`))?.n

  it('requires the e-mailed code on an unknown device and remembers the device', async () => {
    const form = aSignUp()
    const browser = aBrowser(server, '203.0.113.1')
    expect((await browser.call('POST', '/users', form)).status).toBe(201)
    expect(smtp.received[0]).toMatchObject({ to: form.email, text: expect.stringContaining('Welcome to Pawtrait') })
    const challenge = await browser.call('POST', '/users', { usernameOrEmail: form.email, zipcode: form.zipcode })
    expect(challenge).toMatchObject({ status: 403, body: { code: 'verification-required' } })
    const message = smtp.received[0]
    expect(message?.text).toMatch(/^From: Pawtrait <hello@pawtrait\.test>/m)
    const loggedIn = await browser.call<SignedInUser>('POST', '/api/auth/challenge', {
      code: findMailCode(message),
      remember: true,
    })
    expect(loggedIn).toMatchObject({ status: 200, body: { username: form.username } })
    expect(browser.jar['__Host-pt_dev']).toMatch(/.{43}/)
    await browser.call('DELETE', '/api/session')
    const again = await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
    expect(again.status).toBe(200)
  })

  it('sends HSTS for subdomains only with HSTS_SUBDOMAINS=1', async () => {
    const { headers } = await server.call(null, 'GET', '/livez')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    const withSubdomains = await startServer(createProductionSettings({ HSTS_SUBDOMAINS: '1' }))
    const answer = await withSubdomains.call(null, 'GET', '/livez')
    await withSubdomains.stop()
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('counts sent and rejected mails in mails_total', async () => {
    const counts = async () => {
      const { text } = await server.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
      return Object.fromEntries(
        [...text.matchAll(/^mails_total\{outcome="(\w+)"\} (\d+)$/gm)].map(([, outcome, count]) => [
          outcome,
          Number(count),
        ]),
      )
    }
    const { sent = 0, failed = 0 } = await counts()
    await server.call(null, 'POST', '/users', aSignUp(), { ip: '203.0.113.3' })
    expect(await counts()).toMatchObject({ sent: sent + 1, failed })
    smtp.state.refuses = true
    await server.call(null, 'POST', '/users', aSignUp(), { ip: '203.0.113.3' })
    smtp.state.refuses = false
    expect(await counts()).toMatchObject({ sent: sent + 1, failed: failed + 1 })
  })

  it('returns 503 for log-ins and sign-ups, and creates no account, while the mail server refuses mail', async () => {
    const form = aSignUp()
    await server.call(null, 'POST', '/users', form, { ip: '203.0.113.2' })
    const before = await users()
    smtp.state.refuses = true
    try {
      const logIn = { usernameOrEmail: form.username, zipcode: form.zipcode }
      const refused = await server.call(null, 'POST', '/users', logIn, { ip: '203.0.113.2' })
      expect(refused).toMatchObject({ status: 503, body: { code: 'mail-unavailable' } })
      expect(refused.headers['set-cookie']).toBeUndefined()
      const newForm = aSignUp()
      expect(await server.call(null, 'POST', '/users', newForm, { ip: '203.0.113.2' })).toMatchObject({
        status: 503,
        body: { code: 'mail-unavailable' },
      })
      expect(await users()).toBe(before)
      smtp.state.refuses = false
      expect((await server.call(null, 'POST', '/users', newForm, { ip: '203.0.113.2' })).status).toBe(201)
      expect((await server.call(null, 'POST', '/users', logIn, { ip: '203.0.113.2' })).status).toBe(403)
      expect(server.lines.join('')).not.toContain(form.email)
    } finally {
      smtp.state.refuses = false
    }
  })

  it('does not count codes and sign-ups in rate limits if their mail failed', async () => {
    const form = aSignUp()
    await server.call(null, 'POST', '/users', form, { ip: '203.0.113.3' })
    const logIn = (ip: string) =>
      server.call<{ code: string }>(
        null,
        'POST',
        '/users',
        { usernameOrEmail: form.username, zipcode: form.zipcode },
        { ip },
      )
    const askCode = () =>
      server.call(null, 'POST', '/api/auth/code', { usernameOrEmail: form.email }, { ip: '203.0.113.5' })
    smtp.state.refuses = true
    try {
      for (let i = 0; i < 12; i++) expect((await logIn('203.0.113.4')).body.code).toBe('mail-unavailable')
      for (let i = 0; i < 4; i++) {
        const { headers } = await askCode()
        expect(headers['set-cookie']).toBeDefined()
        await expect(server.runJobs()).rejects.toThrow('did not accept')
      }
      for (let i = 0; i < 6; i++)
        expect((await server.call(null, 'POST', '/users', aSignUp(), { ip: '203.0.113.6' })).status).toBe(503)
    } finally {
      smtp.state.refuses = false
    }
    for (let i = 0; i < 3; i++) expect((await logIn('203.0.113.4')).body.code).toBe('verification-required')
    expect((await logIn('203.0.113.4')).body.code).toBe('too-many-codes')
    expect((await server.call(null, 'POST', '/users', aSignUp(), { ip: '203.0.113.6' })).status).toBe(201)
  })

  it('names the __Host- session cookie in /api/openapi.json', async () => {
    const fetchSpec = (url: string) => server.call<{ components: { securitySchemes: object } }>(null, 'GET', url)
    const { body, text } = await fetchSpec('/api/openapi.json')
    expect(body.components.securitySchemes).toEqual({
      session: { type: 'apiKey', in: 'cookie', name: '__Host-pt_sid' },
    })
    server.app.endpoints.push(
      ...server.app.endpoints.slice(0, 1).map((endpoint) => ({ ...endpoint, path: '/api/later' })),
    )
    try {
      expect((await fetchSpec('/api/openapi.json')).text).toBe(text)
      const page = await fetchSpec('/api/docs')
      expect(page.text).toBe((await fetchSpec('/api/docs')).text)
    } finally {
      server.app.endpoints.pop()
    }
  })

  it('returns 421 for host names other than that of PUBLIC_URL', async () => {
    const page = (host: string) => server.call(null, 'GET', '/api/config', undefined, { headers: { host } })
    expect(await page('pawtrait.test')).toMatchObject({ status: 200, body: { mode: 'production', mail: true } })
    for (const host of ['localhost:3000', '127.0.0.1', 'pawtrait.test.evil.test', 'pawtrait.test:8443'])
      expect((await page(host)).status).toBe(421)
  })
})

describe('LAN mode', () => {
  it('returns 403 to public addresses, sets cookies without Secure, and limits log-ins like production', async () => {
    const server = await startServer({ LAN: '1', PUBLIC_URL: 'http://192.168.1.7:3000' })
    try {
      const form = aSignUp()
      const phone = aBrowser(server, '::ffff:192.168.1.20')
      expect((await phone.call('POST', '/users', form)).status).toBe(201)
      const loggedIn = await phone.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
      expect(String(loggedIn.headers['set-cookie'])).toMatch(/^pt_sid=(?!.*Secure)/)
      for (const ip of ['203.0.113.9', '2001:db8::7']) {
        const outside = await server.call(null, 'GET', '/api/config', undefined, { ip })
        expect(outside).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      }
      expect((await server.call(null, 'GET', '/dev/mail', undefined, { ip: '127.0.0.1' })).status).toBe(404)
      const statuses: number[] = []
      for (let i = 0; i < 6; i++)
        statuses.push(
          (await server.call(null, 'POST', '/users', { usernameOrEmail: 'x', zipcode: 'y' }, { ip: '10.0.0.2' }))
            .status,
        )
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    } finally {
      await server.stop()
    }
  })
})

describe('log-in attempt', () => {
  it('gets 503 without a cookie if PostgreSQL disconnects before verification (security check A08)', async () => {
    const server = await startServer()
    const form = aSignUp()
    await server.call(null, 'POST', '/users', form)
    const other = await openSecondConnection(server.deps.database, 'app')
    const logIn = () => server.call(null, 'POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
    try {
      expect((await logIn()).status).toBe(200)
      await other.transaction(async (db) => {
        await db.rows(sql`lock table throttles in access exclusive mode`)
        const waiting = logIn()
        const backends = sql`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        // Polls outside the transaction, because pg_stat_activity does not change within a transaction.
        while ((await other.rows(sql`select 1 ${backends}`)).length === 0);
        await other.rows(sql`select pg_terminate_backend(pid) ${backends}`)
        const refused = await waiting
        expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
        expect(refused.headers['retry-after']).toBe('5')
        expect(refused.headers['set-cookie']).toBeUndefined()
      })
      expect((await logIn()).status).toBe(200)
      await server.deps.database.close()
      expect((await logIn()).status).toBe(503)
    } finally {
      await other.close()
      await server.stop()
    }
  })

  it('gets 503 during too many concurrent log-ins, without locking an account', async () => {
    const secrets = await openSecrets({ mode: 'local', pepperFile: createProductionSettings().PEPPER_FILE ?? '' }, 1)
    const server = await startServer({}, {}, { doors: { secrets } })
    try {
      const form = aSignUp()
      await server.call(null, 'POST', '/users', form)
      const crowd = await Promise.all(
        Array.from({ length: 150 }, (_, i) =>
          server.call(null, 'POST', '/users', { usernameOrEmail: `crowd${i % 75}`, zipcode: 'no' }),
        ),
      )
      const refused = crowd.filter(({ status }) => status === 503)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused[0]?.headers['retry-after']).toBe('5')
      expect(crowd.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(65)
      expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([200, 503]))
      const logIn = { usernameOrEmail: form.username, zipcode: form.zipcode }
      expect((await server.call(null, 'POST', '/users', logIn)).status).toBe(200)
    } finally {
      await server.stop()
    }
  }, 60_000)
})
