import type { ProofChallenge } from '@pawtrait/contract/sign-in/proof-of-work.ts'
import type { SignedInUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { hour, minute } from '#testing/clock.ts'
import { startAnotherNode, startServer, type TestServer } from '#testing/server.ts'
import { aBrowser, aSignUp, createProductionSettings } from '#testing/sign-in.ts'
import { solveProof } from '#testing/solve-proof.ts'
import { examineSuspicion, readSuspicionMetrics } from './suspicion.ts'

type Body = (SignedInUser & { code: string; challenge?: ProofChallenge }) | null

// Production settings, but with low thresholds. A proof of work takes two tries on average.
const suspicion = { failures: 3, signUps: 4 }
const settings = () => createProductionSettings({ PROOF_ROUNDS: '2' })

let [server, otherNode]: TestServer[] = []
const getServer = () => server as TestServer
beforeAll(async () => {
  server = await startServer(settings(), { suspicion })
  otherNode = await startAnotherNode(server, settings())
})
afterAll(async () => {
  await otherNode?.stop()
  await server?.stop()
})
beforeEach(() => getServer().deps.database.rows(sql`delete from throttles`))

// Each request comes from another network, so that limits per network do not apply.
let network = 0
const freshIp = () => `10.${++network >> 8}.${network & 255}.1`

const post = (body: object, { at = getServer(), ip = freshIp() } = {}) =>
  at.call<Body>(null, 'POST', '/users', body, { ip })

const sendGuess = (more: object = {}, at = getServer()) =>
  post({ usernameOrEmail: `stranger${++network}`, zipcode: `guess${network}`, ...more }, { at })

/** Fails `times` log-ins, by default enough to start suspicious mode. */
const failLogIns = async (times = suspicion.failures) => {
  for (let i = 0; i < times; i++) expect((await sendGuess()).status).toBe(200)
}

/** Sends a request that must get `proof-required`, and returns the challenge. */
async function requestChallenge(body: object) {
  const { status, body: refusal } = await post(body)
  expect({ status, code: refusal?.code }).toEqual({ status: 403, code: 'proof-required' })
  return refusal?.challenge as ProofChallenge
}

let accountCount = 0
async function anAccount() {
  const form = aSignUp({ username: `known${++accountCount}`, zipcode: 'RIGHT-1' })
  expect((await post(form)).status).toBe(201)
  return { usernameOrEmail: form.username, zipcode: form.zipcode }
}

const countVerified = () => getServer().deps.secrets.verified()
const readLevels = async () => {
  const [metric] = await readSuspicionMetrics(createContext(getServer().deps, systemCaller))
  return Object.fromEntries(metric?.series.map(({ labels: [kind], values: [level] }) => [kind, level]) ?? [])
}

describe('log-in in suspicious mode', () => {
  it('requires a proof of work, until suspicious mode ends after 20 minutes', async () => {
    const account = await anAccount()
    expect(await readLevels()).toEqual({ 'log-in': 0, 'sign-up': 0 })
    await failLogIns()
    const before = countVerified()
    const challenge = await requestChallenge(account)
    expect(countVerified()).toBe(before)
    expect(challenge.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', data: { purpose: 'log-in', most: 4 } })
    expect((await readLevels())['log-in']).toBe(1)
    const [finding] = await examineSuspicion(createContext(getServer().deps, systemCaller))
    expect(finding).toMatchObject({ what: 'attack', ok: false })
    const logInResponse = await post({ ...account, proof: await solveProof(challenge) })
    expect(logInResponse).toMatchObject({ status: 200, body: { username: account.usernameOrEmail } })
    getServer().clock.advance(20 * minute)
    expect((await readLevels())['log-in']).toBe(0)
    expect((await post(account)).status).toBe(200)
    expect(await examineSuspicion(createContext(getServer().deps, systemCaller))).toMatchObject([{ ok: true }])
  })

  it('requires a proof of work on every node, and accepts it only once across all nodes', async () => {
    const account = await anAccount()
    await failLogIns(2)
    expect((await sendGuess({}, otherNode)).status).toBe(200)
    const proof = await solveProof(await requestChallenge(account))
    expect((await sendGuess({}, otherNode)).body?.code).toBe('proof-required')
    expect((await post({ ...account, proof }, { at: otherNode as TestServer })).status).toBe(200)
    expect((await post({ ...account, proof })).body?.code).toBe('proof-required')
  })

  it('returns null for a wrong zip code or an unknown username, even with a valid proof of work', async () => {
    const { usernameOrEmail } = await anAccount()
    await failLogIns()
    for (const name of [usernameOrEmail, 'unknown.one']) {
      const wrong = { usernameOrEmail: name, zipcode: `no${++network}` }
      const response = await post({ ...wrong, proof: await solveProof(await requestChallenge(wrong)) })
      expect(response.text).toBe('null')
    }
  })

  it('never requires a proof of work from a known device', async () => {
    const account = await anAccount()
    const known = aBrowser(getServer(), freshIp())
    expect((await known.call('POST', '/users', account)).status).toBe(200)
    await failLogIns()
    await requestChallenge(account)
    expect((await known.call('POST', '/users', account)).status).toBe(200)
    expect((await known.call('POST', '/users', { ...account, zipcode: 'WRONG-1' })).text).toBe('null')
  })

  it('doubles the difficulty of the proof of work as more log-ins fail', async () => {
    await failLogIns()
    const most: number[] = []
    for (let i = 0; i < 9; i++) {
      const challenge = await requestChallenge({ usernameOrEmail: `more${i}`, zipcode: `more${i}` })
      most.push(challenge.parameters.data.most)
      await post({ usernameOrEmail: `more${i}`, zipcode: `more${i}`, proof: await solveProof(challenge) })
    }
    expect(most).toEqual([4, 4, 4, 8, 8, 8, 8, 8, 8])
  })

  it('requires a proof of work only after five times the median failure count, if that exceeds the limit', async () => {
    const { clock, deps } = getServer()
    const slot = Math.floor(clock.now().getTime() / 600_000) * 600
    const hours = Array.from({ length: 85 }, (_, i) => Math.floor(slot / 3_600) * 3_600 - (i + 1) * 3_600)
    const ends = new Date(clock.now().getTime() + hour).toISOString()
    for (const at of hours)
      await deps.database.rows(sql`insert into throttles values (${`failures:${at}`}, 1, ${ends}::timestamptz)`)
    await failLogIns(5)
    expect((await sendGuess()).body?.code).toBe('proof-required')
  })
})

describe('proof of work', () => {
  it('is refused with 403 and a new challenge when it is invalid, before the zip code is verified', async () => {
    const account = await anAccount()
    await failLogIns()
    const proof = await solveProof(await requestChallenge(account))
    const signUps = await getServer().deps.database.row(sql`select count from throttles where key like 'sign-ups%'`)
    const { challenge } = proof
    const { parameters } = challenge
    const easier = { ...challenge, parameters: { ...parameters, keyPrefix: '00' } }
    const other = { ...challenge, parameters: { ...parameters, data: { ...parameters.data, purpose: 'sign-up' } } }
    const longer = { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 60 } }
    const before = countVerified()
    const invalidProofs = [
      ...['', 'x', [], {}, null, 7, { ...proof, derivedKey: 'ff'.repeat(32) }, { ...proof, derivedKey: 'zz' }],
      ...[
        { ...proof, counter: -1 },
        { ...proof, challenge: easier },
        { ...proof, challenge: other },
      ],
      ...[
        { ...proof, challenge: longer },
        { ...proof, challenge: { ...challenge, signature: '' } },
      ],
    ]
    for (const invalid of invalidProofs) {
      const { status, body } = await post({ ...account, proof: invalid })
      expect({ invalid, status, code: body?.code }).toEqual({ invalid, status: 403, code: 'proof-required' })
      expect(body?.challenge?.parameters.nonce).not.toBe(parameters.nonce)
    }
    expect(countVerified()).toBe(before)
    expect(signUps).toEqual(
      await getServer().deps.database.row(sql`select count from throttles where key like 'sign-ups%'`),
    )
    expect((await post({ ...account, proof })).status).toBe(200)
  })

  it('is refused for a log-in when it was solved for a sign-up, and vice versa', async () => {
    for (let i = 0; i < suspicion.signUps; i++) await anAccount()
    const account = { usernameOrEmail: 'somebody', zipcode: 'RIGHT-1' }
    await failLogIns()
    const signUpProof = await solveProof(await requestChallenge(aSignUp()))
    expect((await post({ ...account, proof: signUpProof })).body?.code).toBe('proof-required')
    const logInProof = await solveProof(await requestChallenge(account))
    expect((await post({ ...aSignUp(), proof: logInProof })).body?.code).toBe('proof-required')
  })

  it('is refused when its challenge is older than five minutes', async () => {
    const account = await anAccount()
    await failLogIns()
    const proof = await solveProof(await requestChallenge(account))
    getServer().clock.advance(5 * minute)
    expect((await post({ ...account, proof })).body?.code).toBe('proof-required')
  })

  it('is accepted only once when two nodes receive it simultaneously', async () => {
    const account = await anAccount()
    await failLogIns()
    const proof = await solveProof(await requestChallenge(account))
    const before = countVerified()
    const both = await Promise.all([
      post({ ...account, proof }),
      post({ ...account, proof }, { at: otherNode as TestServer }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    expect(countVerified() - before).toBe(1)
  })
})

describe('log-in after five failures for its username in a day', () => {
  it('requires a proof of work, whether or not the username exists', async () => {
    getServer().deps.config.suspicion = { failures: 300, signUps: 200 }
    try {
      const account = await anAccount()
      for (const name of [account.usernameOrEmail, 'unknown.one']) {
        for (let i = 0; i < 5; i++) expect((await post({ usernameOrEmail: name, zipcode: `no${i}` })).status).toBe(200)
        expect((await post({ usernameOrEmail: name, zipcode: 'no' })).status).toBe(429)
      }
      getServer().clock.advance(15 * minute)
      await requestChallenge({ usernameOrEmail: 'unknown.one', zipcode: 'RIGHT-1' })
      const proof = await solveProof(await requestChallenge(account))
      expect((await post({ ...account, proof })).status).toBe(200)
      expect((await sendGuess()).status).toBe(200)
    } finally {
      getServer().deps.config.suspicion = suspicion
    }
  })
})

describe('sign-up in suspicious mode', () => {
  it('requires a proof of work, until suspicious mode ends after an hour', async () => {
    for (let i = 0; i < suspicion.signUps; i++) await anAccount()
    const form = aSignUp()
    const challenge = await requestChallenge(form)
    expect(await readLevels()).toEqual({ 'log-in': 0, 'sign-up': 1 })
    expect((await post({ ...form, proof: await solveProof(challenge) })).status).toBe(201)
    await requestChallenge(aSignUp())
    getServer().clock.advance(hour)
    expect((await post(aSignUp())).status).toBe(201)
  })

  it('refuses invalid fields without a proof of work, but a taken username only after a valid proof', async () => {
    for (let i = 0; i < suspicion.signUps; i++) await anAccount()
    expect((await post(aSignUp({ zipcode: '!' }))).status).toBe(400)
    const taken = aSignUp({ username: `known${accountCount}` })
    expect((await post({ ...taken, proof: await solveProof(await requestChallenge(taken)) })).body?.code).toBe(
      'username-taken',
    )
  })
})

describe('log-in in suspicious mode with mail on', () => {
  it('requires the e-mail code after the proof of work', async () => {
    const withMail = await startServer({ MAIL: 'dev', PROOF_ROUNDS: '2' }, { suspicion })
    const call = (body: object) => withMail.call<Body>(null, 'POST', '/users', body)
    try {
      const { username, zipcode, ...form } = aSignUp()
      expect((await call({ ...form, username, zipcode })).status).toBe(201)
      for (let i = 0; i < suspicion.failures; i++) await call({ usernameOrEmail: `stranger${i}`, zipcode: 'no' })
      const account = { usernameOrEmail: username, zipcode }
      const challenge = (await call(account)).body?.challenge
      const { body } = await call({ ...account, proof: await solveProof(challenge) })
      expect(body?.code).toBe('verification-required')
    } finally {
      await withMail.stop()
    }
  })
})

describe('log-in on a local server', () => {
  it('requires no proof of work after nine failed log-ins, because suspicious mode is off', async () => {
    const local = await startServer()
    try {
      expect(local.deps.config.suspicion).toBeNull()
      for (let i = 0; i < 9; i++)
        expect((await local.call(null, 'POST', '/users', { usernameOrEmail: 'one', zipcode: `no${i}` })).status).toBe(
          200,
        )
      expect(await examineSuspicion(createContext(local.deps, systemCaller))).toEqual([])
    } finally {
      await local.stop()
    }
  })
})
