import type { ProofChallenge } from '@pawtrait/contract/sign-in/proof-of-work.ts'
import type { SignedInUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '#testing/server.ts'
import { aSignUp, createProductionSettings } from '#testing/sign-in.ts'
import { solveProof } from '#testing/solve-proof.ts'

// Password spraying: one zip code tried under many names, each from a new network.

type Body = (SignedInUser & { code: string; challenge?: ProofChallenge }) | null

const proofRounds = { PROOF_ROUNDS: '1' }
const withMail = createProductionSettings({
  ...proofRounds,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'a@pawtrait.test',
})
const servers: Record<'with mail' | 'zip only', TestServer | undefined> = {
  'with mail': undefined,
  'zip only': undefined,
}
beforeAll(async () => {
  servers['with mail'] = await startServer(withMail)
  servers['zip only'] = await startServer(createProductionSettings(proofRounds))
})
afterAll(async () => {
  for (const server of Object.values(servers)) await server?.stop()
})
beforeEach(async () => {
  for (const server of Object.values(servers)) await server?.deps.database.rows(sql`delete from throttles`)
})

let network = 0
const freshIp = () => `10.${++network >> 8}.${network & 255}.1`

function createSpray(server: TestServer, zipcode: string) {
  const send = (usernameOrEmail: string, more: object = {}) =>
    server.call<Body>(null, 'POST', '/users', { usernameOrEmail, zipcode, ...more }, { ip: freshIp() })
  const sendWithProof = async (name: string) => {
    const { body } = await send(name)
    return send(name, { proof: await solveProof(body?.challenge) })
  }
  /** Sets the counter of attempts in the database, because a thousand requests would take a minute. */
  const setCount = (count: number) =>
    server.deps.database.rows(sql`update throttles set count = ${count}::int where key like 'zip:%'`)
  return { send, sendWithProof, setCount }
}

describe.each(['with mail', 'zip only'] as const)('log-in with a zip code tried under many names (%s)', (mode) => {
  it('requires only one proof of work, even after the zip code was tried under 500 other names', async () => {
    const server = servers[mode] as TestServer
    const form = aSignUp({ zipcode: 'SPRAY-1' })
    await server.call(null, 'POST', '/users', form, { ip: freshIp() })
    await server.deps.database.rows(sql`update users set state = 'active'`)
    const { send, sendWithProof } = createSpray(server, 'SPRAY-1')
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 500; n++) codes.push((await send(`invented${n}`)).body?.code)
    expect(codes).toEqual([...Array(100).fill(undefined), ...Array(400).fill('proof-required')])
    const logInResponse = await sendWithProof(form.username)
    // With mail on, the log-in then requires a mailed code.
    const next = mode === 'with mail' ? { code: 'verification-required' } : { username: form.username }
    expect(logInResponse.body).toMatchObject(next)
  }, 120_000)

  it('returns the same response for known and unknown names', async () => {
    const server = servers[mode] as TestServer
    const form = aSignUp({ zipcode: 'OTHER-1' })
    await server.call(null, 'POST', '/users', form, { ip: freshIp() })
    const { send, sendWithProof, setCount } = createSpray(server, 'SPRAY-2')
    await send('first')
    await setCount(100)
    const responses = [await send(form.username), await send('not.there')]
    const masked = responses.map(({ text }) => text.replace(/"challenge":\{.*?\}\},?|"requestId":"[^"]*"/g, ''))
    expect(responses.map(({ status }) => status)).toEqual([403, 403])
    expect(masked[0]).toBe(masked[1])
    const wrong = [await sendWithProof(form.username), await sendWithProof('not.there')]
    expect(wrong.map(({ status, text }) => [status, text])).toEqual([
      [200, 'null'],
      [200, 'null'],
    ])
  })
})

it('log-in returns 429 after 1,000 failures with its zip code in an hour, but only if mail is off', async () => {
  for (const [mode, status] of [
    ['zip only', 429],
    ['with mail', 200],
  ] as const) {
    const { send, sendWithProof, setCount } = createSpray(servers[mode] as TestServer, 'SPRAY-3')
    await send('first')
    await setCount(999)
    expect((await sendWithProof('one')).status).toBe(200)
    const { body } = await send('two')
    const proof = body?.challenge && (await solveProof(body.challenge))
    expect([mode, (await send('two', proof ? { proof } : {})).status]).toEqual([mode, status])
  }
})
