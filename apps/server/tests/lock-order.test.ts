import type { PetId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeTakenDownContent } from '#features/moderation/purge-taken-down-content.ts'
import { detectSpamWave } from '#features/moderation/spam-detection/detect-spam-wave.ts'
import { removeFormerSitterAvatars } from '#features/pets/remove-former-sitter-avatars.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { createTestDatabase } from '#testing/database/database.ts'
import { aPet, aPhoto, aPost, aUser, givenRole, type TestUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { createPetClient } from '#testing/pet-calls.ts'
import { aReport, decideAsModerator, undoAsModerator } from '#testing/reports.ts'
import { type Reply, startServer, type TestServer } from '#testing/server.ts'
import { findUserLockingUseCases } from './user-locking-use-cases.ts'

let server: TestServer
let desk: Awaited<ReturnType<typeof aModerator>>
let deadlocks = 0
beforeAll(async () => {
  const database = await createTestDatabase(10, { onDeadlock: () => deadlocks++ })
  server = await startServer({ PACE: '1000000' }, {}, { doors: { database } })
  desk = await aModerator(server)
})
afterAll(async () => {
  await server.stop()
})

let waves = 0
const letters = () => String(++waves).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

type SharedPetUsers = { me: TestUser; other: TestUser; pet: PetId }
type Action = (two: SharedPetUsers) => Promise<Reply<unknown>[]>

const call =
  (method: 'PUT' | 'DELETE', path: (two: SharedPetUsers) => string): Action =>
  async (two) => [await server.call(two.me, method, path(two))]

const follow = call('PUT', ({ other }) => `/api/users/${other.id}/follow`)
const unfollow = call('DELETE', ({ other }) => `/api/users/${other.id}/follow`)

/** Takes down the shared pet as a moderator. Does nothing if the pet is already deleted. */
async function takeDownPet({ pet }: SharedPetUsers) {
  const report = await aReport(server, 'pet', pet).catch(() => undefined)
  return report && decideAsModerator(desk, report, { action: 'take-down' })
}

/** API calls, keyed by the file of the use case. In each, one of two users who share a pet acts on the other. */
const actions: Record<string, Record<string, Action>> = {
  'blocks/block-user.ts': { block: call('PUT', ({ other }) => `/api/users/${other.id}/block`) },
  'follows/answer-follow-request.ts': {
    accept: call('PUT', ({ other }) => `/api/follow-requests/${other.id}`),
    decline: call('DELETE', ({ other }) => `/api/follow-requests/${other.id}`),
  },
  'follows/close-friends.ts': { befriend: call('PUT', ({ other }) => `/api/close-friends/${other.id}`) },
  'follows/follow-user.ts': {
    follow,
    unfollow,
    'ask and withdraw': async (two) => [...(await follow(two)), ...(await unfollow(two))],
    'take off': call('DELETE', ({ other }) => `/api/followers/${other.id}`),
  },
  'moderation/decide-report.ts': { 'take down': async (two) => [(await takeDownPet(two)) ?? []].flat() },
  'moderation/undo-decision.ts': {
    'take down and undo': async (two) => {
      const takedown = await takeDownPet(two)
      if (takedown?.status !== 201) return takedown ? [takedown] : []
      return [takedown, await undoAsModerator(desk, takedown.body.decision.id)]
    },
  },
  'moderation/purge-taken-down-content.ts': {
    purge: async () => {
      await purgeTakenDownContent(createContext(server.deps, systemCaller))
      return []
    },
  },
  'moderation/spam-detection/detect-spam-wave.ts': {
    hold: async ({ me, other }) => {
      const caption = `The very same words of both of us, one after the other, ${letters()}`
      const posts = [await aPost(server, me, { caption }), await aPost(server, other, { caption })]
      const ctx = createContext({ ...server.deps, config: { ...server.deps.config, spamWave: 2 } }, systemCaller)
      await Promise.all(posts.map(({ id }) => detectSpamWave(ctx, { post: id })))
      return []
    },
  },
  'pets/answer-invite.ts': {
    join: async ({ me, other, pet }) => {
      const { invite, acceptLink } = createPetClient(server)
      const invited = await invite(other, pet, 'owner')
      const token = invited.body.link?.split('#')[1]
      return token ? [invited, await acceptLink(me, token)] : [invited]
    },
  },
  'pets/delete-pet.ts': { remove: call('DELETE', ({ pet }) => `/api/pets/${pet}`) },
  'pets/remove-former-sitter-avatars.ts': {
    lapse: async () => {
      await removeFormerSitterAvatars(createContext(server.deps, systemCaller))
      return []
    },
  },
  'pets/set-portrait.ts': {
    hang: async ({ me, pet }) => [
      await server.call(me, 'PUT', `/api/pets/${pet}/portrait`, { photo: await aPhoto(server, me) }),
    ],
  },
  'pets/remove-person.ts': { part: call('DELETE', ({ other, pet }) => `/api/pets/${pet}/people/${other.id}`) },
}

// Use cases that lock all users with the same avatar, in id order, and then the pet or photo of that avatar.
const byPicture = ['media/store-rendering.ts', 'pets/transfer-ownerless-pets.ts', 'posts/edit-post.ts']

// Use cases that lock a single user before any other row.
const lockingOneUser = [
  'moderation/end-suspensions.ts',
  'sign-in/credentials/change-secret.ts',
  'sign-in/credentials/undo-email-change.ts',
  'sign-in/passkeys/add-passkey.ts',
  'sign-in/passkeys/change-passkeys.ts',
  'sign-in/recovery-codes/create-recovery-codes.ts',
]

// Use case that locks users to update their counters for a deleted account. delete-account.test.ts runs it concurrently
// for several accounts.
const leaving = ['erasure/sync-detached-rows.ts']

/** Creates two users who share a pet and have requested to follow each other. Each has a pet as profile picture. */
async function twoPeople(): Promise<[SharedPetUsers, SharedPetUsers]> {
  const [amina, brian] = [await aUser(server), await aUser(server)]
  const pet = await aPet(server, [amina, brian])
  const { database, clock } = server.deps
  const past = new Date(clock.now().getTime() - 1_000)
  const satPet = await aPet(server, [])
  await givenRole(server, satPet, brian, 'sitter', past)
  await database.rows(sql`update users set image_name = 'x', image_pet_id = ${satPet} where id = ${brian.id}`)
  await database.rows(sql`update users set image_name = 'y', image_pet_id = ${pet} where id = ${amina.id}`)
  await database.rows(sql`update users set is_private = true where id in (${amina.id}, ${brian.id})`)
  const now = clock.now().toISOString()
  await database.rows(sql`
    insert into follow_requests (follower_id, followee_id, created_at)
    values (${amina.id}, ${brian.id}, ${now}), (${brian.id}, ${amina.id}, ${now})`)
  return [
    { me: amina, other: brian, pet },
    { me: brian, other: amina, pet },
  ]
}

it('the lock-order tests include every use case that can lock several users', () => {
  expect([...Object.keys(actions), ...byPicture, ...lockingOneUser, ...leaving].toSorted()).toEqual(
    findUserLockingUseCases(),
  )
})

it('no two use cases deadlock when two users call them concurrently about each other', {
  timeout: 120_000,
}, async () => {
  const all = Object.values(actions).flatMap((group) => Object.entries(group))
  for (const [firstName, act] of all)
    for (const [secondName, react] of all) {
      const [first, second] = await twoPeople()
      const before = deadlocks
      const answers = (await Promise.all([act(first), react(second)])).flat()
      const failed = answers.filter(({ status }) => status >= 500).map(({ text }) => text)
      expect([firstName, secondName, deadlocks - before, failed]).toEqual([firstName, secondName, 0, []])
    }
})
