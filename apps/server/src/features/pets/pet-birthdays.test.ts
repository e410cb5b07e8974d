import type { PetId } from '@pawtrait/contract/ids.ts'
import { type Birthday, Memory } from '@pawtrait/contract/pets/pet-days.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { aPet, aPost, aUser, givenHide, givenPetFollow, givenRole, type TestUser } from '#testing/fixtures.ts'
import { getCodeOrStatus } from '#testing/pet-calls.ts'
import { serverForFile } from '#testing/server.ts'
import { petJobs } from './jobs.ts'
import { publishBirthdays } from './publish-birthdays.ts'

// The test clock only moves forward, so the tests are ordered by date.
const server = serverForFile()

/** Advances the clock to an instant, and keeps all sessions valid. */
async function advanceTo(instant: string) {
  server.clock.advance(Date.parse(instant) - server.clock.now().getTime())
  await server.deps.database.rows(sql`update sessions set created_at = ${instant}, last_seen_at = ${instant}`)
}

const publish = () => publishBirthdays(createContext(server.deps, systemCaller))

/** Creates a pet with a birthday, and its first owner in the given time zone. */
async function createPet(birthday: string, zone = 'Africa/Nairobi') {
  const owner = await aUser(server)
  const pet = await aPet(server, [owner])
  await server.deps.database.rows(sql`update users set time_zone = ${zone} where id = ${owner.id}`)
  await server.deps.database.rows(sql`update pets set birthday = ${birthday}::text::date where id = ${pet}`)
  return { owner, pet }
}

const readEventDays = async (pet: PetId) =>
  (
    await server.deps.database.rows<{ day: string }>(sql`
      select data ->> 'day' as day from events where type = 'pet-birthday' and data ->> 'petId' = ${pet} order by id`)
  ).map(({ day }) => day)

const readCards = async (user: TestUser) =>
  (await server.call<{ birthdays: Birthday[] }>(user, 'GET', '/api/birthdays')).body.birthdays

describe('`tell-birthdays` job', () => {
  it('writes one event when the birthday begins in the first owner’s time zone, also in concurrent runs', async () => {
    await advanceTo('2027-03-10T08:00:00Z')
    const tokyo = await createPet('2024-03-12', 'Asia/Tokyo')
    const newYork = await createPet('2024-03-12', 'America/New_York')
    await givenRole(server, tokyo.pet, newYork.owner, 'owner') // The time zone of the first owner still applies.
    const seen: unknown[] = []
    for (const instant of [
      '2027-03-11T14:59:00Z',
      '2027-03-11T15:00:00Z',
      '2027-03-12T04:59:00Z',
      '2027-03-12T05:00:00Z',
      '2027-03-13T03:00:00Z',
    ]) {
      await advanceTo(instant)
      await Promise.all([publish(), publish(), publish()])
      seen.push([(await readEventDays(tokyo.pet)).length, (await readEventDays(newYork.pet)).length])
    }
    expect(seen).toEqual([
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 1],
      [1, 1],
    ])
    expect([await readEventDays(tokyo.pet), await readEventDays(newYork.pet)]).toEqual([['2027-03-12'], ['2027-03-12']])
  })

  it('writes the event in the first run on the birthday, even late in the day, but not on a later day', async () => {
    const [late, missed] = [await createPet('2020-03-20'), await createPet('2020-03-18')]
    await advanceTo('2027-03-20T20:00:00Z') // This is 23:00 on 20 March in Nairobi.
    await publish()
    expect([await readEventDays(late.pet), await readEventDays(missed.pet)]).toEqual([['2027-03-20'], []])
  })

  it('writes one event a year, but none on the day of birth, after death or after deletion', async () => {
    const [again, today, dead, gone] = [
      await createPet('2020-04-01'),
      await createPet('2027-04-01'),
      await createPet('2020-04-01'),
      await createPet('2020-04-01'),
    ]
    await server.deps.database.rows(sql`update pets set died_on = '2027-01-01' where id = ${dead.pet}`)
    await server.deps.database.rows(sql`update pets set deleted_at = now() where id = ${gone.pet}`)
    await advanceTo('2027-04-01T09:00:00Z')
    await publish()
    await advanceTo('2028-04-01T09:00:00Z')
    await publish()
    expect(await readEventDays(again.pet)).toEqual(['2027-04-01', '2028-04-01'])
    expect(await readEventDays(today.pet)).toEqual(['2028-04-01'])
    expect([await readEventDays(dead.pet), await readEventDays(gone.pet)]).toEqual([[], []])
  })

  it('moves a birthday on 29 February to 28 February, except in leap years', async () => {
    const leapling = await createPet('2024-02-29')
    for (const day of ['2029-02-28', '2029-03-01', '2030-02-28', '2032-02-28', '2032-02-29', '2032-03-01']) {
      await advanceTo(`${day}T09:00:00Z`)
      await publish()
    }
    expect(await readEventDays(leapling.pet)).toEqual(['2029-02-28', '2030-02-28', '2032-02-29'])
  })
})

