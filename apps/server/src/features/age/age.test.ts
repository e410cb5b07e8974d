import { Age } from '@pawtrait/contract/age.ts'
import type { NotificationPage } from '@pawtrait/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { contextOf, system } from '#platform/context.ts'
import { aPet, aPost, aUser, givenFollow, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'
import { aSignUp, signedIn } from '#testing/sign-in.ts'
import { setAge } from './tell-age.ts'

const server = serverForFile()

const tell = (who: TestUser | null, band: unknown) =>
  server.call<{ code: string }>(who, 'PUT', '/api/account/age', { band })
const ageOf = (who: { cookie: string }) => server.call<Age>(who, 'GET', '/api/account/age')
const isPrivate = async (who: { cookie: string }) =>
  (await server.call<{ isPrivate: boolean }>(who, 'GET', '/api/profile/privacy')).body.isPrivate
const asSystem = () => contextOf(server.deps, system)

describe('sign-up', () => {
  it('stores "18 or older" and the time, and nothing is asked after the first log-in', async () => {
    const { browser } = await signedIn(server)
    const age = v.parse(Age, (await browser.call('GET', '/api/account/age')).body)
    expect(age).toEqual({
      band: '18-or-older',
      toldAt: server.clock.now().toISOString(),
      guardianAskedAt: null,
      guardianConfirmedAt: null,
    })
    const viewer = await browser.call<object>('GET', '/api/session')
    expect(Object.keys(viewer.body).filter((key) => /age|guardian/i.test(key) && key !== 'image')).toEqual([])
    expect((await browser.call('GET', '/api/profile/privacy')).body).toEqual({ isPrivate: false })
  })

  it('stores 13 to 17 when the field says so, and the account is private from the beginning', async () => {
    const { browser } = await signedIn(server, { ageBand: '13-to-17' })
    expect((await browser.call('GET', '/api/account/age')).body).toMatchObject({
      band: '13-to-17',
      toldAt: server.clock.now().toISOString(),
    })
    expect((await browser.call('GET', '/api/profile/privacy')).body).toEqual({ isPrivate: true })
    expect((await browser.call<{ code: string }>('PUT', '/api/profile/privacy', { isPrivate: false })).body.code).toBe(
      'stays-private',
    )
    expect((await browser.call<{ code: string }>('PUT', '/api/account/age', { band: '18-or-older' })).body.code).toBe(
      'age-told',
    )
  })

  it('drops the address of a guardian where none is asked for', async () => {
    await signedIn(server, { ageBand: '13-to-17', guardianEmail: 'parent@example.com' })
    expect(await server.deps.database.rows(sql`select 1 from sign_up_guardians`)).toEqual([])
  })

  it('refuses any other band, under 13 too, and stores nothing of it', async () => {
    for (const ageBand of ['under-13', 'adult', '', 17, null]) {
      const form = { ...aSignUp({ username: 'too.young' }), ageBand }
      const refused = await server.call<{ errors: { field: string }[] }>(null, 'POST', '/users', form)
      expect([refused.status, refused.body.errors.map(({ field }) => field)]).toEqual([400, ['ageBand']])
    }
    expect(await server.deps.database.rows(sql`select 1 from users where username = 'too.young'`)).toEqual([])
    expect(server.lines.join('')).not.toContain('too.young')
  })

  it('has both fields documented in the OpenAPI document, as optional', async () => {
    type Described = { required: string[]; properties: Record<string, { description?: string; enum?: string[] }> }
    const { body } = await server.call<{
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { anyOf: Described[] } }> } } }>
    }>(null, 'GET', '/api/openapi.json')
    const form = body.paths['/users']?.post.requestBody.content['application/json']?.schema.anyOf[0]
    expect(form?.required).toEqual(['fullname', 'username', 'email', 'zipcode'])
    expect(form?.properties.ageBand).toMatchObject({
      enum: ['18-or-older', '13-to-17'],
      description: expect.any(String),
    })
    expect(form?.properties.guardianEmail?.description).toContain('parent or guardian')
  })
})

