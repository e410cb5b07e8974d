import type { PetAction } from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, hour } from '#testing/clock.ts'
import { countLockWaits } from '#testing/database/database.ts'
import { aPet, aPhoto, aPost, aUser, givenRole, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { createPetClient, getCodeOrStatus } from '#testing/pet-calls.ts'
import { drawnScene } from '#testing/photos/images.ts'
import { readyPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { transferOwnerlessPets } from './transfer-ownerless-pets.ts'

const server = serverForFile()
const { byName, accept, leave, rolesOf } = createPetClient(server)

describe('last owner of a pet', () => {
  it('cannot leave or step down before a handover (`conflict`)', async () => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, family, 'family')
    expect(getCodeOrStatus(await leave(owner, pet))).toBe('conflict')
    const stepDown = await server.call(owner, 'PATCH', `/api/pets/${pet}/people/${owner.id}`, { role: 'family' })
    expect(getCodeOrStatus(stepDown)).toBe('conflict')
    const deletedOwner = await aUser(server)
    await givenRole(server, pet, deletedOwner, 'owner')
    await markDeleted(server, deletedOwner)
    // The other owner does not count, because that account is deleted.
    expect(getCodeOrStatus(await leave(owner, pet))).toBe('conflict')
  })

  it.each([
    ['owner', 'owner'],
    ['family', 'family'],
    ['leaves', null],
  ] as const)('hands over the pet when the invitee accepts (`afterwards`: "%s")', async (afterwards, newRole) => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, family, 'family')
    const invitation = await byName(owner, pet, family, 'owner', { afterwards })
    expect((await server.call<Pet>(owner, 'GET', `/api/pets/${pet}`)).body.myRole).toBe('owner')
    expect((await accept(family, invitation)).body.myRole).toBe('owner')
    expect((await server.call<Pet>(owner, 'GET', `/api/pets/${pet}`)).body.myRole).toBe(newRole)
  })

  it('remains when both owners leave in parallel', async () => {
    for (let i = 0; i < 5; i++) {
      const [a, b] = [await aUser(server), await aUser(server)]
      const pet = await aPet(server, [a, b])
      const both = await Promise.all([leave(a, pet), leave(b, pet)])
      expect(both.map(getCodeOrStatus).map(String).toSorted()).toEqual(['204', 'conflict'])
    }
  })

  it('remains when two owners remove each other in parallel', async () => {
    const [a, b] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [a, b])
    const remove = (by: TestUser, target: TestUser) => server.call(by, 'DELETE', `/api/pets/${pet}/people/${target.id}`)
    const both = await Promise.all([remove(a, b), remove(b, a)])
    expect(both.map(getCodeOrStatus).map(String).toSorted()).toEqual(['204', 'forbidden'])
  })
})

it('`end-sitting` job removes the pet from a sitter’s avatar after the sitter’s last day', async () => {
  const [owner, sitter, currentSitter] = [await aUser(server), await aUser(server), await aUser(server)]
  const pet = await aPet(server, [owner])
  await server.call(owner, 'PUT', `/api/pets/${pet}/portrait`, { photo: await aPhoto(server, owner) })
  const now = server.clock.now().getTime()
  for (const [user, days] of [
    [sitter, 1],
    [currentSitter, 2],
  ] as const) {
    await givenRole(server, pet, user, 'sitter', new Date(now + days * day))
    expect((await server.call(user, 'PUT', '/api/profile/image', { pet })).status).toBe(200)
  }
  server.clock.advance(day)
  await server.deps.jobs.send(server.deps.database, 'end-sitting', {})
  await server.runJobs()
  const image = async (user: TestUser) =>
    (await server.call<{ image: unknown }>(user, 'GET', '/api/session')).body.image
  expect([await image(sitter), await image(currentSitter)]).toEqual([null, expect.stringMatching(/^\/media\//)])
})

describe('leaving a pet', () => {
  it('removes the pet from the user’s avatar, but keeps the user’s posts on the pet’s page', async () => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, family, 'family')
    await server.call(owner, 'PUT', `/api/pets/${pet}/portrait`, { photo: await aPhoto(server, owner) })
    await server.call(family, 'PUT', '/api/profile/image', { pet })
    const post = await aPost(server, family, { pets: [pet] })
    expect(getCodeOrStatus(await leave(family, pet))).toBe(204)
    expect((await server.call<{ image: null }>(family, 'GET', '/api/session')).body.image).toBeNull()
    const petPosts = await server.call<{ posts: { id: string }[] }>(null, 'GET', `/api/pets/${pet}/posts`)
    expect(petPosts.body.posts.map(({ id }) => id)).toEqual([post.id])
    expect(getCodeOrStatus(await leave(family, pet))).toBe('forbidden')
    const twice = await server.call(owner, 'DELETE', `/api/pets/${pet}/people/${family.id}`)
    expect(getCodeOrStatus(twice)).toBe('not-found')
  })
})

it.each(['remove a person from', 'leave', 'delete'])(
  'request to %s a pet locks users before the pet',
  async (action) => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, family, 'family')
    await server.call(owner, 'PUT', `/api/pets/${pet}/portrait`, { photo: await aPhoto(server, owner) })
    await server.call(family, 'PUT', '/api/profile/image', { pet })
    const deletion = await server.deps.database.transaction(async (db) => {
      await db.rows(sql`select 1 from users where id = ${family.id} for no key update`)
      const actor = action === 'leave' ? family : owner
      const path = action === 'delete' ? '' : `/people/${family.id}`
      const answer = server.call(actor, 'DELETE', `/api/pets/${pet}${path}`)
      await expect.poll(() => countLockWaits(server)).toBe(1)
      // Users are locked before pets. While the request waits for the user lock, the pet must be unlocked.
      await db.rows(sql`select 1 from pets where id = ${pet} for no key update nowait`)
      return { answer }
    })
    expect((await deletion.answer).status).toBe(204)
    expect((await server.call<{ image: null }>(family, 'GET', '/api/session')).body.image).toBeNull()
  },
)

