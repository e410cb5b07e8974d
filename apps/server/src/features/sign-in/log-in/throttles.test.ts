import type { ProofChallenge } from '@pawtrait/contract/sign-in/proof-of-work.ts'
import type { SignedInUser } from '@pawtrait/contract/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, hour, minute } from '#testing/clock.ts'
import { startServer, type TestServer } from '#testing/server.ts'
import { aBrowser, aSignUp, createProductionSettings } from '#testing/sign-in.ts'
import { solveProof } from '#testing/solve-proof.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer(createProductionSettings({ PROOF_ROUNDS: '1' }))
})
afterAll(() => server.stop())

// Each test uses its own networks, so that limits of earlier tests do not apply.
let network = 0
const freshIp = () => `10.${++network >> 8}.${network & 255}.1`

type Body = (SignedInUser & { code: string; challenge?: ProofChallenge }) | null

/** Tries to log in, and solves the proof of work if one is required (see suspicion.test.ts). */
async function logIn(name: string, zipcode: string, ip = freshIp(), headers: Record<string, string> = {}) {
  const typed = { usernameOrEmail: name, zipcode }
  const response = await server.call<Body>(null, 'POST', '/users', typed, { ip, headers })
  if (response.body?.code !== 'proof-required') return response
  const proof = await solveProof(response.body.challenge)
  return server.call<Body>(null, 'POST', '/users', { ...typed, proof }, { ip, headers })
}

async function anAccount() {
  const form = aSignUp({ zipcode: `Z${Math.random().toString(36).slice(2, 10)}` })
  await server.call(null, 'POST', '/users', form, { ip: freshIp() })
  return form
}

const collectStatuses = async (times: number, call: (i: number) => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let i = 0; i < times; i++) statuses.push((await call(i)).status)
  return statuses
}
const repeatStatus = (n: number, status: number) => Array<number>(n).fill(status)

