import { SignedUpUser } from '@pawtrait/contract/sign-in/sign-in.ts'
import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { serverForFile } from '#testing/server.ts'
import { aSignUp } from '#testing/sign-in.ts'

const server = serverForFile()

type Refused = { code: string; errors?: { field: string; code: string; message: string }[] }
const signUp = (body: unknown) => server.call<Refused>(null, 'POST', '/users', body)
const readProblem = async (more: Parameters<typeof aSignUp>[0]) => {
  const { status, body } = await signUp(aSignUp(more))
  return { status, code: body.code, field: body.errors?.[0]?.field, message: body.errors?.[0]?.message }
}

type Checked = { name: string; free: boolean; reason: string | null; suggestions: string[] }
const checkName = async (name: string) => (await server.call<Checked>(null, 'GET', `/api/usernames/${name}`)).body

describe('sign-up', () => {
  it('creates an account and opens no session', async () => {
    const response = await server.call<SignedUpUser>(
      null,
      'POST',
      '/users',
      aSignUp({ username: 'Luna.P', fullname: ' Luna  P ' }),
    )
    expect(response.status).toBe(201)
    expect(parse(SignedUpUser, response.body)).toEqual({
      id: response.body.id,
      username: 'luna.p',
      fullname: 'Luna P',
      image: null,
      following: [],
    })
    expect(Object.keys(response.body).toSorted()).toEqual(['following', 'fullname', 'id', 'image', 'username'])
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('returns 400, the name of the field and a message for an invalid field', async () => {
    expect(await readProblem({ username: 'a' })).toMatchObject({
      status: 400,
      field: 'username',
      message: expect.stringContaining('at least 2'),
    })
    expect(await readProblem({ username: 'a'.repeat(31) })).toMatchObject({ status: 400, field: 'username' })
    expect(await readProblem({ username: 'a b' })).toMatchObject({ status: 400, field: 'username' })
    expect(await readProblem({ username: 'Admin' })).toMatchObject({ status: 400, field: 'username' })
    expect(await readProblem({ email: 'no-address' })).toMatchObject({ status: 400, field: 'email' })
    expect(await readProblem({ email: 'a\nb@example.test' })).toMatchObject({ status: 400, field: 'email' })
    expect(await readProblem({ zipcode: '1 2' })).toMatchObject({ status: 400, field: 'zipcode' })
    expect(await readProblem({ zipcode: '12345678901234567' })).toMatchObject({ status: 400, field: 'zipcode' })
    expect(await readProblem({ zipcode: '12*45' })).toMatchObject({ status: 400, field: 'zipcode' })
    expect(await readProblem({ fullname: ' \u200B ' })).toMatchObject({ status: 400, field: 'fullname' })
    expect(await readProblem({ fullname: 'é'.repeat(61) })).toMatchObject({ status: 400, field: 'fullname' })
    const incomplete = await signUp({ username: 'x', zipCode: '1' })
    expect(incomplete.body.errors?.map(({ field }) => field)).toEqual(['fullname', 'username', 'email', 'zipcode'])
  })

  it('accepts the field `zipcode` or `zipCode`, and refuses a request in which they differ', async () => {
    const { zipcode, ...rest } = aSignUp()
    expect((await signUp({ ...rest, zipCode: zipcode })).status).toBe(201)
    expect((await signUp({ ...aSignUp(), zipCode: '00100' })).status).toBe(201)
    expect((await signUp({ ...aSignUp(), zipCode: '00101' })).body.code).toBe('validation-failed')
  })

  it('returns 400 for an array, and for a body with missing fields or with fields of the log-in', async () => {
    for (const body of [
      {},
      { zipcode: '00100' },
      { usernameOrEmail: 'a', email: 'b', zipcode: '1' },
      [],
      [aSignUp()],
    ]) {
      const { status, headers } = await signUp(body)
      expect(status).toBe(400)
      expect(headers['content-type']).toMatch('application/problem+json')
    }
  })

  it('ignores unknown fields', async () => {
    const response = await server.call<SignedUpUser>(null, 'POST', '/users', {
      ...aSignUp(),
      id: '00000000-0000-7000-8000-000000000000',
      role: 'admin',
      plan: 'premium',
      state: 'pending',
    })
    expect(response.status).toBe(201)
    expect(response.body.id).not.toBe('00000000-0000-7000-8000-000000000000')
  })

  it('returns 409 for a taken username or e-mail address, regardless of case', async () => {
    await signUp(aSignUp({ username: 'taken', email: 'Taken+cats@Example.test' }))
    expect(await readProblem({ username: 'TAKEN' })).toMatchObject({
      status: 409,
      code: 'username-taken',
      field: 'username',
    })
    expect(await readProblem({ email: 'taken+CATS@example.TEST' })).toMatchObject({
      status: 409,
      code: 'username-or-email-taken',
    })
    expect((await signUp(aSignUp({ email: 'taken@example.test' }))).status).toBe(201)
  })

  it('gives a username to only one of twenty simultaneous requests (security check A19)', async () => {
    const names = Array.from({ length: 20 }, (_, i) => (i % 2 ? 'racer' : 'RACER'))
    const responses = await Promise.all(
      names.map((username, i) => signUp(aSignUp({ username, email: `r${i}@example.test` }))),
    )
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)])
  })

  it('refuses usernames with look-alike or invisible characters (security check A20)', async () => {
    await signUp(aSignUp({ username: 'simba' }))
    for (const username of ['ѕimba', 'ｓimba', 'sim\u200Bba', 'simba\uFEFF', 'simbá', 'simba\0', '𝐬imba'])
      expect(await readProblem({ username })).toMatchObject({ status: 400, field: 'username' })
  })

  it.each(['.a', 'a.', 'a..b', '.', '..', '_.', '__proto__', '__PROTO__', 'constructor', 'Prototype'])(
    'refuses the username %s',
    async (username) => {
      expect(await readProblem({ username })).toMatchObject({ status: 400, field: 'username' })
    },
  )

  it('accepts a username with dots and underscores between letters, or underscores at both ends', async () => {
    for (const username of ['a.b.c', '_luna_', 'proto.type']) expect((await readProblem({ username })).status).toBe(201)
  })

  it.each([
    ['Hangul fillers', '\u3164\u115F\u1160\uFFA0'],
    ['a Braille blank', '\u2800'],
    ['soft hyphens', '\u00AD\u00AD'],
    ['joiners and variation selectors', '\u200D\uFE0F\u034F'],
    ['tag characters', '\u{E0041}\u{E007F}'],
    ['combining marks without a letter', '\u0301 \u0302'],
    ['spaces of any width', '\u2003 \u3000'],
    ['a null notehead', '\u{1D159}'],
    ['direction marks', '\u061C\u200F'],
  ])('refuses a full name of only %s', async (_characters, fullname) => {
    expect(await readProblem({ fullname })).toMatchObject({ status: 400, field: 'fullname' })
  })

  it('stores emoji, removes control characters and refuses 12,000 letters in names (security check B05)', async () => {
    const storedName = async (fullname: string) => {
      const { status, body } = await server.call<SignedUpUser>(null, 'POST', '/users', aSignUp({ fullname }))
      return status === 201 ? body.fullname : status
    }
    expect(await storedName('👩‍👩‍👧‍👦 Wanjikũ')).toBe('👩‍👩‍👧‍👦 Wanjikũ')
    expect(await storedName('\u202Enosrep')).toBe('nosrep')
    expect(await storedName(`z${'\u0333'.repeat(40)}`)).toBe(`z${'\u0333'.repeat(4)}`)
    expect(await storedName('a\0b')).toBe('ab')
    expect(await storedName('lone \ud800 half')).toBe('lone \ufffd half')
    expect(await storedName('x'.repeat(12_000))).toBe(400)
  })
})

