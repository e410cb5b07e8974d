import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { whileStatementsFail } from '#testing/database/failing-statements.ts'
import { findMailCode } from '#testing/fakes/smtp.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, aSignUp } from '#testing/sign-in.ts'
import { visibilityMatrix } from './matrix.ts'
import { createMatrixWorld, type MatrixWorld } from './matrix-world.ts'

const server = serverForFile({ MAIL: 'dev' }, {}, { pages: true })

/** Personal data that users type or browsers send. The log must not contain it. */
const secrets: Record<string, string> = {
  zip: 'QZ7X31KVMM',
  email: 'somebody.private@mail.example',
  phone: '+254712345678',
  spacedPhone: '0712 345 678',
  token: 'tok3n_Zk9vYw2Qm8Lr5Tn1Xb7Cd4Fg6Hj0Ps-UaEiOqWz',
  name: 'Wilhelmina Featherstone',
  ip: '203.0.113.77',
  ip6: '2001:db8:77:88:99:aa:bb:cc',
}
const typed = ['zip', 'email', 'phone', 'spacedPhone', 'token', 'name'].map((kind) => secrets[kind] ?? '')

const logged = () => server.lines.join('')

function expectQuiet() {
  const log = logged()
  const found = Object.entries(secrets).filter(([, secret]) =>
    [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].some((form) => log.includes(form)),
  )
  expect(found).toEqual([])
  expect(log).not.toMatch(/@(mail\.example|example\.test)/)
}

let world: MatrixWorld
beforeAll(async () => {
  world = await createMatrixWorld(server)
  secrets.session = world.people.author.cookie.split('=')[1] ?? ''
})

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const callable = () => server.app.endpoints.filter(({ answers }) => answers !== 'text/event-stream')
const question = () => new URLSearchParams({ token: secrets.token ?? '', email: secrets.email ?? '' }).toString()

const send = (
  method: Endpoint['method'],
  url: string,
  caller: { cookie: string } | null,
  body?: unknown,
  ip = secrets.ip,
) =>
  server.inject({
    method,
    url,
    remoteAddress: ip ?? '',
    headers: {
      host: 'localhost:3000',
      'sec-fetch-site': 'same-origin',
      authorization: `Bearer ${secrets.token}`,
      referer: `http://localhost:3000/reset-signin?${question()}`,
      'user-agent': `Browser of ${secrets.name} ${secrets.email}`,
      'idempotency-key': secrets.token,
      cookie: `${caller ? `${caller.cookie}; ` : ''}pt_chal=${secrets.token}; pt_dev=${secrets.token}`,
    },
    ...(body !== undefined && { payload: body as object }),
  })

describe('log (security check A11)', () => {
  it('contains no personal data after every endpoint was called by author and visitor', async () => {
    for (const endpoint of callable())
      for (const viewer of ['author', 'visitor'] as const) {
        const row = visibilityMatrix[nameOf(endpoint)]?.(endpoint) ?? []
        for (const situation of row.filter((candidate) => candidate.viewer === viewer)) {
          const { path, body, query = '' } = await situation.make(world, viewer)
          const caller = viewer === 'visitor' ? null : world.people.author
          await send(endpoint.method, `${path}${query}${query ? '&' : '?'}${question()}`, caller, body)
        }
      }
    const log = logged()
    expect(callable().filter(({ path }) => !log.includes(`"route":"${path}"`))).toEqual([])
    expectQuiet()
  }, 60_000)

  it('contains no personal data that was sent in any field, query or path', async () => {
    for (const endpoint of callable())
      for (const secret of typed) {
        const path = endpoint.path.replace(/:\w+/g, encodeURIComponent(secret))
        const keys = endpoint.body && 'entries' in endpoint.body ? Object.keys(endpoint.body.entries as object) : []
        const query = Object.keys(endpoint.query ?? {}).map((key) => `${key}=${encodeURIComponent(secret)}`)
        const body = endpoint.body && Object.fromEntries(keys.map((key) => [key, secret]))
        const url = `${path}?${query.join('&')}`
        const { status } = await send(endpoint.method, url, world.people.stranger, body, secrets.ip6)
        expect([endpoint.path, status < 500]).toEqual([endpoint.path, true])
      }
    expectQuiet()
  }, 60_000)

  it('contains no personal data after sign-up, log-in, codes and page requests', async () => {
    const form = aSignUp({ fullname: secrets.name ?? '', email: secrets.email ?? '', zipcode: secrets.zip ?? '' })
    const browser = aBrowser(server, secrets.ip)
    expect((await browser.call('POST', '/users', form)).status).toBe(201)
    await browser.call('POST', '/users', { usernameOrEmail: form.email, zipcode: form.zipcode })
    secrets.code = findMailCode(server.mailbox.messages[0])
    secrets.challenge = browser.jar.pt_chal ?? ''
    const entered = await browser.call('POST', '/api/auth/challenge', { code: secrets.code, remember: true })
    expect(entered.status).toBe(200)
    Object.assign(secrets, { ownSession: browser.jar.pt_sid, device: browser.jar.pt_dev })
    expect((await aBrowser(server).call('POST', '/users', { usernameOrEmail: form.email, zipcode: 'no' })).status).toBe(
      200,
    )
    const outcomes = server.lines.filter((line) => /"event":"(log-in|code)"/.test(line)).slice(-3)
    expect(outcomes.map((line) => /"event":"[^"]+","outcome":"[^"]+"/.exec(line)?.[0])).toEqual([
      '"event":"log-in","outcome":"challenged"',
      '"event":"code","outcome":"signed-in"',
      '"event":"log-in","outcome":"wrong"',
    ])
    await browser.call('POST', '/api/auth/code', { usernameOrEmail: form.email })
    await server.runJobs()
    secrets.waiting = findMailCode(server.mailbox.messages[0])
    for (const secret of typed.map(encodeURIComponent))
      for (const page of ['/@', '/posts/', '/tags/', '/pets/', '/login?next=/', '/dashboard/search?q=', '/'])
        await browser.call('GET', page + secret)
    expect(Object.values(secrets).every((secret) => secret.length >= 8)).toBe(true)
    expectQuiet()
  }, 60_000)

  it('contains no personal data from error messages that quote input', async () => {
    const before = server.lines.length
    const { email, phone, spacedPhone, token } = secrets
    const errors = [
      new Error(`no row for ${email} (${phone}, ${spacedPhone}), link #${token}`),
      Object.assign(new Error(`invalid input syntax for type uuid: "${secrets.name}"`), { code: '22P02' }),
      Object.assign(new Error(`time zone "${secrets.name}" not recognized`), { code: '22023' }),
    ]
    for (const error of errors)
      for (const url of ['/api/feed', '/dashboard', '/users/x'])
        await whileStatementsFail(server, error, () => send('GET', url, world.people.author))
    const lines = server.lines.slice(before).filter((line) => line.includes('"level":"error"'))
    expect(lines.length).toBeGreaterThanOrEqual(6)
    expect(lines.every((line) => /"stack":" +at /.test(line))).toBe(true)
    expectQuiet()
  })
})
