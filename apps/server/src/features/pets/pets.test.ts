import { randomUUID } from 'node:crypto'
import { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { Pet, PetList } from '@pawtrait/contract/pets/pets.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { day, hour } from '#testing/clock.ts'
import { aPhoto, aPost, aUser, givenRole, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const biscuit = { name: 'Biscuit', species: 'dog', backdrop: 'moss' }

async function createPet(by: TestUser, more: object = {}): Promise<Pet> {
  const response = await server.call(by, 'POST', '/api/pets', { ...biscuit, ...more })
  expect(response.text).not.toContain('"errors"')
  expect(response.status).toBe(201)
  return v.parse(Pet, response.body)
}

const readCode = (reply: { body: unknown }) => v.parse(ProblemBody, reply.body).code

const readDeletedAt = async (photo: PhotoId) =>
  (await server.deps.database.row<{ at: string | null }>(sql`select deleted_at as at from photos where id = ${photo}`))
    ?.at

describe('POST /api/pets', () => {
  it('creates the pet with the viewer as its owner and a slug made from its name', async () => {
    const owner = await aUser(server)
    const pet = await createPet(owner, { breed: 'Basenji', birthday: '2024-02-29', bio: 'Barks at the sea.' })
    expect(pet).toMatchObject({
      name: 'Biscuit',
      breed: 'Basenji',
      birthday: '2024-02-29',
      gotchaDay: null,
      sex: 'unknown',
      portrait: null,
      portraitPhoto: null,
      myRole: 'owner',
      followedByMe: false,
      counts: { followers: 0, posts: 0 },
    })
    expect(pet.slug).toMatch(/^biscuit-[a-z2-9]{4}$/)
    expect(pet.people).toEqual([
      { id: owner.id, username: owner.username, fullname: `Person ${owner.username}`, image: null, role: 'owner' },
    ])
  })

  it('creates different slugs for two pets of the same name', async () => {
    const owner = await aUser(server)
    const slugs = [await createPet(owner), await createPet(owner)].map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(2)
  })

  it.each([
    ['Şeker & Ökkeş', /^seker-okkes-\w{4}$/],
    ['猫', /^dog-\w{4}$/],
    ['Ægir   the 2nd', /^aegir-the-2nd-\w{4}$/],
  ])('creates an ASCII slug for %s', async (name, slug) => {
    expect((await createPet(await aUser(server), { name })).slug).toMatch(slug)
  })

  it('makes the pet readable by id and slug, with `myRole: null` for visitors and other users', async () => {
    const [owner, other] = [await aUser(server), await aUser(server)]
    const { editedAt: _, ...pet } = await createPet(owner)
    for (const user of [null, other]) {
      const byId = await server.call(user, 'GET', `/api/pets/${pet.id}`)
      expect(v.parse(Pet, byId.body)).toEqual({ ...pet, myRole: null })
      expect((await server.call(user, 'GET', `/api/pets/by-slug/${pet.slug}`)).body).toEqual(byId.body)
    }
  })

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['a name of 61 letters', { name: 'x'.repeat(61) }, 'name'],
    ['an unknown species', { species: 'dragon' }, 'species'],
    ['no backdrop', { backdrop: undefined }, 'backdrop'],
    ['a birthday that does not exist', { birthday: '2023-02-30' }, 'birthday'],
    ['a birthday in the year 1', { birthday: '0001-01-01' }, 'birthday'],
    ['a future gotcha day', { gotchaDay: '2999-01-01' }, 'gotchaDay'],
    ['a bio of 301 letters', { bio: 'x'.repeat(301) }, 'bio'],
  ])('returns 400 for %s', async (_, wrong, field) => {
    const refused = await server.call(await aUser(server), 'POST', '/api/pets', { ...biscuit, ...wrong })
    expect(refused.status).toBe(400)
    expect(v.parse(ProblemBody, refused.body).errors?.map((error) => error.field)).toContain(field)
  })

  it('returns one error for each date in the future', async () => {
    const days = { birthday: '2999-01-01', gotchaDay: '2999-01-01' }
    const refused = await server.call(await aUser(server), 'POST', '/api/pets', { ...biscuit, ...days })
    const { errors = [] } = v.parse(ProblemBody, refused.body)
    expect(errors.map(({ field }) => field)).toEqual(['birthday', 'gotchaDay'])
  })

  it('accepts a birthday on today’s date in the earliest time zone', async () => {
    const tomorrow = new Date(server.clock.now().getTime() + 14 * hour).toISOString().slice(0, 10)
    expect((await createPet(await aUser(server), { birthday: tomorrow })).birthday).toBe(tomorrow)
  })

  it('creates one pet for two requests with one idempotency key', async () => {
    const owner = await aUser(server)
    const options = { headers: { 'idempotency-key': 'biscuit-once' } }
    const [first, again] = [
      await server.call<Pet>(owner, 'POST', '/api/pets', biscuit, options),
      await server.call<Pet>(owner, 'POST', '/api/pets', biscuit, options),
    ]
    expect(again.body).toEqual(first.body)
    const list = await server.call(owner, 'GET', `/api/users/${owner.id}/pets`)
    expect(v.parse(PetList, list.body).pets).toHaveLength(1)
  })

  it('returns `conflict` above 100 pets per user, also for concurrent requests', async () => {
    const owner = await aUser(server)
    const now = server.clock.now().toISOString()
    await server.deps.database.rows(sql`
      with many as (insert into pets (id, slug, name, species, backdrop, created_at)
        select gen_random_uuid(), ${owner.username} || '-' || n, 'Rat ' || n, 'small-and-furry', 'fog', ${now}
        from generate_series(1, 99) n returning id)
      insert into pet_people (pet_id, user_id, role, created_at) select id, ${owner.id}, 'owner', ${now} from many`)
    const addPet = () => server.call(owner, 'POST', '/api/pets', biscuit)
    const replies = await Promise.all([addPet(), addPet(), addPet(), addPet()])
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(readCode(await addPet())).toBe('conflict')
  })
})