describe('GET /api/usernames/{name}', () => {
  it('returns whether a name is free, reserved, taken or invalid', async () => {
    await signUp(aSignUp({ username: 'here' }))
    expect(await checkName('Nobody_yet')).toEqual({ name: 'nobody_yet', free: true, reason: null, suggestions: [] })
    expect(await checkName('HERE')).toEqual({
      name: 'here',
      free: false,
      reason: 'That username is taken.',
      suggestions: ['here2', 'here3', 'here4'],
    })
    for (const name of ['%2Ea', 'a%2E', 'a%2E%2Eb', '__proto__', 'constructor'])
      expect(await checkName(name)).toMatchObject({ free: false, reason: expect.any(String) })
    expect(await checkName('dashboard')).toMatchObject({
      free: false,
      reason: expect.stringContaining('cannot be had'),
    })
    expect(await checkName('%D1%95imba')).toMatchObject({
      free: false,
      reason: expect.stringContaining('letters a to z'),
    })
  })

  it('suggests up to three free names, made from the full name or else from the refused name', async () => {
    await signUp(aSignUp({ username: 'njoki.w' }))
    const checkNames = (name: string, fullname = '') =>
      checkName(`${encodeURIComponent(name)}?fullname=${encodeURIComponent(fullname)}`)
    expect((await checkNames('Njoki W')).suggestions).toEqual(['njokiw', 'njoki_w', 'njoki.w2'])
    expect((await checkNames('!', 'Zoë Múmbi')).suggestions).toEqual(['zoe.mumbi', 'zoemumbi', 'zoe_mumbi'])
    expect((await checkNames('!', 'Ада')).suggestions).toEqual([])
    expect((await checkNames('admin')).suggestions).toEqual(['admin2', 'admin3', 'admin4'])
    expect((await checkNames('x'.repeat(60))).suggestions).toEqual([])
    expect((await server.call(null, 'GET', `/api/usernames/a?fullname=${'x'.repeat(201)}`)).status).toBe(400)
  })

  it('returns 429 for at least one of 61 simultaneous requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 61 }, (_, i) => server.call(null, 'GET', `/api/usernames/n${i}x`)),
    )
    expect(responses.some(({ status }) => status === 429)).toBe(true)
  })
})