describe('portrait of a pet', () => {
  it('can be cropped while the uploader’s role allows it, and the crop appears in the pet’s history', async () => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, family, 'family')
    const { id: photo } = await readyPhoto(server, family, await drawnScene(340, 255).jpeg().toBuffer())
    await server.call(family, 'PUT', `/api/pets/${pet}/portrait`, { photo })
    const crop = (rotate: number) => server.call(family, 'PATCH', `/api/photos/${photo}`, { crop: null, rotate })
    expect(getCodeOrStatus(await crop(90))).toBe(200)
    await server.runJobs()
    const url = `/api/pets/${pet}/actions`
    const { actions } = (await server.call<{ actions: PetAction[] }>(owner, 'GET', url)).body
    const changed = [family.username, 'changed-portrait']
    expect(actions.slice(0, 2).map(({ actor, verb }) => [actor?.username, verb])).toEqual([changed, changed])

    const portrait = async () => (await server.call<Pet>(owner, 'GET', `/api/pets/${pet}`)).body.portrait
    const before = await portrait()
    await server.call(owner, 'PATCH', `/api/pets/${pet}/people/${family.id}`, { role: 'carer' })
    expect(getCodeOrStatus(await crop(180))).toBe('forbidden')
    await server.call(owner, 'DELETE', `/api/pets/${pet}/people/${family.id}`)
    await server.call(owner, 'PUT', `/api/users/${family.id}/block`)
    expect(getCodeOrStatus(await crop(180))).toBe('forbidden')
    expect(await portrait()).toBe(before)
  })

  it('does not change when the uploader is removed from the pet during a crop', async () => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, family, 'family')
    const { id: photo } = await readyPhoto(server, family, await drawnScene(340, 255).jpeg().toBuffer())
    await server.call(family, 'PUT', `/api/pets/${pet}/portrait`, { photo })
    await server.call(owner, 'PUT', '/api/profile/image', { pet })
    const portrait = async () => (await server.call<Pet>(owner, 'GET', `/api/pets/${pet}`)).body.portrait
    const before = await portrait()
    const cropRequest = await server.deps.database.transaction(async (db) => {
      // The crop request waits for this lock: an edit of a photo first locks all users who show it as avatar.
      await db.rows(sql`select 1 from users where id = ${owner.id} for no key update`)
      const answer = server.call(family, 'PATCH', `/api/photos/${photo}`, { crop: null, rotate: 90 })
      await expect.poll(() => countLockWaits(server)).toBe(1)
      await db.rows(sql`delete from pet_people where pet_id = ${pet} and user_id = ${family.id}`)
      return { answer }
    })
    expect(getCodeOrStatus(await cropRequest.answer)).toBe('forbidden')
    expect(await portrait()).toBe(before)
  })
})

describe('GET /api/pets/{id}/actions', () => {
  it('lists actions and their actors to the pet’s people, newest first, in pages', async () => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const created = await server.call<Pet>(owner, 'POST', '/api/pets', {
      name: 'Mango',
      species: 'cat',
      backdrop: 'clay',
    })
    const pet = created.body.id
    await accept(family, await byName(owner, pet, family, 'family'))
    await server.call(family, 'PATCH', `/api/pets/${pet}`, { bio: 'Bites on Tuesdays.' })
    await server.call(family, 'PUT', `/api/pets/${pet}/portrait`, { photo: await aPhoto(server, family) })
    await server.call(owner, 'PATCH', `/api/pets/${pet}/people/${family.id}`, { role: 'carer' })
    const actionsFor = async (user: TestUser) => {
      const rows: unknown[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: string = `?limit=4${cursor && `&cursor=${cursor}`}`
        const url = `/api/pets/${pet}/actions${query}`
        const page = await server.call<{ actions: PetAction[]; cursor: string | null }>(user, 'GET', url)
        rows.push(
          ...page.body.actions.map((each) => [
            each.actor?.username,
            each.verb,
            each.user?.username ?? each.fields,
            each.role,
          ]),
        )
        cursor = page.body.cursor
      }
      return rows
    }
    const all = [
      [owner.username, 'changed-role', family.username, 'carer'],
      [family.username, 'changed-portrait', [], null],
      [family.username, 'edited', ['bio'], null],
      [family.username, 'joined', owner.username, 'family'],
      [owner.username, 'invited', family.username, 'family'],
      [owner.username, 'added', [], null],
    ]
    expect(await actionsFor(owner)).toEqual(all)
    // Invitations to a role are listed only for people who may invite others to this role. A carer may not invite
    // family.
    expect(await actionsFor(family)).toEqual(all.filter(([, verb]) => verb !== 'invited'))
    expect(getCodeOrStatus(await server.call(await aUser(server), 'GET', `/api/pets/${pet}/actions`))).toBe('forbidden')
    expect((await server.call(family, 'GET', `/api/pets/${pet}/actions?cursor=1`)).status).toBe(400)
    await server.call(owner, 'DELETE', `/api/pets/${pet}/people/${family.id}`)
    expect((await actionsFor(owner))[0]).toEqual([owner.username, 'removed', family.username, 'carer'])
    await accept(family, await byName(owner, pet, family, 'family'))
    await leave(family, pet)
    expect((await actionsFor(owner))[0]).toEqual([family.username, 'left', [], null])
  })
})

