import { randomUUID } from 'node:crypto'
import { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { Profile } from '@pawtrait/contract/profiles.ts'
import { PublicUser, Viewer } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { aPet, aPhoto, aPost, aUser, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { drawnScene } from '#testing/photos/images.ts'
import { readyPhoto } from '#testing/photos/photos.ts'
import { type Reply, serverForFile } from '#testing/server.ts'

const server = serverForFile()

const follow = (viewer: TestUser, other: TestUser) => server.call(viewer, 'PUT', `/api/users/${other.id}/follow`)
const getErrors = (reply: Reply) => v.parse(ProblemBody, reply.body).errors?.map(({ field, code }) => ({ field, code }))
const markPending = (user: TestUser) =>
  server.deps.database.rows(sql`update users set state = 'pending' where id = ${user.id}`)

/** Status and body of a response, without the request id, which differs in each response. */
const withoutRequestId = ({ status, body }: Reply) => ({ status, body: { ...(body as object), requestId: '' } })

describe('GET /users/{id}', () => {
  it('returns the same 404 for malformed and unknown ids', async () => {
    const readResponse = async (id: string) => withoutRequestId(await server.call(null, 'GET', `/users/${id}`))
    const unknown = await readResponse(randomUUID())
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not-found' } })
    for (const id of ['1', 'undefined', 'null', '[object%20Object]', randomUUID().slice(1), 'x'.repeat(150)])
      expect(await readResponse(id)).toEqual(unknown)
    expect((await readResponse('x'.repeat(300))).status).toBe(404)
  })

  it('returns only public fields, and lists followed users with the newest follow first', async () => {
    const [user, deletedUser, ...followedUsers] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    for (const other of [...followedUsers, deletedUser]) {
      server.clock.advance(1)
      await follow(user, other)
    }
    await follow(followedUsers[0] ?? deletedUser, user)
    await aPost(server, user)
    await markDeleted(server, deletedUser)
    const answer = await server.call(null, 'GET', `/users/${user.id}`)
    expect(answer.body).toEqual({
      id: user.id,
      username: user.username,
      fullname: `Person ${user.username}`,
      image: null,
      following: followedUsers.map(({ id }) => id).toReversed(),
      counts: { followers: 1, following: 3, posts: 1 },
    })
    v.parse(v.strictObject(PublicUser.entries), answer.body)
    for (const secret of [user.email, 'zip', 'hash']) expect(answer.text).not.toContain(secret)
  })

  it('returns 5,000 followed users in one response', async () => {
    const user = await aUser(server)
    await server.deps.database.rows(sql`
      with many as (insert into users (id, username, fullname, email, state, time_zone, created_at)
        select gen_random_uuid(), 'm' || n, 'M', 'm' || n || '@example.test', 'active', 'UTC', now()
        from generate_series(1, 5000) n returning id)
      insert into follows (follower_id, followee_id, created_at) select ${user.id}, id, now() from many`)
    const answer = await server.call<PublicUser>(user, 'GET', `/users/${user.id}`)
    expect(new Set(answer.body.following).size).toBe(5000)
    // Other endpoints return only the number of followed users, not their ids.
    const paths = ['/api/session', `/api/users/by-username/${user.username}`]
    for (const path of paths) expect((await server.call(user, 'GET', path)).body).not.toHaveProperty('following')
  })

  it('returns the same 404 for an unknown, deleted or pending user', async () => {
    const [deletedUser, pendingUser] = [await aUser(server), await aUser(server)]
    await markDeleted(server, deletedUser)
    await markPending(pendingUser)
    const readResponse = async (id: string) => withoutRequestId(await server.call(null, 'GET', `/users/${id}`))
    const unknown = await readResponse(randomUUID())
    expect(unknown.status).toBe(404)
    expect([await readResponse(deletedUser.id), await readResponse(pendingUser.id)]).toEqual([unknown, unknown])
    expect(await readResponse('42')).toEqual(unknown)
  })
})

describe('GET /api/users/by-username/{username}', () => {
  it('returns a profile with pets, counts and follow state for a username in upper or lower case', async () => {
    const [user, fan] = [await aUser(server, { username: 'wanjiru.k' }), await aUser(server)]
    await aPet(server, [user], 'Simba')
    await follow(fan, user)
    const readProfile = async (viewer: TestUser | null, name: string) =>
      v.parse(Profile, (await server.call(viewer, 'GET', `/api/users/by-username/${name}`)).body)
    const own = await readProfile(user, 'WANJIRU.K')
    expect(own).toMatchObject({ username: 'wanjiru.k', bio: '', me: true, followedByMe: false, followsMe: false })
    expect(own.pets.map(({ name }) => name)).toEqual(['Simba'])
    expect(own.counts).toEqual({ followers: 1, following: 0, posts: 0 })
    expect(await readProfile(fan, 'wanjiru.k')).toMatchObject({ me: false, followedByMe: true, followsMe: false })
    expect(await readProfile(user, fan.username)).toMatchObject({ me: false, followedByMe: false, followsMe: true })
    expect(await readProfile(null, 'wanjiru.k')).toMatchObject({ me: false, followedByMe: false, followsMe: false })
  })

  it('returns the same 404 for unknown, impossible, deleted and pending usernames', async () => {
    const [deletedUser, pendingUser] = [await aUser(server), await aUser(server)]
    await markDeleted(server, deletedUser)
    await markPending(pendingUser)
    const readResponse = async (name: string) =>
      withoutRequestId(await server.call(null, 'GET', `/api/users/by-username/${name}`))
    const unknown = await readResponse('unknown.user')
    expect(unknown.status).toBe(404)
    for (const name of [deletedUser.username, pendingUser.username, '%00', "x'--", '%E2%84%AA', '%25'])
      expect(await readResponse(name)).toEqual(unknown)
  })
})

describe('PATCH /api/profile', () => {
  const changeProfile = (viewer: TestUser | null, body: unknown) => server.call(viewer, 'PATCH', '/api/profile', body)

  it('changes only the given fields, and normalises their values', async () => {
    const user = await aUser(server)
    const renamed = await changeProfile(user, { fullname: '  Ada \u202e  Otieno ', bio: 'Two dogs,\none parrot.' })
    expect(v.parse(Viewer, renamed.body)).toMatchObject({ fullname: 'Ada Otieno', email: user.email })
    const cleared = await changeProfile(user, { bio: '' })
    expect(v.parse(Viewer, cleared.body).fullname).toBe('Ada Otieno')
    const readBio = async () =>
      (await server.call<Profile>(user, 'GET', `/api/users/by-username/${user.username}`)).body.bio
    expect(await readBio()).toBe('')
    await changeProfile(user, { bio: 'Two dogs.' })
    expect((await changeProfile(user, {})).status).toBe(200)
    expect(await readBio()).toBe('Two dogs.')
  })

  it('ignores username, plan, role, id and counts in the request', async () => {
    const user = await aUser(server)
    const before = (await server.call(user, 'GET', '/api/session')).body
    await changeProfile(user, { username: 'admin', plan: 'premium', followerCount: 9, role: 'admin', id: randomUUID() })
    expect((await server.call(user, 'GET', '/api/session')).body).toEqual(before)
  })

  it.each([
    [{ fullname: ' ' }, 'fullname'],
    [{ fullname: 'x'.repeat(61) }, 'fullname'],
    [{ bio: 'x'.repeat(301) }, 'bio'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+03:00' }, 'timeZone'],
  ])('returns 400 for %j', async (invalidChange, field) => {
    const response = await changeProfile(await aUser(server), invalidChange)
    expect(response.status).toBe(400)
    expect(getErrors(response)?.map((error) => error.field)).toEqual([field])
  })

  it('accepts a time zone, and returns 401 to a visitor', async () => {
    const user = await aUser(server)
    expect((await changeProfile(user, { timeZone: 'Asia/Tokyo' })).status).toBe(200)
    expect((await changeProfile(null, { bio: 'x' })).status).toBe(401)
  })
})

describe('profile image', () => {
  const setImage = (viewer: TestUser | null, body: unknown) => server.call(viewer, 'PUT', '/api/profile/image', body)
  const getImage = (reply: Reply) => v.parse(Viewer, reply.body).image
  const isPhotoDeleted = async (photo: PhotoId) =>
    (await server.deps.database.rows(sql`select 1 from photos where id = ${photo} and deleted_at is not null`))
      .length === 1

  it('can be one of the user’s photos; replacing or removing the image deletes that photo', async () => {
    const user = await aUser(server)
    const [first, second] = [await aPhoto(server, user), await aPhoto(server, user)]
    const shown = getImage(await setImage(user, { photo: first }))
    expect(shown).toMatch(/^\/media\/[0-9a-f]{32}\/320\.webp$/)
    expect(getImage(await setImage(user, { photo: first }))).toBe(shown)
    expect(await isPhotoDeleted(first)).toBe(false)
    const next = getImage(await setImage(user, { photo: second }))
    expect(next).not.toBe(shown)
    expect([await isPhotoDeleted(first), await isPhotoDeleted(second)]).toEqual([true, false])
    expect((await server.call<PublicUser>(null, 'GET', `/users/${user.id}`)).body.image).toBe(next)
    expect(getImage(await server.call(user, 'DELETE', '/api/profile/image'))).toBeNull()
    expect(getImage(await server.call(user, 'DELETE', '/api/profile/image'))).toBeNull()
    expect(await isPhotoDeleted(second)).toBe(true)
  })

  it('can be a pet’s portrait; removing the image does not delete that portrait', async () => {
    const user = await aUser(server)
    const pet = await aPet(server, [user])
    const [portrait, own] = [await aPhoto(server, user), await aPhoto(server, user)]
    await setImage(user, { photo: own })
    await server.call(user, 'PUT', `/api/pets/${pet}/portrait`, { photo: portrait })
    const petImage = getImage(await setImage(user, { pet }))
    expect(petImage).toBe((await server.call<{ portrait: string }>(null, 'GET', `/api/pets/${pet}`)).body.portrait)
    expect([await isPhotoDeleted(own), await isPhotoDeleted(portrait)]).toEqual([true, false])
    expect(getImage(await server.call(user, 'DELETE', '/api/profile/image'))).toBeNull()
    expect(await isPhotoDeleted(portrait)).toBe(false)
  })

  it('cannot be set to a pet without a portrait, or to another user’s pet or photo', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    const response = await setImage(user, { pet: await aPet(server, [user]) })
    expect([response.status, getErrors(response)]).toEqual([400, [{ field: 'pet', code: 'no-portrait' }]])
    expect((await setImage(user, { pet: await aPet(server, [other]) })).status).toBe(403)
    expect((await setImage(user, { pet: randomUUID() })).status).toBe(404)
    expect((await setImage(user, { photo: await aPhoto(server, other) })).status).toBe(404)
    expect((await setImage(user, {})).status).toBe(400)
    expect((await setImage(null, { pet: randomUUID() })).status).toBe(401)
    expect((await server.call(null, 'DELETE', '/api/profile/image')).status).toBe(401)
  })

  it('gets a new, working URL when its photo or the pet’s portrait is cropped', async () => {
    const [user, carer] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [user, carer])
    const photo = await drawnScene(400, 300).jpeg().toBuffer()
    const [own, portrait] = [await readyPhoto(server, user, photo), await readyPhoto(server, user, photo)]
    const before = getImage(await setImage(user, { photo: own.id }))
    await server.call(user, 'PUT', `/api/pets/${pet}/portrait`, { photo: portrait.id })
    const petImage = getImage(await setImage(carer, { pet }))
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 }
    for (const { id } of [own, portrait])
      expect((await server.call(user, 'PATCH', `/api/photos/${id}`, { crop, rotate: 0 })).status).toBe(200)
    const shown = [user, carer].map(async (viewer) => getImage(await server.call(viewer, 'GET', '/api/session')) ?? '')
    const after = await Promise.all(shown)
    expect(after).not.toContain(before)
    expect(after).not.toContain(petImage)
    for (const address of after) expect((await server.call(null, 'GET', address)).status).toBe(200)
    expect(getImage(await server.call(user, 'DELETE', '/api/profile/image'))).toBeNull()
    expect(await isPhotoDeleted(own.id)).toBe(true)
  })

  it('keeps one of six photos set in parallel, and deletes the other five', async () => {
    const user = await aUser(server)
    const photos = await Promise.all(Array.from({ length: 6 }, () => aPhoto(server, user)))
    const replies = await Promise.all(photos.map((photo) => setImage(user, { photo })))
    expect(replies.map(({ status }) => status)).toEqual(photos.map(() => 200))
    const areDeleted = await Promise.all(photos.map(isPhotoDeleted))
    expect(areDeleted.filter((isDeleted) => !isDeleted)).toHaveLength(1)
  })
})
