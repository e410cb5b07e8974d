import type { PetId } from '@pawtrait/contract/ids.ts'
import { Tribute } from '@pawtrait/contract/pets/pet-memorial.ts'
import type { Invitation } from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet, PetCard } from '@pawtrait/contract/pets/pets.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { day } from '#testing/clock.ts'
import { aPet, aPost, aUser, givenRole, type TestUser } from '#testing/fixtures.ts'
import { createPetClient, getCodeOrStatus } from '#testing/pet-calls.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const startMemorial = (user: TestUser, pet: PetId, diedOn: unknown = '2026-09-09') =>
  server.call<Pet>(user, 'PUT', `/api/pets/${pet}/memorial`, { diedOn })

async function aMemorial() {
  const owner = await aUser(server)
  const pet = await aPet(server, [owner], 'Bahati')
  expect((await startMemorial(owner, pet)).status).toBe(200)
  return { owner, pet }
}

const leaveTribute = (user: TestUser, pet: PetId, text = 'He waited for our school bus.') =>
  server.call<Tribute>(user, 'POST', `/api/pets/${pet}/tributes`, { text })
const decide = (user: TestUser, { id }: Tribute, state: string) =>
  server.call(user, 'PATCH', `/api/tributes/${id}`, { state })
const listTributes = async (user: TestUser | null, pet: PetId, query = '') =>
  v.parse(
    v.object({ tributes: v.array(Tribute), cursor: v.nullable(v.string()), approved: v.number() }),
    (await server.call(user, 'GET', `/api/pets/${pet}/tributes${query}`)).body,
  )
const listTexts = async (user: TestUser | null, pet: PetId) =>
  (await listTributes(user, pet)).tributes.map(({ text, state }) => [text, state])

describe('memorial of a pet', () => {
  it('can be set, changed and removed by an owner, and each change is recorded as a pet action', async () => {
    const owner = await aUser(server)
    const pet = await aPet(server, [owner])
    expect((await startMemorial(owner, pet)).body.diedOn).toBe('2026-09-09')
    expect((await server.call<Pet>(null, 'GET', `/api/pets/${pet}`)).body.diedOn).toBe('2026-09-09')
    expect((await startMemorial(owner, pet, '2026-09-08')).body.diedOn).toBe('2026-09-08')
    const undoResponse = await server.call<Pet>(owner, 'DELETE', `/api/pets/${pet}/memorial`)
    expect(undoResponse.body.diedOn).toBeNull()
    const actions = await server.deps.database.rows(sql`select verb from pet_actions where pet_id = ${pet} order by id`)
    expect(actions).toEqual([{ verb: 'remembered' }, { verb: 'remembered' }, { verb: 'memorial-undone' }])
  })

  it('hides the birthday on the pet’s cards', async () => {
    const owner = await aUser(server)
    const other = await aUser(server)
    const pet = await aPet(server, [owner])
    await server.call(owner, 'PATCH', `/api/pets/${pet}`, { birthday: '2020-01-01' })
    await createPetClient(server).byName(owner, pet, other, 'carer')
    const card = async () =>
      (await server.call<{ invitations: Invitation[] }>(other, 'GET', '/api/invitations')).body.invitations[0]?.pet
    expect((await card())?.birthday).toBe('2020-01-01')
    await server.deps.database.rows(sql`update pets set died_on = '2026-09-09' where id = ${pet}`)
    expect((await card())?.birthday).toBeNull()
  })

  it.each([
    ['a missing day', null],
    ['a future day', '2999-01-01'],
    ['a day that does not exist', '2026-02-30'],
    ['a day before the pet’s birthday', '2019-12-31'],
  ])('is refused with `validation-failed` for %s', async (_, diedOn) => {
    const owner = await aUser(server)
    const pet = await aPet(server, [owner])
    await server.deps.database.rows(sql`update pets set birthday = '2020-01-01' where id = ${pet}`)
    expect(getCodeOrStatus(await startMemorial(owner, pet, diedOn))).toBe('validation-failed')
  })

  it('removes the pet from suggestions and its posts from Explore, but not from the pet’s page', async () => {
    const [owner, stranger] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner], 'Simba')
    await server.deps.database.rows(sql`
      update pets set birthday = '2011-05-03', follower_count = 1000 where id = ${pet}`)
    const older = await aPost(server, owner)
    const post = await aPost(server, owner, { pets: [pet] })
    const readSuggested = async () =>
      (await server.call<{ pets: PetCard[] }>(stranger, 'GET', '/api/suggestions')).body.pets.some(
        ({ id }) => id === pet,
      )
    const readExplored = async () =>
      (
        await server.call<{ posts: { id: string; author: { id: string } }[] }>(stranger, 'GET', '/api/explore')
      ).body.posts
        .filter(({ author }) => author.id === owner.id)
        .map(({ id }) => id)
    expect([await readSuggested(), await readExplored()]).toEqual([true, [post.id]])
    await startMemorial(owner, pet)
    expect([await readSuggested(), await readExplored()]).toEqual([false, [older.id]])
    const shown = await server.call<{ pets: PetCard[] }>(stranger, 'GET', `/api/posts/${post.id}`)
    expect(shown.body.pets).toMatchObject([{ id: pet, birthday: null }])
    const petPosts = await server.call<{ posts: unknown[] }>(stranger, 'GET', `/api/pets/${pet}/posts`)
    expect(petPosts.body.posts).toHaveLength(1)
  })
})

