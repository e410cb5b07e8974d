import type { ProofChallenge } from '@pawtrait/contract/sign-in/proofs.ts'
import type { OwnUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contextOf, system } from '#platform/context.ts'
import { hour, minute } from '#testing/clock.ts'
import { anotherNode, startServer, type TestServer } from '#testing/server.ts'
import { aBrowser, aSignUp, productionSettings } from '#testing/sign-in.ts'
import { solveProof } from '#testing/solve-proof.ts'
import { examineSuspicion, suspicionMetrics } from './suspicion.ts'

type Body = (OwnUser & { code: string; challenge?: ProofChallenge }) | null

// As production, but for how many it takes; each proof is two tries on average.
const suspicion = { failures: 3, signUps: 4 }
const settings = () => productionSettings({ PROOF_ROUNDS: '2' })

let [server, otherNode]: TestServer[] = []
const here = () => server as TestServer
beforeAll(async () => {
  server = await startServer(settings(), { suspicion })
  otherNode = await anotherNode(server, settings())
})
afterAll(async () => {
  await otherNode?.stop()
  await server?.stop()
})
beforeEach(() => here().deps.database.rows(sql`delete from throttles`))

// Every call comes from a network of its own, or it would meet the limits of the one before.
let network = 0
const freshIp = () => `10.${++network >> 8}.${network & 255}.1`

const post = (body: object, { at = here(), ip = freshIp() } = {}) => at.call<Body>(null, 'POST', '/users', body, { ip })

const guess = (more: object = {}, at = here()) =>
  post({ usernameOrEmail: `stranger${++network}`, zipcode: `guess${network}`, ...more }, { at })

/** Fails as often as it takes. */
const attack = async (times = suspicion.failures) => {
  for (let i = 0; i < times; i++) expect((await guess()).status).toBe(200)
}

/** An attempt that is asked for work. */
async function asked(body: object) {
  const { status, body: refusal } = await post(body)
  expect({ status, code: refusal?.code }).toEqual({ status: 403, code: 'proof-required' })
  return refusal?.challenge as ProofChallenge
}

let people = 0
async function anAccount() {
  const form = aSignUp({ username: `known${++people}`, zipcode: 'RIGHT-1' })
  expect((await post(form)).status).toBe(201)
  return { usernameOrEmail: form.username, zipcode: form.zipcode }
}

const verified = () => here().deps.secrets.verified()
const levels = async () => {
  const [metric] = await suspicionMetrics(contextOf(here().deps, system))
  return Object.fromEntries(metric?.series.map(({ labels: [what], values: [level] }) => [what, level]) ?? [])
}