describe('an account from before sign-up asked for the age', () => {
  it('counts as adult and can tell its age', async () => {
    const one = await aUser(server)
    expect((await ageOf(one)).body).toMatchObject({ band: null, toldAt: null })
    expect((await server.call(one, 'PUT', '/api/profile/privacy', { isPrivate: true })).status).toBe(200)
    expect((await server.call(one, 'PUT', '/api/profile/privacy', { isPrivate: false })).status).toBe(200)
    expect((await tell(one, '18-or-older')).body).toEqual({ band: '18-or-older' })
    expect((await ageOf(one)).body).toMatchObject({
      band: '18-or-older',
      toldAt: server.clock.now().toISOString(),
    })
  })
})

describe('the age in settings', () => {
  it('is one of two bands, told by a signed-in user', async () => {
    const one = await aUser(server)
    for (const band of ['adult', 'under-13', 17, null, undefined]) expect((await tell(one, band)).status).toBe(400)
    expect((await tell(null, '18-or-older')).status).toBe(401)
    expect((await server.call(null, 'GET', '/api/account/age')).status).toBe(401)
    expect((await ageOf(one)).body.band).toBeNull()
  })

  it('makes the account private and closes its posts to strangers when it is below 18', async () => {
    const one = await aUser(server)
    const post = await aPost(server, one)
    const stranger = await aUser(server)
    const seen = () => server.call(stranger, 'GET', `/api/posts/${post.id}`)
    expect((await seen()).status).toBe(200)
    expect((await tell(one, '13-to-17')).status).toBe(200)
    await server.runJobs()
    expect(await isPrivate(one)).toBe(true)
    expect((await seen()).status).toBe(404)
    const opened = await server.call<{ code: string }>(one, 'PUT', '/api/profile/privacy', { isPrivate: false })
    expect([opened.status, opened.body.code]).toEqual([403, 'stays-private'])
    expect(await isPrivate(one)).toBe(true)
    await setAge(asSystem(), one.username, '18-or-older')
    expect((await server.call(one, 'PUT', '/api/profile/privacy', { isPrivate: false })).status).toBe(200)
  })

  it('can only be lowered by the user; the operator can raise it', async () => {
    const one = await aUser(server)
    await tell(one, '18-or-older')
    expect((await tell(one, '13-to-17')).status).toBe(200)
    expect((await tell(one, '18-or-older')).body.code).toBe('age-told')
    await setAge(asSystem(), one.username.toUpperCase(), '18-or-older')
    expect((await ageOf(one)).body).toMatchObject({ band: '18-or-older' })
    await expect(setAge(asSystem(), 'no.such.user', '18-or-older')).rejects.toThrow(
      'There is no account with the username "no.such.user".',
    )
  })

  it('is the stricter of two concurrent answers', async () => {
    const one = await aUser(server)
    const both = await Promise.all([tell(one, '13-to-17'), tell(one, '18-or-older')])
    expect(both.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await ageOf(one)).body).toMatchObject({ band: '13-to-17' })
    expect(await isPrivate(one)).toBe(true)
  })
})

describe('somebody of 13 to 17', () => {
  const heardOf = async (who: TestUser) => {
    await server.runJobs()
    return (await server.call<NotificationPage>(who, 'GET', '/api/notifications')).body.notifications.map(
      ({ type }) => type,
    )
  }

  it('hears of being named or invited by people they know alone', async () => {
    const [minor, adult, stranger, known] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    await tell(minor, '13-to-17')
    await tell(adult, '18-or-older')
    const caption = `with @${minor.username} and @${adult.username}`
    await aPost(server, stranger, { caption })
    const pet = await aPet(server, [stranger])
    for (const { username } of [minor, adult])
      await server.call(stranger, 'POST', `/api/pets/${pet}/invites`, { role: 'carer', username })
    expect(await heardOf(adult)).toEqual(['pet-invite', 'mention'])
    expect(await heardOf(minor)).toEqual([])
    await givenFollow(server, known, minor)
    await aPost(server, known, { caption })
    expect(await heardOf(minor)).toEqual(['mention'])
  })
})
