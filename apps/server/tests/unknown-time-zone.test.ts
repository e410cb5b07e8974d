import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { PetId } from '@pawtrait/contract/ids.ts'
import { type Birthday, Memory } from '@pawtrait/contract/pets/pet-days.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { examineInstance } from '#app/cli/doctor.ts'
import { createAccountDeletedEmail } from '#features/erasure/emails.ts'
import { renameTimeZones } from '#features/users/account/stored-time-zones.ts'
import { oldTimeZoneNames } from '#platform/text/renamed-time-zones.ts'
import { aPet, aPost, aUser, givenPetFollow, givenRole, type TestUser } from '#testing/fixtures.ts'
import { operatorEnvironment } from '#testing/operator-environment.ts'
import { serverForFile } from '#testing/server.ts'

// A stored time zone name that the database does not know, as after an upgrade or on another system.
const UNKNOWN = 'Asia/Nowhere'

const server = serverForFile({ POSTS_PER_DAY: '2', FEED_DAILY_FREE: '5' })
const { rows, row } = {
  rows: (query: ReturnType<typeof sql>) => server.deps.database.rows(query),
  row: <Row>(query: ReturnType<typeof sql>) => server.deps.database.row<Row>(query),
}

// Advances the clock. It cannot go back, so the dates in these tests ascend.
async function moveClockTo(instant: string) {
  server.clock.advance(Date.parse(instant) - server.clock.now().getTime())
  await rows(sql`update sessions set created_at = ${instant}, last_seen_at = ${instant}`)
}

const storeZone = (user: { id: string }, zone: string) =>
  rows(sql`update users set time_zone = ${zone} where id = ${user.id}`)
const selectZone = async (user: { id: string }) =>
  (await row<{ zone: string }>(sql`select time_zone as zone from users where id = ${user.id}`))?.zone
const setBirthday = (pet: PetId, day: string) =>
  rows(sql`update pets set birthday = ${day}::text::date where id = ${pet}`)

const selectSlug = async (pet: PetId) =>
  (await row<{ slug: string }>(sql`select slug from pets where id = ${pet}`))?.slug