describe('when too many unknown devices fail', () => {
  it('asks for work, then lets in; ends by itself twenty minutes later', async () => {
    const account = await anAccount()
    expect(await levels()).toEqual({ 'log-in': 0, 'sign-up': 0 })
    await attack()
    const before = verified()
    const challenge = await asked(account)
    expect(verified()).toBe(before)
    expect(challenge.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', data: { purpose: 'log-in', most: 4 } })
    expect((await levels())['log-in']).toBe(1)
    const [finding] = await examineSuspicion(contextOf(here().deps, system))
    expect(finding).toMatchObject({ what: 'attack', ok: false })
    const entered = await post({ ...account, proof: await solveProof(challenge) })
    expect(entered).toMatchObject({ status: 200, body: { username: account.usernameOrEmail } })
    here().clock.advance(20 * minute)
    expect((await levels())['log-in']).toBe(0)
    expect((await post(account)).status).toBe(200)
    expect(await examineSuspicion(contextOf(here().deps, system))).toMatchObject([{ ok: true }])
  })

  it('asks on every node, and takes work of one on another', async () => {
    const account = await anAccount()
    await attack(2)
    expect((await guess({}, otherNode)).status).toBe(200)
    const proof = await solveProof(await asked(account))
    expect((await guess({}, otherNode)).body?.code).toBe('proof-required')
    expect((await post({ ...account, proof }, { at: otherNode as TestServer })).status).toBe(200)
    expect((await post({ ...account, proof })).body?.code).toBe('proof-required')
  })

  it('answers unknown names alike, and keeps a wrong zip code wrong', async () => {
    const { usernameOrEmail } = await anAccount()
    await attack()
    for (const name of [usernameOrEmail, 'nobody.here']) {
      const wrong = { usernameOrEmail: name, zipcode: `no${++network}` }
      const answer = await post({ ...wrong, proof: await solveProof(await asked(wrong)) })
      expect(answer.text).toBe('null')
    }
  })

  it('never asks a known device', async () => {
    const account = await anAccount()
    const known = aBrowser(here(), freshIp())
    expect((await known.call('POST', '/users', account)).status).toBe(200)
    await attack()
    await asked(account)
    expect((await known.call('POST', '/users', account)).status).toBe(200)
    expect((await known.call('POST', '/users', { ...account, zipcode: 'WRONG-1' })).text).toBe('null')
  })

  it('asks for more the more fail', async () => {
    await attack()
    const most: number[] = []
    for (let i = 0; i < 9; i++) {
      const challenge = await asked({ usernameOrEmail: `more${i}`, zipcode: `more${i}` })
      most.push(challenge.parameters.data.most)
      await post({ usernameOrEmail: `more${i}`, zipcode: `more${i}`, proof: await solveProof(challenge) })
    }
    expect(most).toEqual([4, 4, 4, 8, 8, 8, 8, 8, 8])
  })

  it('is not what is usual here: five times the median of a week', async () => {
    const { clock, deps } = here()
    const slot = Math.floor(clock.now().getTime() / 600_000) * 600
    const hours = Array.from({ length: 85 }, (_, i) => Math.floor(slot / 3_600) * 3_600 - (i + 1) * 3_600)
    const ends = new Date(clock.now().getTime() + hour).toISOString()
    for (const at of hours)
      await deps.database.rows(sql`insert into throttles values (${`failures:${at}`}, 1, ${ends}::timestamptz)`)
    await attack(5)
    expect((await guess()).body?.code).toBe('proof-required')
  })
})

describe('work that does not count', () => {
  it('is refused with a new challenge, and nothing is verified, counted or spent', async () => {
    const account = await anAccount()
    await attack()
    const proof = await solveProof(await asked(account))
    const signUps = await here().deps.database.row(sql`select count from throttles where key like 'sign-ups%'`)
    const { challenge } = proof
    const { parameters } = challenge
    const easier = { ...challenge, parameters: { ...parameters, keyPrefix: '00' } }
    const other = { ...challenge, parameters: { ...parameters, data: { ...parameters.data, purpose: 'sign-up' } } }
    const longer = { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 60 } }
    const before = verified()
    const bad = [
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
    for (const one of bad) {
      const { status, body } = await post({ ...account, proof: one })
      expect({ one, status, code: body?.code }).toEqual({ one, status: 403, code: 'proof-required' })
      expect(body?.challenge?.parameters.nonce).not.toBe(parameters.nonce)
    }
    expect(verified()).toBe(before)
    expect(signUps).toEqual(await here().deps.database.row(sql`select count from throttles where key like 'sign-ups%'`))
    expect((await post({ ...account, proof })).status).toBe(200)
  })

  it('was done for something else', async () => {
    for (let i = 0; i < suspicion.signUps; i++) await anAccount()
    const account = { usernameOrEmail: 'somebody', zipcode: 'RIGHT-1' }
    await attack()
    const ofSignUp = await solveProof(await asked(aSignUp()))
    expect((await post({ ...account, proof: ofSignUp })).body?.code).toBe('proof-required')
    const ofLogIn = await solveProof(await asked(account))
    expect((await post({ ...aSignUp(), proof: ofLogIn })).body?.code).toBe('proof-required')
  })

  it('came too late', async () => {
    const account = await anAccount()
    await attack()
    const proof = await solveProof(await asked(account))
    here().clock.advance(5 * minute)
    expect((await post({ ...account, proof })).body?.code).toBe('proof-required')
  })

  it('was brought twice at once: one passes', async () => {
    const account = await anAccount()
    await attack()
    const proof = await solveProof(await asked(account))
    const before = verified()
    const both = await Promise.all([
      post({ ...account, proof }),
      post({ ...account, proof }, { at: otherNode as TestServer }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    expect(verified() - before).toBe(1)
  })
})

describe('when somebody guesses at one account', () => {
  it('asks from the sixth of a day on, under that name alone, whoever has it', async () => {
    here().deps.config.suspicion = { failures: 300, signUps: 200 }
    try {
      const account = await anAccount()
      for (const name of [account.usernameOrEmail, 'nobody.here']) {
        for (let i = 0; i < 5; i++) expect((await post({ usernameOrEmail: name, zipcode: `no${i}` })).status).toBe(200)
        expect((await post({ usernameOrEmail: name, zipcode: 'no' })).status).toBe(429)
      }
      here().clock.advance(15 * minute)
      await asked({ usernameOrEmail: 'nobody.here', zipcode: 'RIGHT-1' })
      const proof = await solveProof(await asked(account))
      expect((await post({ ...account, proof })).status).toBe(200)
      expect((await guess()).status).toBe(200)
    } finally {
      here().deps.config.suspicion = suspicion
    }
  })
})

describe('when too many sign up', () => {
  it('asks for work, then makes the account; ends with the hour', async () => {
    for (let i = 0; i < suspicion.signUps; i++) await anAccount()
    const form = aSignUp()
    const challenge = await asked(form)
    expect(await levels()).toEqual({ 'log-in': 0, 'sign-up': 1 })
    expect((await post({ ...form, proof: await solveProof(challenge) })).status).toBe(201)
    await asked(aSignUp())
    here().clock.advance(hour)
    expect((await post(aSignUp())).status).toBe(201)
  })

  it('refuses bad fields before it, and taken names after it', async () => {
    for (let i = 0; i < suspicion.signUps; i++) await anAccount()
    expect((await post(aSignUp({ zipcode: '!' }))).status).toBe(400)
    const taken = aSignUp({ username: `known${people}` })
    expect((await post({ ...taken, proof: await solveProof(await asked(taken)) })).body?.code).toBe('username-taken')
  })
})

describe('with mail', () => {
  it('still sends the code to whoever has done the work', async () => {
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

describe('alone on a machine', () => {
  it('never asks', async () => {
    const local = await startServer()
    try {
      expect(local.deps.config.suspicion).toBeNull()
      for (let i = 0; i < 9; i++)
        expect((await local.call(null, 'POST', '/users', { usernameOrEmail: 'one', zipcode: `no${i}` })).status).toBe(
          200,
        )
      expect(await examineSuspicion(contextOf(local.deps, system))).toEqual([])
    } finally {
      await local.stop()
    }
  })
})
