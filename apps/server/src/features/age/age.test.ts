import { Age } from '@pawtrait/contract/age.ts'
import type { NotificationPage } from '@pawtrait/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { aPet, aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { aSignedInUser, aSignUp } from '#testing/sign-in.ts'
import { setAge } from './set-age.ts'

const server = serverForFile()

const putAge = (user: TestUser | null, band: unknown) =>
  server.call<{ code: string }>(user, 'PUT', '/api/account/age', { band })
const readAge = (user: { cookie: string }) => server.call<Age>(user, 'GET', '/api/account/age')
const isPrivate = async (user: { cookie: string }) =>
  (await server.call<{ isPrivate: boolean }>(user, 'GET', '/api/profile/privacy')).body.isPrivate
const asSystem = () => createContext(server.deps, systemCaller)

describe('sign-up with an age band', () => {
  it('stores the user’s age with a timestamp, and leaves the account of an adult public', async () => {
    const { browser } = await aSignedInUser(server)
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

  it('makes the account private for "13-to-17"; the user cannot make it public or raise the age', async () => {
    const { browser } = await aSignedInUser(server, { ageBand: '13-to-17' })
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

  it('does not store the guardian’s e-mail address when guardian consent is off', async () => {
    await aSignedInUser(server, { ageBand: '13-to-17', guardianEmail: 'parent@example.com' })
    expect(await server.deps.database.rows(sql`select 1 from sign_up_guardians`)).toEqual([])
  })

  it('returns 400 and creates no account for an `ageBand` other than `18-or-older` and `13-to-17`', async () => {
    for (const ageBand of ['under-13', 'adult', '', 17, null]) {
      const form = { ...aSignUp({ username: 'too.young' }), ageBand }
      const response = await server.call<{ errors: { field: string }[] }>(null, 'POST', '/users', form)
      expect([response.status, response.body.errors.map(({ field }) => field)]).toEqual([400, ['ageBand']])
    }
    expect(await server.deps.database.rows(sql`select 1 from users where username = 'too.young'`)).toEqual([])
    expect(server.lines.join('')).not.toContain('too.young')
  })

  it('has the optional fields `ageBand` and `guardianEmail` in openapi.json', async () => {
    type FormSchema = { required: string[]; properties: Record<string, { description?: string; enum?: string[] }> }
    const { body } = await server.call<{
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { anyOf: FormSchema[] } }> } } }>
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

describe('account without a stored age', () => {
  it('is treated as an adult’s account, and allows its user to state the age later', async () => {
    const user = await aUser(server)
    expect((await readAge(user)).body).toMatchObject({ band: null, toldAt: null })
    expect((await server.call(user, 'PUT', '/api/profile/privacy', { isPrivate: true })).status).toBe(200)
    expect((await server.call(user, 'PUT', '/api/profile/privacy', { isPrivate: false })).status).toBe(200)
    expect((await putAge(user, '18-or-older')).body).toEqual({ band: '18-or-older' })
    expect((await readAge(user)).body).toMatchObject({
      band: '18-or-older',
      toldAt: server.clock.now().toISOString(),
    })
  })
})

describe('PUT /api/account/age', () => {
  it('returns 400 for an age band other than "13 to 17" or "18 or older", and 401 to visitors', async () => {
    const user = await aUser(server)
    for (const band of ['adult', 'under-13', 17, null, undefined]) expect((await putAge(user, band)).status).toBe(400)
    expect((await putAge(null, '18-or-older')).status).toBe(401)
    expect((await server.call(null, 'GET', '/api/account/age')).status).toBe(401)
    expect((await readAge(user)).body.band).toBeNull()
  })

  it('makes the account private for the band "13 to 17", so strangers cannot see its posts', async () => {
    const user = await aUser(server)
    const post = await aPost(server, user)
    const stranger = await aUser(server)
    const readPost = () => server.call(stranger, 'GET', `/api/posts/${post.id}`)
    expect((await readPost()).status).toBe(200)
    expect((await putAge(user, '13-to-17')).status).toBe(200)
    await server.runJobs()
    expect(await isPrivate(user)).toBe(true)
    expect((await readPost()).status).toBe(404)
    const response = await server.call<{ code: string }>(user, 'PUT', '/api/profile/privacy', { isPrivate: false })
    expect([response.status, response.body.code]).toEqual([403, 'stays-private'])
    expect(await isPrivate(user)).toBe(true)
    await setAge(asSystem(), user.username, '18-or-older')
    expect((await server.call(user, 'PUT', '/api/profile/privacy', { isPrivate: false })).status).toBe(200)
  })

  it('accepts a lower age band, but refuses a higher age band (only the operator can raise it)', async () => {
    const user = await aUser(server)
    await putAge(user, '18-or-older')
    expect((await putAge(user, '13-to-17')).status).toBe(200)
    expect((await putAge(user, '18-or-older')).body.code).toBe('age-told')
    await setAge(asSystem(), user.username.toUpperCase(), '18-or-older')
    expect((await readAge(user)).body).toMatchObject({ band: '18-or-older' })
    await expect(setAge(asSystem(), 'no.such.user', '18-or-older')).rejects.toThrow(
      'There is no account with the username "no.such.user".',
    )
  })

  it('stores the younger age band of two concurrent requests', async () => {
    const user = await aUser(server)
    const responses = await Promise.all([putAge(user, '13-to-17'), putAge(user, '18-or-older')])
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await readAge(user)).body).toMatchObject({ band: '13-to-17' })
    expect(await isPrivate(user)).toBe(true)
  })
})

describe('user aged 13 to 17', () => {
  const notificationTypes = async (user: TestUser) => {
    await server.runJobs()
    return (await server.call<NotificationPage>(user, 'GET', '/api/notifications')).body.notifications.map(
      ({ type }) => type,
    )
  }

  it('is notified of mentions by followers, but not of mentions or pet invitations by strangers', async () => {
    const [minor, adult, stranger, follower] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    await putAge(minor, '13-to-17')
    await putAge(adult, '18-or-older')
    const caption = `with @${minor.username} and @${adult.username}`
    await aPost(server, stranger, { caption })
    const pet = await aPet(server, [stranger])
    for (const { username } of [minor, adult])
      await server.call(stranger, 'POST', `/api/pets/${pet}/invites`, { role: 'carer', username })
    expect(await notificationTypes(adult)).toEqual(['pet-invite', 'mention'])
    expect(await notificationTypes(minor)).toEqual([])
    await givenFollow(server, follower, minor)
    await aPost(server, follower, { caption })
    expect(await notificationTypes(minor)).toEqual(['mention'])
  })
})