describe('stored time zone name that the database does not know', () => {
  it('is replaced by the setting TIME_ZONE in the feed allowance and in the daily limit of posts', async () => {
    await moveClockTo('2027-02-01T20:30:00Z') // This is 23:30 in Nairobi.
    const user = await aUser(server)
    await storeZone(user, UNKNOWN)
    const feed = async () => {
      const { status, body } = await server.call<FeedPage>(user, 'GET', '/api/feed')
      return [status, body.limit?.resetsAt]
    }
    expect(await feed()).toEqual([200, '2027-02-01T21:00:00.000Z'])
    await aPost(server, user)
    await aPost(server, user)
    await expect(aPost(server, user)).rejects.toThrow('the post was refused')
    await moveClockTo('2027-02-01T21:00:00Z')
    await aPost(server, user)
    expect(await feed()).toEqual([200, '2027-02-02T21:00:00.000Z'])
  })

  it('is replaced by the setting TIME_ZONE at the endpoints of pets, birthdays and memories', async () => {
    await moveClockTo('2027-03-10T09:00:00Z')
    const [owner, fan, sitter] = [await aUser(server), await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenPetFollow(server, fan, pet)
    await givenRole(server, pet, sitter, 'sitter', new Date('2028-03-12T21:00:00Z'))
    await setBirthday(pet, '2024-03-11')
    await aPost(server, owner, { pets: [pet], caption: 'a year ago' })
    await storeZone(owner, UNKNOWN)
    await moveClockTo('2028-03-10T20:59:00Z')
    const read = async <Body>(viewer: TestUser | null, path: string) => {
      const { status, body } = await server.call<Body>(viewer, 'GET', path)
      expect([path, status]).toEqual([path, 200])
      return body
    }
    const today = async (viewer: TestUser | null) => (await read<Pet>(viewer, `/api/pets/${pet}`)).today
    expect([await today(null), await today(fan), await today(owner)]).toEqual(Array(3).fill('2028-03-10'))
    expect((await read<Pet>(null, `/api/pets/by-slug/${await selectSlug(pet)}`)).today).toBe('2028-03-10')
    const memories = async (viewer: TestUser | null, path: string) =>
      v
        .parse(v.object({ memories: v.array(Memory) }), await read(viewer, path))
        .memories.map(({ post }) => post.caption)
    expect(await memories(null, `/api/pets/${pet}/on-this-day`)).toEqual(['a year ago'])
    expect(await memories(owner, '/api/on-this-day')).toEqual(['a year ago'])
    const people = await read<{ people: { until: string | null }[] }>(owner, `/api/pets/${pet}/people`)
    expect(people.people.map(({ until }) => until)).toEqual([null, '2028-03-12'])
    await moveClockTo('2028-03-10T21:00:00Z')
    const { birthdays } = await read<{ birthdays: Birthday[] }>(fan, '/api/birthdays')
    expect(birthdays.map(({ day, years }) => [day, years])).toEqual([['2028-03-11', 4]])
  })

  it('is replaced by TIME_ZONE in the birthday job, and does not delay birthdays in other time zones', async () => {
    await moveClockTo('2029-05-09T09:00:00Z')
    const [tokyo, lost, fan] = [await aUser(server), await aUser(server), await aUser(server)]
    const pets: PetId[] = []
    for (const owner of [lost, tokyo]) {
      const pet = await aPet(server, [owner])
      await givenPetFollow(server, fan, pet)
      await setBirthday(pet, '2025-05-10')
      pets.push(pet)
    }
    await storeZone(tokyo, 'Asia/Tokyo')
    await storeZone(lost, UNKNOWN)
    const announce = async () => {
      await server.deps.jobs.send(server.deps.database, 'tell-birthdays', {})
      await server.runJobs()
      await server.runJobs() // Handles the job's events, and runs the jobs that they enqueue.
      const lines = await rows(sql`
        select pet_id as id from notifications where user_id = ${fan.id} and type = 'birthday' order by created_at`)
      return (lines as { id: PetId }[]).map(({ id }) => pets.indexOf(id))
    }
    await moveClockTo('2029-05-09T15:30:00Z')
    expect(await announce()).toEqual([1])
    await moveClockTo('2029-05-09T21:05:00Z')
    expect(await announce()).toEqual([1, 0])
  })

  it('is replaced by the setting TIME_ZONE in e-mails if ICU does not know the name either', () => {
    const letter = createAccountDeletedEmail(
      server.deps.config,
      { username: 'luna', email: 'luna@example.test', timeZone: UNKNOWN },
      { eraseAt: new Date('2029-06-01T09:00:00Z'), restore: 'http://localhost/restore' },
    )
    expect(letter.text).toContain('1 June 2029 at 12:00 GMT+3')
  })

  it('is reported by `pawtrait doctor` with the number of accounts that have it', async () => {
    await rows(sql`update users set time_zone = 'Africa/Nairobi'`)
    const settings = await operatorEnvironment(server)
    const zones = async (more: Record<string, string> = {}) =>
      (await examineInstance({ ...settings, ...more }, false))
        .filter(({ what }) => what === 'time zones')
        .map(({ ok, says }) => [ok, says])
    expect(await zones()).toEqual([[true, 'the database knows every stored name.']])
    for (const user of [await aUser(server), await aUser(server)]) await storeZone(user, UNKNOWN)
    expect(await zones()).toEqual([[false, expect.stringContaining(`TIME_ZONE: ${UNKNOWN} (2). `)]])
    // Uses an alias that ICU knows and PostgreSQL does not.
    expect((await zones({ TIME_ZONE: 'US/Pacific-New' }))[0]).toEqual([
      false,
      expect.stringContaining('does not know TIME_ZONE=US/Pacific-New'),
    ])
  })
})

describe('renamed time zone', () => {
  it('is replaced by its current name in any letter case, but current and unknown names are kept', async () => {
    const cases = [
      ['Asia/Calcutta', 'Asia/Kolkata'],
      ['asia/katmandu', 'Asia/Kathmandu'],
      ['Europe/Kiev', 'Europe/Kyiv'],
      ['Africa/Asmera', 'Africa/Asmara'],
      ['US/Pacific', 'America/Los_Angeles'],
      ['Africa/Nairobi', 'Africa/Nairobi'],
      ['Africa/Addis_Ababa', 'Africa/Addis_Ababa'],
      ['UTC', 'UTC'],
      [UNKNOWN, UNKNOWN],
    ] as const
    const users: TestUser[] = []
    for (const [old] of cases) {
      const user = await aUser(server)
      await storeZone(user, old)
      users.push(user)
    }
    await renameTimeZones({ db: server.deps.database })
    const zones: unknown[] = []
    for (const user of users) zones.push(await selectZone(user))
    expect(zones).toEqual(cases.map(([, current]) => current))
  })

  it('is replaced in 1,200 rows by one run of the job', async () => {
    await rows(sql`
      insert into users (id, username, fullname, email, zip_hash, state, time_zone, created_at)
      select gen_random_uuid(), 'many' || n, 'Many', 'many' || n || '@example.test', '', 'active',
        (${`{${oldTimeZoneNames.join(',')}}`}::text[])[1 + n % ${oldTimeZoneNames.length}::int], now()
      from generate_series(1, 1200) n`)
    await server.deps.jobs.send(server.deps.database, 'rename-time-zones', {})
    await server.runJobs()
    const remaining = await rows(sql`
      select distinct time_zone from users where time_zone = any(${`{${oldTimeZoneNames.join(',')}}`}::text[])`)
    expect(remaining).toEqual([])
  })
})