describe('erasure of a user', () => {
  const erase = async (user: TestUser) => {
    await server.deps.database.rows(sql`delete from users where id = ${user.id}`)
    await Promise.all([
      transferOwnerlessPets(createContext(server.deps, systemCaller)),
      transferOwnerlessPets(createContext(server.deps, systemCaller)),
    ])
    await server.runJobs()
  }

  it('keeps the pet and other users’ posts, and removes the user’s name from the pet’s history', async () => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await accept(family, await byName(owner, pet, family, 'family'))
    const [erased, other] = [await aPost(server, family, { pets: [pet] }), await aPost(server, owner, { pets: [pet] })]
    await erase(family)
    const petPosts = await server.call<{ posts: { id: string }[] }>(null, 'GET', `/api/pets/${pet}/posts`)
    expect(petPosts.body.posts.map(({ id }) => id)).toEqual([other.id])
    expect((await server.call(null, 'GET', `/api/posts/${erased.id}`)).status).toBe(404)
    const { actions } = (await server.call<{ actions: PetAction[] }>(owner, 'GET', `/api/pets/${pet}/actions`)).body
    expect(actions.map(({ verb, actor, user }) => [verb, actor?.id ?? null, user?.id ?? null])).toEqual([
      ['joined', null, owner.id],
      ['invited', owner.id, null],
    ])
  })

  it('transfers an ownerless pet to its first family member, or to a carer if there is no family', async () => {
    const [owner, carer, sitter, family, younger] = await Promise.all([1, 2, 3, 4, 5].map(() => aUser(server)))
    if (!owner || !carer || !sitter || !family || !younger) throw new Error('five people')
    const pet = await aPet(server, [owner])
    const later = new Date(server.clock.now().getTime() + 30 * day)
    for (const [user, role] of [
      [carer, 'carer'],
      [sitter, 'sitter'],
      [family, 'family'],
      [younger, 'family'],
    ] as const) {
      server.clock.advance(hour)
      await givenRole(server, pet, user, role, role === 'sitter' ? later : null)
    }
    await erase(owner)
    expect((await rolesOf(sitter, pet))[0]).toEqual([family.username, 'owner'])
    const { actions } = (await server.call<{ actions: PetAction[] }>(carer, 'GET', `/api/pets/${pet}/actions`)).body
    expect(actions.map(({ verb, actor, user }) => [verb, actor, user?.id])).toEqual([['inherited', null, family.id]])
    await erase(family)
    await erase(younger)
    expect((await rolesOf(sitter, pet))[0]).toEqual([carer.username, 'owner'])
  })

  it('deletes the pet if only a sitter remains, but keeps the posts of other users', async () => {
    const [owner, sitter, fan] = [await aUser(server), await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, sitter, 'sitter', new Date(server.clock.now().getTime() + day))
    const post = await aPost(server, sitter, { pets: [pet] })
    await server.call(fan, 'PUT', `/api/pets/${pet}/follow`)
    await erase(owner)
    expect((await server.call(sitter, 'GET', `/api/pets/${pet}`)).status).toBe(404)
    const remaining = await server.call<{ pets: unknown[] }>(null, 'GET', `/api/posts/${post.id}`)
    expect([remaining.status, remaining.body.pets]).toEqual([200, []])
    expect(await server.deps.database.rows(sql`select 1 from pet_follows where pet_id = ${pet}`)).toEqual([])
  })

  it('transfers an ownerless pet to a soft-deleted family member once that account is restored', async () => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, family, 'family')
    await markDeleted(server, family)
    await erase(owner)
    await server.deps.database.rows(sql`update users set deleted_at = null where id = ${family.id}`)
    await transferOwnerlessPets(createContext(server.deps, systemCaller))
    expect(await rolesOf(family, pet)).toEqual([[family.username, 'owner']])
  })
})