describe('log-in limit of one account', () => {
  it('returns 429 for the sixth failed log-in in 15 minutes, even for unknown names (security check A04)', async () => {
    const { username } = await anAccount()
    for (const name of [username, 'unknown.one']) {
      expect(await collectStatuses(5, () => logIn(name, 'wrong'))).toEqual(repeatStatus(5, 200))
      const refused = await logIn(name, 'wrong')
      expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-attempts', retryAfterSeconds: 900 } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('refuses even the correct zip code once reached, and does not count these attempts', async () => {
    const { username, zipcode } = await anAccount()
    for (let i = 0; i < 5; i++) await logIn(username, 'wrong')
    const verified = server.deps.secrets.verified()
    expect(await collectStatuses(20, () => logIn(username, zipcode))).toEqual(repeatStatus(20, 429))
    expect(server.deps.secrets.verified()).toBe(verified)
    server.clock.advance(15 * minute)
    expect((await logIn(username, zipcode)).status).toBe(200)
  })

  it('allows ten failures a day and thirty in thirty days', async () => {
    const { username, zipcode } = await anAccount()
    const failed: number[] = []
    for (let days = 0; days < 5; days++) {
      let today = 0
      for (let quarter = 0; quarter < 4; quarter++) {
        for (let i = 0; i < 6; i++) if ((await logIn(username, 'wrong')).status === 200) today++
        server.clock.advance(15 * minute)
      }
      failed.push(today)
      server.clock.advance(day)
    }
    expect(failed).toEqual([10, 10, 10, 0, 0])
    server.clock.advance(30 * day)
    expect((await logIn(username, zipcode)).status).toBe(200)
  })

  it('permits verification of only five of fifty simultaneous attempts (security check A05)', async () => {
    const { username } = await anAccount()
    const verified = server.deps.secrets.verified()
    const responses = await Promise.all(Array.from({ length: 50 }, () => logIn(username, 'wrong')))
    const count = (status: number) => responses.filter((response) => response.status === status).length
    expect([count(200), count(429)]).toEqual([5, 45])
    expect(server.deps.secrets.verified() - verified).toBe(5)
  })

  it('is shared by username and e-mail address without revealing that they belong to one account', async () => {
    const [first, other] = [await anAccount(), await anAccount()]
    for (let i = 0; i < 5; i++) expect((await logIn(first.username, 'wrong')).text).toBe('null')
    const comparable = ({ status, text, headers: { date: _, ...headers } }: Awaited<ReturnType<typeof logIn>>) => ({
      status,
      text,
      headers,
    })
    // Above the limit, a log-in by e-mail address with the correct zip code gets the response for a wrong zip code.
    const limitedResponse = await logIn(first.email.toUpperCase(), first.zipcode)
    expect(limitedResponse.text).toBe('null')
    expect(comparable(limitedResponse)).toEqual(comparable(await logIn(other.email, 'wrong')))
    expect(comparable(limitedResponse)).toEqual(comparable(await logIn('unknown@example.test', 'wrong')))
    expect(await collectStatuses(5, () => logIn(first.email, first.zipcode))).toEqual([...repeatStatus(4, 200), 429])
    server.clock.advance(15 * minute)
    expect((await logIn(first.email, first.zipcode)).body).toMatchObject({ username: first.username })
  })

  it('does not apply to a known device that logs in by username after failures under the e-mail address', async () => {
    const form = await anAccount()
    const known = aBrowser(server, freshIp())
    for (const name of [form.username, form.email, form.username, form.email, form.username, form.email])
      expect((await logIn(name, form.zipcode)).body).toMatchObject({ username: form.username })
    await known.call('POST', '/users', { usernameOrEmail: form.email, zipcode: form.zipcode })
    for (let i = 0; i < 5; i++) await logIn(form.email, 'wrong')
    expect((await logIn(form.username, form.zipcode)).text).toBe('null')
    const logInKnown = { usernameOrEmail: form.username, zipcode: form.zipcode }
    expect((await known.call<SignedInUser>('POST', '/users', logInKnown)).body).toMatchObject({
      username: form.username,
    })
  })

  it('counts only failed log-ins', async () => {
    const { username, zipcode } = await anAccount()
    const ip = freshIp()
    expect(await collectStatuses(30, () => logIn(username, zipcode, ip))).toEqual(repeatStatus(30, 200))
  })

  it('never locks out a known device', async () => {
    const { username, zipcode } = await anAccount()
    const known = aBrowser(server, freshIp())
    await known.call('POST', '/users', { usernameOrEmail: username, zipcode })
    for (let i = 0; i < 6; i++) await logIn(username, 'wrong')
    expect((await logIn(username, zipcode)).status).toBe(429)
    expect((await known.call('POST', '/users', { usernameOrEmail: username, zipcode })).status).toBe(200)
  })
})

describe('log-in limit of one IP address', () => {
  const sendGuess = (ip: string, i: number, headers?: Record<string, string>) =>
    logIn(`stranger${network}_${i}`, `guess${network}x${i}`, ip, headers)

  it('returns 429 after twenty failures an hour, and ignores forwarding headers (security check A06)', async () => {
    const ip = freshIp()
    const forged = (i: number) => ({
      'x-forwarded-for': `203.0.113.${i}`,
      forwarded: `for=203.0.113.${i}`,
      'x-real-ip': `203.0.113.${i}`,
      'true-client-ip': `203.0.113.${i}`,
    })
    expect(await collectStatuses(100, (i) => sendGuess(ip, i, forged(i)))).toEqual([
      ...repeatStatus(20, 200),
      ...repeatStatus(80, 429),
    ])
    server.clock.advance(hour)
    expect((await sendGuess(ip, 0)).status).toBe(200)
  })

  it('counts an IPv6 /64 network as one address, and an IPv4-mapped address as IPv4 (security check A07)', async () => {
    const toIpv6 = (i: number) => `2001:db8:7:0:${i.toString(16)}::${i + 1}`
    expect(await collectStatuses(100, (i) => sendGuess(toIpv6(i), i))).toEqual([
      ...repeatStatus(20, 200),
      ...repeatStatus(80, 429),
    ])
    const ipv4 = freshIp()
    expect(await collectStatuses(10, (i) => sendGuess(ipv4, i))).toEqual(repeatStatus(10, 200))
    expect(await collectStatuses(11, (i) => sendGuess(`::ffff:${ipv4}`, i + 10))).toEqual([
      ...repeatStatus(10, 200),
      429,
    ])
  })

  it('returns 429 to an IPv4 /24 network after a hundred failures', async () => {
    const networkPrefix = freshIp().split('.').slice(0, 3).join('.')
    expect(await collectStatuses(102, (i) => sendGuess(`${networkPrefix}.${i}`, i))).toEqual([
      ...repeatStatus(100, 200),
      429,
      429,
    ])
  })
})

describe('sign-up limit of one IP address', () => {
  it('allows five accounts an hour and twenty a day', async () => {
    const ip = freshIp()
    const signUp = () => server.call(null, 'POST', '/users', aSignUp(), { ip })
    const createdPerHour: number[] = []
    for (let hours = 0; hours < 6; hours++) {
      createdPerHour.push((await collectStatuses(6, signUp)).filter((status) => status === 201).length)
      server.clock.advance(hour)
    }
    expect(createdPerHour).toEqual([5, 5, 5, 5, 0, 0])
  })

  it('does not count attempts with a taken username', async () => {
    const ip = freshIp()
    const { username } = await anAccount()
    const again = () => server.call(null, 'POST', '/users', aSignUp({ username }), { ip })
    expect(await collectStatuses(7, again)).toEqual(repeatStatus(7, 409))
    expect((await server.call(null, 'POST', '/users', aSignUp(), { ip })).status).toBe(201)
  })
})

describe('log-in limit behind one trusted proxy (security check A06)', () => {
  it('counts only the last address of X-Forwarded-For', async () => {
    const proxiedServer = await startServer(createProductionSettings({ TRUSTED_PROXIES: '10.0.0.1' }))
    const sendGuess = (i: number, forwarded: string) =>
      proxiedServer.call(
        null,
        'POST',
        '/users',
        { usernameOrEmail: `who${i}`, zipcode: `zip${i}` },
        {
          ip: '10.0.0.1',
          headers: { 'x-forwarded-for': forwarded },
        },
      )
    try {
      expect(await collectStatuses(21, (i) => sendGuess(i, `192.0.2.${i}, 203.0.113.9`))).toEqual([
        ...repeatStatus(20, 200),
        429,
      ])
      expect((await sendGuess(99, '203.0.113.9, 198.51.100.4')).status).toBe(200)
    } finally {
      await proxiedServer.stop()
    }
  })
})
