import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Notification } from '@pawtrait/contract/notifications.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { aPet, aPost, aUser, givenFollow, givenPetFollow } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

// The test clock only moves forward, so the tests are ordered by date.
const server = serverForFile()

async function advanceTo(instant: string) {
  server.clock.advance(Date.parse(instant) - server.clock.now().getTime())
  await server.deps.database.rows(sql`update sessions set created_at = ${instant}, last_seen_at = ${instant}`)
}

/** Creates a pet born on 28 November 2022, with its first owner in the given time zone. */
async function createPet(zone: string) {
  const owner = await aUser(server)
  const pet = await aPet(server, [owner])
  await server.deps.database.rows(sql`update users set time_zone = ${zone} where id = ${owner.id}`)
  await server.deps.database.rows(sql`update pets set birthday = '2022-11-28' where id = ${pet}`)
  return { owner, pet }
}

const findPet = <Card extends { id: PetId }>(pets: readonly Card[], pet: PetId) => pets.find(({ id }) => id === pet)

describe('local day of a pet', () => {
  it('triggers the birthday notification when it begins in the owner’s time zone, east and west of UTC', async () => {
    await advanceTo('2026-11-27T09:00:00Z')
    const fan = await aUser(server)
    const pets: PetId[] = []
    for (const zone of ['Asia/Tokyo', 'Africa/Nairobi', 'America/Los_Angeles']) {
      const { pet } = await createPet(zone)
      await givenPetFollow(server, fan, pet)
      pets.push(pet)
    }
    for (const instant of ['2026-11-27T15:15:00Z', '2026-11-27T21:15:00Z', '2026-11-28T08:15:00Z']) {
      await advanceTo(instant)
      await server.deps.jobs.send(server.deps.database, 'tell-birthdays', {})
      await server.runJobs()
      await server.runJobs() // Runs the jobs that events of the first run enqueued.
    }
    const { body } = await server.call<{ notifications: Notification[] }>(fan, 'GET', '/api/notifications')
    const lines = body.notifications.map(({ pet, day, updatedAt }) => [
      pets.indexOf(pet?.id as PetId),
      day,
      updatedAt.slice(0, 10),
    ])
    expect(lines).toEqual([
      [2, '2026-11-28', '2026-11-28'],
      [1, '2026-11-28', '2026-11-27'],
      [0, '2026-11-28', '2026-11-27'],
    ])
  })

  it('is based on the owner’s time zone and daylight saving time, as `utcOffset` of each pet card shows', async () => {
    await advanceTo('2026-12-31T20:00:00Z')
    const { owner, pet } = await createPet('America/Los_Angeles')
    const fan = await aUser(server)
    await givenFollow(server, fan, owner)
    const post = await aPost(server, owner, { pets: [pet] })
    const readOffsets = async () => {
      const feed = await server.call<FeedPage>(fan, 'GET', '/api/feed')
      const reply = await server.call(fan, 'GET', `/api/posts/${post.id}`)
      const pets = await server.call<{ pets: PetCard[] }>(fan, 'GET', `/api/users/${owner.id}/pets`)
      return [
        findPet(feed.body.posts.find(({ id }) => id === post.id)?.pets ?? [], pet)?.utcOffset,
        findPet(v.parse(Post, reply.body).pets, pet)?.utcOffset,
        findPet(pets.body.pets, pet)?.utcOffset,
      ]
    }
    expect(await readOffsets()).toEqual([-480, -480, -480])
    await advanceTo('2027-07-01T20:00:00Z')
    expect(await readOffsets()).toEqual([-420, -420, -420])
  })

  it('determines `postedOn` by the UTC offset at the time of posting, not by the current offset', async () => {
    await advanceTo('2027-12-31T22:30:00Z') // This is 1:30 on 1 January in Nairobi.
    const nairobi = await createPet('Africa/Nairobi')
    const posted = await aPost(server, nairobi.owner, { pets: [nairobi.pet] })
    await advanceTo('2028-01-01T07:30:00Z') // This is 23:30 on 31 December in Los Angeles.
    const angeles = await createPet('America/Los_Angeles')
    const late = await aPost(server, angeles.owner, { pets: [angeles.pet] })
    await advanceTo('2028-07-01T09:00:00Z')
    const readPostedOn = async (id: string, pet: PetId) =>
      findPet(v.parse(Post, (await server.call(null, 'GET', `/api/posts/${id}`)).body).pets, pet)?.postedOn
    expect(await readPostedOn(posted.id, nairobi.pet)).toBe('2028-01-01')
    expect(await readPostedOn(late.id, angeles.pet)).toBe('2027-12-31')
  })
})