describe('birthday card of a pet', () => {
  it('is shown to followers for one day and accepts one paw per user', async () => {
    const { pet, owner } = await createPet('2029-06-01')
    const [fan, other] = [await aUser(server), await aUser(server)]
    await givenPetFollow(server, fan, pet)
    await advanceTo('2032-07-01T09:00:00Z')
    await aPost(server, owner, { pets: [pet], caption: 'three' })
    await advanceTo('2033-05-31T20:59:00Z')
    const paw = (user: TestUser, method: 'PUT' | 'DELETE') => server.call(user, method, `/api/pets/${pet}/birthday-paw`)
    expect([await readCards(fan), getCodeOrStatus(await paw(fan, 'PUT'))]).toEqual([[], 'conflict'])
    await advanceTo('2033-05-31T21:00:00Z')
    expect(await readCards(fan)).toMatchObject([
      {
        day: '2033-06-01',
        years: 4,
        people: [owner.username],
        paws: 0,
        pawedByMe: false,
        ages: [{ age: 3, post: { caption: 'three' } }],
      },
    ])
    expect(await readCards(other)).toEqual([])
    const sent = await Promise.all([paw(fan, 'PUT'), paw(fan, 'PUT'), paw(other, 'PUT')])
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await readCards(fan)).toMatchObject([{ paws: 2, pawedByMe: true }])
    expect((await paw(other, 'DELETE')).body).toEqual({ paws: 1, pawedByMe: false })
    await advanceTo('2033-06-01T21:00:00Z')
    expect(await readCards(fan)).toEqual([])
  })

  it('loses its paws 30 days after the birthday', async () => {
    const { pet } = await createPet('2031-06-07')
    const fan = await aUser(server)
    await advanceTo('2033-06-07T09:00:00Z')
    await server.call(fan, 'PUT', `/api/pets/${pet}/birthday-paw`)
    const pawCount = async () => {
      const job = petJobs(() => createContext(server.deps, systemCaller)).find(({ name }) => name === 'forget-paws')
      await job?.work({} as never)
      return (await server.deps.database.rows(sql`select 1 from birthday_paws where pet_id = ${pet}`)).length
    }
    expect(await pawCount()).toBe(1)
    await advanceTo('2033-07-07T09:00:01Z')
    expect(await pawCount()).toBe(0)
  })

  it('does not count paws of users who block the viewer or are blocked by the viewer', async () => {
    const { pet } = await createPet('2031-06-05')
    const [fan, blocked, other] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenPetFollow(server, fan, pet)
    await advanceTo('2033-06-05T09:00:00Z')
    const paw = (user: TestUser) => server.call(user, 'PUT', `/api/pets/${pet}/birthday-paw`)
    await Promise.all([paw(blocked), paw(other)])
    expect(await readCards(fan)).toMatchObject([{ paws: 2 }])
    await server.call(fan, 'PUT', `/api/users/${blocked.id}/block`)
    expect(await readCards(fan)).toMatchObject([{ paws: 1 }])
    expect((await paw(fan)).body).toEqual({ paws: 2, pawedByMe: true })
    expect((await paw(blocked)).body).toEqual({ paws: 2, pawedByMe: true })
    expect((await paw(other)).body).toEqual({ paws: 3, pawedByMe: true })
  })

  it('is not shown for a hidden, filtered or dead pet', async () => {
    const { pet } = await createPet('2030-06-03')
    const [hider, filterer, fan] = [await aUser(server), await aUser(server), await aUser(server)]
    for (const user of [hider, filterer, fan]) await givenPetFollow(server, user, pet)
    await givenHide(server, hider, { pet })
    await server.deps.database.rows(sql`
      insert into species_filters (id, user_id, species, created_at)
      values (gen_random_uuid(), ${filterer.id}, 'dog', now())`)
    await advanceTo('2033-06-03T09:00:00Z')
    const seen = async () => [
      (await readCards(hider)).length,
      (await readCards(filterer)).length,
      (await readCards(fan)).length,
    ]
    expect(await seen()).toEqual([0, 0, 1])
    await server.deps.database.rows(sql`update pets set died_on = '2033-06-02' where id = ${pet}`)
    expect(await seen()).toEqual([0, 0, 0])
    expect(getCodeOrStatus(await server.call(fan, 'PUT', `/api/pets/${pet}/birthday-paw`))).toBe('conflict')
  })
})