describe('tribute to a pet', () => {
  it('is visible only to its author and the owners until an owner approves it', async () => {
    const { owner, pet } = await aMemorial()
    const [author, family] = [await aUser(server), await aUser(server)]
    await givenRole(server, pet, family, 'family')
    await server.runJobs()
    const tribute = (await leaveTribute(author, pet)).body
    expect(v.parse(Tribute, tribute)).toMatchObject({ state: 'waiting', mine: true, author: { id: author.id } })
    const events = await server.deps.database.rows(sql`select type, data - 'requestId' as data from events`)
    expect(events).toEqual([{ type: 'tribute-left', data: { tributeId: tribute.id, petId: pet, by: author.id } }])
    const waitingTexts = [['He waited for our school bus.', 'waiting']]
    expect([await listTexts(author, pet), await listTexts(owner, pet)]).toEqual([waitingTexts, waitingTexts])
    expect([await listTexts(family, pet), await listTexts(null, pet)]).toEqual([[], []])
    expect(getCodeOrStatus(await decide(family, tribute, 'approved'))).toBe('not-found')
    expect(getCodeOrStatus(await decide(author, tribute, 'approved'))).toBe('forbidden')
    expect(getCodeOrStatus(await decide(owner, tribute, 'approved'))).toBe(204)
    expect(await listTexts(null, pet)).toEqual([['He waited for our school bus.', 'approved']])
    expect((await listTributes(null, pet)).approved).toBe(1)
    expect(getCodeOrStatus(await decide(family, tribute, 'declined'))).toBe('forbidden')
  })

  it('is hidden from everyone when an owner declines it', async () => {
    const { owner, pet } = await aMemorial()
    const author = await aUser(server)
    const tribute = (await leaveTribute(author, pet)).body
    await decide(owner, tribute, 'declined')
    expect([await listTexts(author, pet), await listTexts(owner, pet)]).toEqual([[], []])
    expect(getCodeOrStatus(await decide(owner, tribute, 'approved'))).toBe('not-found')
    expect(getCodeOrStatus(await server.call(author, 'DELETE', `/api/tributes/${tribute.id}`))).toBe('not-found')
  })

  it('is approved immediately if written by an owner, and can be deleted only by that owner', async () => {
    const { owner, pet } = await aMemorial()
    const ownTribute = (await leaveTribute(owner, pet, 'Fifteen years.')).body
    expect(ownTribute.state).toBe('approved')
    const stranger = await aUser(server)
    expect(getCodeOrStatus(await server.call(stranger, 'DELETE', `/api/tributes/${ownTribute.id}`))).toBe('forbidden')
    expect(getCodeOrStatus(await server.call(owner, 'DELETE', `/api/tributes/${ownTribute.id}`))).toBe(204)
    expect(await listTexts(null, pet)).toEqual([])
  })

  it('can be deleted by its author after an owner blocks the author, but by no other blocked user', async () => {
    const { owner, pet } = await aMemorial()
    const [author, other] = [await aUser(server), await aUser(server)]
    const tribute = (await leaveTribute(author, pet)).body
    await decide(owner, tribute, 'approved')
    for (const user of [author, other]) await server.call(owner, 'PUT', `/api/users/${user.id}/block`)
    expect(getCodeOrStatus(await server.call(other, 'DELETE', `/api/tributes/${tribute.id}`))).toBe('not-found')
    expect(await listTexts(null, pet)).toHaveLength(1)
    expect(getCodeOrStatus(await server.call(author, 'DELETE', `/api/tributes/${tribute.id}`))).toBe(204)
    expect(await listTexts(null, pet)).toEqual([])
  })

  it('is deleted when its pet is deleted', async () => {
    const { owner, pet } = await aMemorial()
    await server.call(owner, 'PATCH', `/api/pets/${pet}`, { bio: 'Lived in Kilimani.' })
    await leaveTribute(await aUser(server), pet)
    expect((await server.call(owner, 'DELETE', `/api/pets/${pet}`)).status).toBe(204)
    expect(await server.deps.database.rows(sql`select id from tributes where pet_id = ${pet}`)).toEqual([])
    expect(await server.deps.database.rows(sql`select bio from pets where id = ${pet}`)).toEqual([{ bio: '' }])
  })

  it('is hidden while the memorial is removed, and refused if its text is invalid or the pet is alive', async () => {
    const { owner, pet } = await aMemorial()
    await leaveTribute(owner, pet, 'Stays')
    await server.call(owner, 'DELETE', `/api/pets/${pet}/memorial`)
    expect([await listTexts(owner, pet), getCodeOrStatus(await leaveTribute(owner, pet))]).toEqual([[], 'conflict'])
    await startMemorial(owner, pet)
    expect(await listTexts(null, pet)).toEqual([['Stays', 'approved']])
    expect(getCodeOrStatus(await leaveTribute(owner, pet, 'x'.repeat(501)))).toBe('validation-failed')
    expect(getCodeOrStatus(await leaveTribute(owner, pet, ' '))).toBe('validation-failed')
    expect((await server.call(null, 'POST', `/api/pets/${pet}/tributes`, { text: 'x' })).status).toBe(401)
  })

  it('is limited to ten a day per user, listed in pages and hidden from users that its author blocks', async () => {
    const { owner, pet } = await aMemorial()
    const author = await aUser(server)
    const replies: unknown[] = []
    for (let i = 0; i < 11; i++) replies.push(getCodeOrStatus(await leaveTribute(author, pet, `Memory ${i}`)))
    expect(replies.slice(9)).toEqual([201, 'too-many-requests'])
    const first = await listTributes(owner, pet, '?limit=6')
    const second = await listTributes(owner, pet, `?limit=6&cursor=${first.cursor}`)
    expect([...first.tributes, ...second.tributes].map(({ text }) => text)).toEqual(
      Array.from({ length: 10 }, (_, i) => `Memory ${9 - i}`),
    )
    expect(second.cursor).toBeNull()
    server.clock.advance(day)
    expect(getCodeOrStatus(await leaveTribute(author, pet, 'Tomorrow'))).toBe(201)
    const reader = await aUser(server)
    for (const each of (await listTributes(owner, pet, '?limit=50')).tributes) await decide(owner, each, 'approved')
    expect((await listTributes(reader, pet)).approved).toBe(11)
    await server.deps.database.rows(sql`
      insert into blocks (blocker_id, blocked_id, created_at) values (${author.id}, ${reader.id}, now())`)
    expect(await listTributes(reader, pet)).toEqual({ tributes: [], cursor: null, approved: 0 })
  })
})
