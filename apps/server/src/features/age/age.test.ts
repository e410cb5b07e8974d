import { Age } from '@pawtrait/contract/age.ts'
import type { NotificationPage } from '@pawtrait/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { contextOf, system } from '#platform/context.ts'
import { aPet, aPost, aUser, givenFollow, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, cookiesOf, signedIn } from '#testing/sign-in.ts'
import { setAge } from './tell-age.ts'

const server = serverForFile()

const tell = (who: TestUser | null, band: unknown) =>
  server.call<{ code: string }>(who, 'PUT', '/api/account/age', { band })
const isPrivate = async (who: TestUser) =>
  (await server.call<{ isPrivate: boolean }>(who, 'GET', '/api/profile/privacy')).body.isPrivate
const untold = async (who: TestUser) =>
  (await server.call<{ ageUntold?: true }>(who, 'GET', '/api/session')).body.ageUntold

describe('the question of age', () => {
  it('is open until it is answered; only the band and the time are kept', async () => {
    const { form, browser } = await signedIn(server)
    expect((await browser.call('GET', '/api/session')).body).toMatchObject({ ageUntold: true })
    expect((await browser.call('GET', '/api/account/age')).body).toEqual({
      band: null,
      toldAt: null,
      guardianAskedAt: null,
      guardianConfirmedAt: null,
    })
    expect((await browser.call('PUT', '/api/account/age', { band: '18-or-older' })).body).toEqual({
      band: '18-or-older',
    })
    expect((await browser.call('GET', '/api/session')).body).not.toHaveProperty('ageUntold')
    const age = v.parse(Age, (await browser.call('GET', '/api/account/age')).body)
    expect(age).toMatchObject({ band: '18-or-older', toldAt: server.clock.now().toISOString() })
    const again = await aBrowser(server).call('POST', '/users', {
      usernameOrEmail: form.username,
      zipcode: form.zipcode,
    })
    expect(again.body).not.toHaveProperty('ageUntold')
  })

  it('takes the three bands alone, from whoever is signed in', async () => {
    const one = await aUser(server)
    for (const band of ['adult', 17, null, undefined]) expect((await tell(one, band)).status).toBe(400)
    expect((await tell(null, '18-or-older')).status).toBe(401)
    expect((await server.call(null, 'GET', '/api/account/age')).status).toBe(401)
    expect(await untold(one)).toBe(true)
  })

  it('makes the account of somebody under 18 private, once', async () => {
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
    await setAge(contextOf(server.deps, system), one.username, '18-or-older')
    expect((await server.call(one, 'PUT', '/api/profile/privacy', { isPrivate: false })).status).toBe(200)
  })

  it('can be answered again more strictly only; the operator may raise it', async () => {
    const one = await aUser(server)
    await tell(one, '18-or-older')
    expect((await tell(one, '13-to-17')).status).toBe(200)
    expect((await tell(one, '18-or-older')).body.code).toBe('age-told')
    expect((await tell(one, 'under-13')).body.code).toBe('age-told')
    await setAge(contextOf(server.deps, system), one.username.toUpperCase(), '18-or-older')
    expect((await server.call(one, 'GET', '/api/account/age')).body).toMatchObject({ band: '18-or-older' })
    await expect(setAge(contextOf(server.deps, system), 'nobody.here', '18-or-older')).rejects.toThrow('Nobody here')
  })

  it('is answered once of two answers at once, as strictly as either', async () => {
    const one = await aUser(server)
    const both = await Promise.all([tell(one, '13-to-17'), tell(one, '18-or-older')])
    expect(both.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await server.call(one, 'GET', '/api/account/age')).body).toMatchObject({ band: '13-to-17' })
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

describe('under 13', () => {
  it('the account is hidden at once and erased, and nothing is kept (G03)', async () => {
    const [child, other] = [await aUser(server, { username: 'tiny.tot' }), await aUser(server)]
    const [theirs, own] = [await aPost(server, other), await aPost(server, child)]
    await givenFollow(server, child, other)
    await server.call(child, 'PUT', `/api/posts/${theirs.id}/like`)
    await server.call(child, 'POST', `/api/posts/${theirs.id}/comments`, { text: 'hello' })
    await server.runJobs()
    const answer = await tell(child, 'under-13')
    expect([answer.status, answer.body]).toEqual([200, { band: 'under-13' }])
    expect(cookiesOf(answer)).toMatchObject({ pt_sid: '' })
    expect((await server.call(child, 'GET', '/api/session')).status).toBe(401)
    expect((await server.call(other, 'GET', `/users/${child.id}`)).status).toBe(404)
    expect((await server.call(other, 'GET', `/api/posts/${own.id}`)).status).toBe(404)
    await server.runJobs()
    const { database } = server.deps
    for (const table of ['users', 'sessions', 'posts', 'photos', 'likes', 'comments', 'follows', 'set_aside']) {
      const rows = await database.rows<{ row: string }>(sql`select to_jsonb(t)::text as row from ${sql.raw(table)} t`)
      const left = rows.filter(({ row }) => row.includes(child.id) || row.includes(child.username))
      expect([table, left]).toEqual([table, []])
    }
    expect((await server.call(other, 'GET', `/api/posts/${theirs.id}`)).body).toMatchObject({
      likeCount: 0,
      commentCount: 0,
    })
    expect(server.lines.join('')).not.toContain(child.username)
  })

  it('two answers at once erase once, and the name is free again', async () => {
    const one = await aUser(server)
    const both = await Promise.all([tell(one, 'under-13'), tell(one, 'under-13')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    await server.runJobs()
    expect((await server.call(null, 'GET', `/api/usernames/${one.username}`)).body).toMatchObject({ free: true })
  })

  it('an adult’s answer beside it leaves one of the two', async () => {
    const one = await aUser(server)
    const [child, adult] = await Promise.all([tell(one, 'under-13'), tell(one, '18-or-older')])
    expect([
      [200, 401],
      [409, 200],
    ]).toContainEqual([child.status, adult.status])
  })
})