describe('PATCH /api/pets/{id}', () => {
  it('changes only the given fields and keeps the slug', async () => {
    const owner = await aUser(server)
    const pet = await createPet(owner, { birthday: '2020-01-01', breed: 'Basenji' })
    const changed = await server.call(owner, 'PATCH', `/api/pets/${pet.id}`, { name: 'Crumb', birthday: null })
    const editedNow = { editedAt: server.clock.now().toISOString() }
    expect(v.parse(Pet, changed.body)).toEqual({ ...pet, ...editedNow, name: 'Crumb', birthday: null })
    expect((await server.call(owner, 'PATCH', `/api/pets/${pet.id}`, {})).body).toEqual(changed.body)
  })

  it('is allowed to family and forbidden to a sitter; the sitter’s role ends after the last day', async () => {
    const [owner, family, sitter] = [await aUser(server), await aUser(server), await aUser(server)]
    const pet = await createPet(owner)
    await givenRole(server, pet.id, family, 'family')
    await givenRole(server, pet.id, sitter, 'sitter', new Date(server.clock.now().getTime() + day))
    const rename = (user: TestUser) => server.call<Pet>(user, 'PATCH', `/api/pets/${pet.id}`, { breed: user.username })
    expect((await rename(family)).body.breed).toBe(family.username)
    expect(readCode(await rename(sitter))).toBe('forbidden')
    const readAs = async (user: TestUser) => {
      const { people, myRole } = (await server.call<Pet>(user, 'GET', `/api/pets/${pet.id}`)).body
      return [people.map(({ role }) => role), myRole]
    }
    expect(await readAs(sitter)).toEqual([['owner', 'family', 'sitter'], 'sitter'])
    server.clock.advance(day + 1)
    expect(await readAs(sitter)).toEqual([['owner', 'family'], null])
  })

  it('returns `forbidden` to other users, 401 to visitors and 404 for unknown pets, as does DELETE', async () => {
    const [owner, other] = [await aUser(server), await aUser(server)]
    const pet = await createPet(owner)
    const calls = [
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', '', undefined],
      ['PUT', '/portrait', { photo: await aPhoto(server, other) }],
    ] as const
    for (const [method, path, body] of calls) {
      expect(readCode(await server.call(other, method, `/api/pets/${pet.id}${path}`, body))).toBe('forbidden')
      expect((await server.call(null, method, `/api/pets/${pet.id}${path}`, body)).status).toBe(401)
      expect((await server.call(other, method, `/api/pets/${randomUUID()}${path}`, body)).status).toBe(404)
    }
    expect((await server.call(null, 'POST', '/api/pets', biscuit)).status).toBe(401)
    expect((await server.call(other, 'PATCH', '/api/pets/biscuit', {})).status).toBe(400)
  })
})

describe('deletion of a pet', () => {
  it('immediately removes the pet’s page and its portrait, also from avatars, but keeps the posts', async () => {
    const owner = await aUser(server)
    const pet = await createPet(owner)
    const photo = await aPhoto(server, owner)
    await server.call(owner, 'PUT', `/api/pets/${pet.id}/portrait`, { photo })
    const avatar = await server.call<Viewer>(owner, 'PUT', '/api/profile/image', { pet: pet.id })
    expect(avatar.body.image).toMatch(/^\/media\//)
    const post = await aPost(server, owner, { pets: [pet.id] })
    expect(post.pets).toHaveLength(1)

    expect((await server.call(owner, 'DELETE', `/api/pets/${pet.id}`)).status).toBe(204)

    expect((await server.call(null, 'GET', `/api/pets/${pet.id}`)).status).toBe(404)
    expect((await server.call(owner, 'GET', `/api/pets/by-slug/${pet.slug}`)).status).toBe(404)
    expect((await server.call(owner, 'DELETE', `/api/pets/${pet.id}`)).status).toBe(404)
    expect((await server.call<Viewer>(owner, 'GET', '/api/session')).body.image).toBeNull()
    expect(await readDeletedAt(photo)).toBe(server.clock.now().toISOString())
    const remaining = await server.call<{ pets: unknown[] }>(null, 'GET', `/api/posts/${post.id}`)
    expect([remaining.status, remaining.body.pets]).toEqual([200, []])
    const lastAction = await server.deps.database.row(sql`
      select verb, actor_id as by from pet_actions where pet_id = ${pet.id} order by id desc limit 1`)
    expect(lastAction).toEqual({ verb: 'deleted', by: owner.id })
  })

  it('deletes the follows of the pet', async () => {
    const [owner, fan] = [await aUser(server), await aUser(server)]
    const pet = await createPet(owner)
    await server.call(fan, 'PUT', `/api/pets/${pet.id}/follow`)
    await server.call(owner, 'DELETE', `/api/pets/${pet.id}`)
    await server.runJobs()
    const follows = await server.deps.database.rows(sql`select 1 from pet_follows where pet_id = ${pet.id}`)
    expect(follows).toHaveLength(0)
  })

  it('is forbidden to family', async () => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await createPet(owner)
    await givenRole(server, pet.id, family, 'family')
    expect(readCode(await server.call(family, 'DELETE', `/api/pets/${pet.id}`))).toBe('forbidden')
  })
})