describe('GET /api/on-this-day and GET /api/pets/{id}/on-this-day', () => {
  const readMemories = async (user: TestUser | null, path: string) =>
    v
      .parse(v.object({ memories: v.array(Memory) }), (await server.call(user, 'GET', path)).body)
      .memories.map(({ yearsAgo, post }) => [yearsAgo, post.caption])

  it('lists visible posts of the same local day in earlier years, but none once the pet has died', async () => {
    const { pet, owner } = await createPet('2030-01-01')
    const posts: [string, object][] = [
      ['2034-08-09T20:59:00Z', { caption: 'the day before' }],
      ['2034-08-09T21:00:00Z', { caption: 'first minute' }],
      ['2034-08-10T20:59:00Z', { caption: 'last minute' }],
      ['2034-08-10T21:00:00Z', { caption: 'the day after' }],
      ['2035-08-10T10:00:00Z', { caption: 'for followers', audience: 'followers' }],
      ['2036-08-10T10:00:00Z', { caption: 'today' }],
    ]
    for (const [instant, postFields] of posts) {
      await advanceTo(instant)
      await aPost(server, owner, { pets: [pet], ...postFields })
    }
    await advanceTo('2036-08-10T12:00:00Z')
    const path = `/api/pets/${pet}/on-this-day`
    expect(await readMemories(owner, path)).toEqual([
      [1, 'for followers'],
      [2, 'last minute'],
      [2, 'first minute'],
    ])
    expect((await readMemories(null, path)).map(([, caption]) => caption)).toEqual(['last minute', 'first minute'])
    expect((await readMemories(owner, '/api/on-this-day')).length).toBe(3)
    expect(await readMemories(await aUser(server), '/api/on-this-day')).toEqual([])
    await server.deps.database.rows(sql`update pets set died_on = '2036-01-01' where id = ${pet}`)
    expect([await readMemories(owner, path), await readMemories(owner, '/api/on-this-day')]).toEqual([[], []])
  })

  it('lists posts of 29 February on 28 February, except in leap years', async () => {
    const { pet, owner } = await createPet('2030-01-01')
    for (const day of ['2040-02-28', '2040-02-29']) {
      await advanceTo(`${day}T10:00:00Z`)
      await aPost(server, owner, { pets: [pet], caption: day })
    }
    const seen: unknown[] = []
    for (const day of ['2041-02-28', '2041-03-01', '2044-02-28', '2044-02-29']) {
      await advanceTo(`${day}T10:00:00Z`)
      seen.push(await readMemories(owner, `/api/pets/${pet}/on-this-day`))
    }
    expect(seen).toEqual([
      [
        [1, '2040-02-29'],
        [1, '2040-02-28'],
      ],
      [],
      [[4, '2040-02-28']],
      [[4, '2040-02-29']],
    ])
  })
})
