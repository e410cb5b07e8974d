import type { PetId } from '@pawtrait/contract/ids.ts'
import { hasPermission, type PetPermission, petPermissions } from '@pawtrait/contract/pets/pet-roles.ts'
import { type PetRole, petRoles } from '@pawtrait/contract/pets/pets.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aPet, aPhoto, aStory, aUser, givenRole, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const actors = [...petRoles, 'former sitter', 'stranger', 'visitor'] as const
type Actor = (typeof actors)[number]

const roleOf = (actor: Actor): PetRole | null => petRoles.find((role) => role === actor) ?? null

/** Creates a pet with a user in every role, and another carer as the target of the actions. */
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
    'former sitter': late,
    stranger: await aUser(server),
    visitor: null,
  }
  return { pet, other, people }
}

type SharedPet = Awaited<ReturnType<typeof aSharedPet>>
type ActionCall = (world: SharedPet, user: TestUser | null) => Promise<number>

const callStatus = async (
  user: TestUser | null,
  ...call: [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown]
) => (await server.call(user, ...call)).status

const lastDay = () => new Date(server.clock.now().getTime() + 72 * hour).toISOString().slice(0, 10)
const inviteTo =
  (role: PetRole): ActionCall =>
  ({ pet }, user) =>
    callStatus(user, 'POST', `/api/pets/${pet}/invites`, { role, ...(role === 'sitter' && { until: lastDay() }) })
const ownPhoto = async (user: TestUser | null) => aPhoto(server, user ?? (await aUser(server)))
const setPortrait = async (pet: PetId) => {
  const photo = await aPhoto(server, await aUser(server), { attached: true })
  await server.deps.database.rows(sql`update pets set portrait_id = ${photo} where id = ${pet}`)
}

/** Functions that send the HTTP request of an action, keyed by the verb of the action. */
const actionCalls: Record<PetPermission, ActionCall> = {
  tag: async ({ pet }, user) =>
    callStatus(user, 'POST', '/api/posts', { photos: [{ id: await ownPhoto(user) }], pets: [pet] }),
  'stand-in': async ({ pet }, user) => {
    await setPortrait(pet)
    return callStatus(user, 'PUT', '/api/profile/image', { pet })
  },
  'see-people': ({ pet }, user) => callStatus(user, 'GET', `/api/pets/${pet}/people`),
  leave: async ({ pet, people }, user) => {
    // A second owner is needed, because the last owner cannot leave.
    await givenRole(server, pet, await aUser(server), 'owner')
    return callStatus(user, 'DELETE', `/api/pets/${pet}/people/${(user ?? people.stranger)?.id}`)
  },
  highlight: async ({ pet }, user) => {
    const story = await aStory(server, user ?? (await aUser(server)))
    return callStatus(user, 'PUT', `/api/stories/${story.id}/highlights/${pet}`)
  },
  edit: ({ pet }, user) => callStatus(user, 'PATCH', `/api/pets/${pet}`, { breed: 'Basenji' }),
  'change-portrait': async ({ pet }, user) =>
    callStatus(user, 'PUT', `/api/pets/${pet}/portrait`, { photo: await ownPhoto(user) }),
  'invite-sitter': inviteTo('sitter'),
  'invite-carer': inviteTo('carer'),
  'invite-family': inviteTo('family'),
  'invite-owner': inviteTo('owner'),
  'change-role': ({ pet, other }, user) =>
    callStatus(user, 'PATCH', `/api/pets/${pet}/people/${other.id}`, { role: 'family' }),
  'remove-person': ({ pet, other }, user) => callStatus(user, 'DELETE', `/api/pets/${pet}/people/${other.id}`),
  'decide-tribute': async ({ pet }, user) => {
    await server.deps.database.rows(sql`update pets set died_on = '2026-01-01' where id = ${pet}`)
    const author = user ?? (await aUser(server))
    const tribute = await server.call<{ id: string }>(author, 'POST', `/api/pets/${pet}/tributes`, {
      text: 'A good dog.',
    })
    return callStatus(user, 'PATCH', `/api/tributes/${tribute.body.id}`, { state: 'approved' })
  },
  remember: ({ pet }, user) => callStatus(user, 'PUT', `/api/pets/${pet}/memorial`, { diedOn: '2026-01-01' }),
  delete: ({ pet }, user) => callStatus(user, 'DELETE', `/api/pets/${pet}`),
}

const allCases = petPermissions.flatMap((verb) =>
  actors.map((actor) => ({ verb, actor, may: hasPermission(roleOf(actor), verb) })),
)

describe('pet permissions', () => {
  it('have a test for every verb and every actor', () => {
    expect(Object.keys(actionCalls).toSorted()).toEqual([...petPermissions].toSorted())
    expect(allCases).toHaveLength(petPermissions.length * 7)
  })

  it.each(allCases)('decide whether the actor "$actor" may do "$verb": $may', async ({ verb, actor, may }) => {
    const sharedPet = await aSharedPet()
    const status = await actionCalls[verb](sharedPet, sharedPet.people[actor])
    // Tagging a pet of other people returns 404, as for an unknown pet.
    const refused = actor === 'visitor' ? 401 : verb === 'tag' ? 404 : 403
    expect(status < 300 ? 'done' : status).toBe(may ? 'done' : refused)
  })

  it('leave the pet unchanged when they refuse an action', async () => {
    const sharedPet = await aSharedPet()
    const before = await readState(sharedPet.pet)
    // Skips `leave`, because its test call adds a second owner and so changes the rows.
    for (const { verb, actor } of allCases.filter(({ may, verb }) => !may && verb !== 'leave'))
      await actionCalls[verb](sharedPet, sharedPet.people[actor])
    expect(await readState(sharedPet.pet)).toEqual(before)
  })
})

/** Returns a pet's row, people, invitations, actions and posts, to compare them before and after requests. */
const readState = async (pet: PetId) => ({
  pet: await server.deps.database.row(sql`select name, breed, deleted_at from pets where id = ${pet}`),
  people: await server.deps.database.rows(sql`select user_id, role from pet_people where pet_id = ${pet} order by 1`),
  invites: await server.deps.database.rows(sql`select id from pet_invites where pet_id = ${pet}`),
  actions: await server.deps.database.rows(sql`select verb from pet_actions where pet_id = ${pet}`),
  posts: await server.deps.database.rows(sql`select post_id from post_pets where pet_id = ${pet}`),
})