it('GET /api/pets/{id} returns 404 once the account of the pet’s last owner is deleted', async () => {
  const owner = await aUser(server)
  const pet = await createPet(owner)
  await markDeleted(server, owner)
  expect((await server.call(null, 'GET', `/api/pets/${pet.id}`)).status).toBe(404)
  expect((await server.call(null, 'GET', `/api/users/${owner.id}/pets`)).status).toBe(404)
})

describe('PUT /api/pets/{id}/portrait', () => {
  it('sets one of the user’s photos, deletes the previous portrait and updates avatars that show the pet', async () => {
    const owner = await aUser(server)
    const pet = await createPet(owner)
    const [first, second] = [await aPhoto(server, owner), await aPhoto(server, owner)]
    const setPortrait = (photo: PhotoId) => server.call(owner, 'PUT', `/api/pets/${pet.id}/portrait`, { photo })
    const updated = v.parse(Pet, (await setPortrait(first)).body)
    expect(updated.portraitPhoto?.id).toBe(first)
    const before = await server.call<Viewer>(owner, 'PUT', '/api/profile/image', { pet: pet.id })
    expect(before.body.image).toBe(updated.portrait)

    const next = v.parse(Pet, (await setPortrait(second)).body)
    expect(next.portrait).not.toBe(updated.portrait)
    expect((await server.call<Viewer>(owner, 'GET', '/api/session')).body.image).toBe(next.portrait)
    expect(await readDeletedAt(first)).not.toBeNull()
    expect(v.parse(Pet, (await setPortrait(second)).body)).toEqual(next)
    expect(await readDeletedAt(second)).toBeNull()
  })

  it('returns 404 for a photo in use or another user’s photo, and 422 for a failed photo', async () => {
    const [owner, other] = [await aUser(server), await aUser(server)]
    const pet = await createPet(owner)
    const setPortrait = (photo: string) => server.call(owner, 'PUT', `/api/pets/${pet.id}/portrait`, { photo })
    expect((await setPortrait(await aPhoto(server, other))).status).toBe(404)
    expect((await setPortrait(await aPhoto(server, owner, { attached: true }))).status).toBe(404)
    expect((await setPortrait(randomUUID())).status).toBe(404)
    expect((await setPortrait(await aPhoto(server, owner, { state: 'failed' }))).status).toBe(422)
    expect((await server.call<Pet>(owner, 'GET', `/api/pets/${pet.id}`)).body.portrait).toBeNull()
  })

  it('keeps one photo and deletes seven when eight photos are set in parallel', async () => {
    const owner = await aUser(server)
    const pet = await createPet(owner)
    const photos = await Promise.all(Array.from({ length: 8 }, () => aPhoto(server, owner)))
    const responses = await Promise.all(
      photos.map((photo) => server.call(owner, 'PUT', `/api/pets/${pet.id}/portrait`, { photo })),
    )
    expect(responses.map(({ status }) => status)).toEqual(photos.map(() => 200))
    const now = v.parse(Pet, (await server.call(owner, 'GET', `/api/pets/${pet.id}`)).body)
    const remaining = await Promise.all(photos.map(async (photo) => ((await readDeletedAt(photo)) ? [] : [photo])))
    expect(remaining.flat()).toEqual([now.portraitPhoto?.id])
  })
})

describe('GET /api/users/{id}/pets', () => {
  it('lists pets oldest first, without deleted pets', async () => {
    const owner = await aUser(server)
    const names = ['Ash', 'Birch', 'Cedar']
    const pets: Pet[] = []
    for (const name of names) {
      server.clock.advance(1)
      pets.push(await createPet(owner, { name }))
    }
    await server.call(owner, 'DELETE', `/api/pets/${pets[1]?.id}`)
    const list = await server.call(null, 'GET', `/api/users/${owner.id}/pets`)
    expect(v.parse(PetList, list.body).pets.map(({ name }) => name)).toEqual(['Ash', 'Cedar'])
    expect((await server.call(null, 'GET', `/api/users/${randomUUID()}/pets`)).status).toBe(404)
    expect((await server.call(null, 'GET', '/api/users/rex/pets')).status).toBe(400)
  })
})
