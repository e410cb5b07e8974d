import type { PetId } from '@pawtrait/contract/ids.ts'
import { mayDo, type PetVerb, petVerbs } from '@pawtrait/contract/pets/pet-roles.ts'
import { type PetRole, petRoles } from '@pawtrait/contract/pets/pets.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aPet, aPhoto, aStory, aUser, givenRole, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const actors = [...petRoles, 'sitter whose time is over', 'stranger', 'visitor'] as const
type Actor = (typeof actors)[number]

const roleOf = (actor: Actor): PetRole | null => petRoles.find((role) => role === actor) ?? null

/** A pet with somebody in every role, and one person more of a role whom verbs are tried on. */
async function aSharedPet() {
  const [owner, family, carer, sitter] = [
    await aUser(server),
    await aUser(server),
    await aUser(server),
    await aUser(server),
  ]
  const [other, late] = [await aUser(server), await aUser(server)]
  const pet = await aPet(server, [owner])
  const soon = new Date(server.clock.now().getTime() + hour)
  await givenRole(server, pet, family, 'family')
  await givenRole(server, pet, carer, 'carer')
  await givenRole(server, pet, sitter, 'sitter', soon)
  await givenRole(server, pet, other, 'carer')
  await givenRole(server, pet, late, 'sitter', new Date(server.clock.now().getTime() - 1))
  const people: Record<Actor, TestUser | null> = {
    owner,
    family,
    carer,
    sitter,
    'sitter whose time is over': late,
    stranger: await aUser(server),
    visitor: null,
  }
  return { pet, other, people }
}

type World = Awaited<ReturnType<typeof aSharedPet>>
type Try = (world: World, who: TestUser | null) => Promise<number>

const ask = async (
  who: TestUser | null,
  ...call: [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown]
) => (await server.call(who, ...call)).status

const until = () => new Date(server.clock.now().getTime() + 72 * hour).toISOString().slice(0, 10)
const invites =
  (role: PetRole): Try =>
  ({ pet }, who) =>
    ask(who, 'POST', `/api/pets/${pet}/invites`, { role, ...(role === 'sitter' && { until: until() }) })
const ownPhoto = async (who: TestUser | null) => aPhoto(server, who ?? (await aUser(server)))
const hasPortrait = async (pet: PetId) => {
  const photo = await aPhoto(server, await aUser(server), { attached: true })
  await server.deps.database.rows(sql`update pets set portrait_id = ${photo} where id = ${pet}`)
}

/** How each verb is done through HTTP. */
const tries: Record<PetVerb, Try> = {
  tag: async ({ pet }, who) => ask(who, 'POST', '/api/posts', { photos: [{ id: await ownPhoto(who) }], pets: [pet] }),
  'stand-in': async ({ pet }, who) => {
    await hasPortrait(pet)
    return ask(who, 'PUT', '/api/profile/image', { pet })
  },
  'see-people': ({ pet }, who) => ask(who, 'GET', `/api/pets/${pet}/people`),
  leave: async ({ pet, people }, who) => {
    // With another owner, so that the last one is not kept from it.
    await givenRole(server, pet, await aUser(server), 'owner')
    return ask(who, 'DELETE', `/api/pets/${pet}/people/${(who ?? people.stranger)?.id}`)
  },
  highlight: async ({ pet }, who) => {
    const story = await aStory(server, who ?? (await aUser(server)))
    return ask(who, 'PUT', `/api/stories/${story.id}/highlights/${pet}`)
  },
  edit: ({ pet }, who) => ask(who, 'PATCH', `/api/pets/${pet}`, { breed: 'Basenji' }),
  'change-portrait': async ({ pet }, who) =>
    ask(who, 'PUT', `/api/pets/${pet}/portrait`, { photo: await ownPhoto(who) }),
  'invite-sitter': invites('sitter'),
  'invite-carer': invites('carer'),
  'invite-family': invites('family'),
  'invite-owner': invites('owner'),
  'change-role': ({ pet, other }, who) => ask(who, 'PATCH', `/api/pets/${pet}/people/${other.id}`, { role: 'family' }),
  'remove-person': ({ pet, other }, who) => ask(who, 'DELETE', `/api/pets/${pet}/people/${other.id}`),
  'decide-tribute': async ({ pet }, who) => {
    await server.deps.database.rows(sql`update pets set died_on = '2026-01-01' where id = ${pet}`)
    const author = who ?? (await aUser(server))
    const left = await server.call<{ id: string }>(author, 'POST', `/api/pets/${pet}/tributes`, { text: 'A good dog.' })
    return ask(who, 'PATCH', `/api/tributes/${left.body.id}`, { state: 'approved' })
  },
  remember: ({ pet }, who) => ask(who, 'PUT', `/api/pets/${pet}/memorial`, { diedOn: '2026-01-01' }),
  delete: ({ pet }, who) => ask(who, 'DELETE', `/api/pets/${pet}`),
}

const every = petVerbs.flatMap((verb) => actors.map((actor) => ({ verb, actor, may: mayDo(roleOf(actor), verb) })))

describe('what each may do to a pet', () => {
  it('is tried for every verb', () => {
    expect(Object.keys(tries).toSorted()).toEqual([...petVerbs].toSorted())
    expect(every).toHaveLength(petVerbs.length * 7)
  })

  it.each(every)('$verb as $actor: $may', async ({ verb, actor, may }) => {
    const world = await aSharedPet()
    const status = await tries[verb](world, world.people[actor])
    // A tag says of a pet one does not care for what it says of one that is not there.
    const refused = actor === 'visitor' ? 401 : verb === 'tag' ? 404 : 403
    expect(status < 300 ? 'done' : status).toBe(may ? 'done' : refused)
  })

  it('changes nothing and is written down nowhere when it is refused', async () => {
    const world = await aSharedPet()
    const before = await stateOf(world.pet)
    // Trying to leave adds a second owner first.
    for (const { verb, actor } of every.filter(({ may, verb }) => !may && verb !== 'leave'))
      await tries[verb](world, world.people[actor])
    expect(await stateOf(world.pet)).toEqual(before)
  })
})

/** All that is written about a pet. */
const stateOf = async (pet: PetId) => ({
  pet: await server.deps.database.row(sql`select name, breed, deleted_at from pets where id = ${pet}`),
  people: await server.deps.database.rows(sql`select user_id, role from pet_people where pet_id = ${pet} order by 1`),
  invites: await server.deps.database.rows(sql`select id from pet_invites where pet_id = ${pet}`),
  actions: await server.deps.database.rows(sql`select verb from pet_actions where pet_id = ${pet}`),
  posts: await server.deps.database.rows(sql`select post_id from post_pets where pet_id = ${pet}`),
})
