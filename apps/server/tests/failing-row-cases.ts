import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { aPet, aPhoto, aStory, aUser, givenPetFollow, givenRole, markDeleted } from '#testing/fixtures.ts'
import { givenPremium } from '#testing/ledger.ts'
import type { TestServer } from '#testing/server.ts'

const day = 24 * 3_600_000

type FailingRow = {
  job: string
  data?: object
  /** Id of the failing row, as the job logs it. */
  failing: string
  mend: () => Promise<unknown> | void
  isDone: (which: 'failing' | 'other') => Promise<boolean>
  /** Whether the queue retries the job because a row failed. A scheduled job needs no retry. */
  isRetried?: boolean
}

/** Adds a trigger that refuses writes of rows that match `condition`. Returns a function that drops the trigger. */
export async function addRefusingTrigger(owner: Database, event: string, table: string, condition: string) {
  await owner.text(`create or replace function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'this row fails'; end $$`)
  await owner.text(`create trigger refuse_row before ${event} on ${table} for each row when (${condition})
    execute function refuse_row()`)
  return () => owner.text(`drop trigger refuse_row on ${table}`)
}

/** Creates two rows for each job, of which one fails. `owner` is a connection of the owner of the tables. */
export function createFailingRowCases(
  server: TestServer,
  owner: () => Database,
): Record<string, () => Promise<FailingRow>> {
  const rows = (query: ReturnType<typeof sql>) => server.deps.database.rows(query)
  const isThere = async (query: ReturnType<typeof sql>) => (await rows(query)).length > 0
  const advanceClock = (ms: number) => server.clock.advance(ms)
  const nowIso = () => server.clock.now().toISOString()
  const refuse = (event: string, table: string, condition: string) =>
    addRefusingTrigger(owner(), event, table, condition)
  const createTwo = async <T>(make: () => Promise<T>): Promise<{ failing: T; other: T }> => {
    const failing = await make()
    advanceClock(1_000) // Ids sort by time, so the job processes the failing row first.
    return { failing, other: await make() }
  }

  return {
    'tell-birthdays': async () => {
      const pets = await createTwo(async () => aPet(server, [await aUser(server)]))
      await rows(sql`
        update pets set birthday = (${nowIso()}::timestamptz at time zone 'Africa/Nairobi')::date - interval '4 years'
        where id in (${pets.failing}, ${pets.other})`)
      return {
        job: 'tell-birthdays',
        failing: pets.failing,
        mend: await refuse('update of birthday_told_on', 'pets', `new.id = '${pets.failing}'`),
        isDone: (which) =>
          isThere(sql`select 1 from events where type = 'pet-birthday' and data ->> 'petId' = ${pets[which]}`),
      }
    },
    'tell-birthday': async () => {
      const pet = await aPet(server, [await aUser(server)])
      const fans = await createTwo(() => aUser(server))
      for (const fan of [fans.failing, fans.other]) await givenPetFollow(server, fan, pet)
      return {
        job: 'tell-birthday',
        data: { petId: pet, day: '2027-01-01', at: nowIso() },
        isRetried: true,
        failing: fans.failing.id,
        mend: await refuse('insert', 'notifications', `new.user_id = '${fans.failing.id}'`),
        isDone: (which) =>
          isThere(sql`select 1 from notifications where pet_id = ${pet} and user_id = ${fans[which].id}`),
      }
    },
    'pass-on-pets': async () => {
      const pets = await createTwo(async () => {
        const pet = await aPet(server, [])
        await givenRole(server, pet, await aUser(server), 'family')
        return pet
      })
      return {
        job: 'pass-on-pets',
        failing: pets.failing,
        mend: await refuse('update', 'pet_people', `new.pet_id = '${pets.failing}'`),
        isDone: (which) => isThere(sql`select 1 from pet_people where pet_id = ${pets[which]} and role = 'owner'`),
      }
    },
    'end-sitting': async () => {
      const pet = await aPet(server, [await aUser(server)])
      const sitters = await createTwo(async () => {
        const sitter = await aUser(server)
        await givenRole(server, pet, sitter, 'sitter', new Date(server.clock.now().getTime() + day))
        await rows(sql`update users set image_pet_id = ${pet} where id = ${sitter.id}`)
        return sitter
      })
      advanceClock(2 * day)
      return {
        job: 'end-sitting',
        failing: sitters.failing.id,
        mend: await refuse('update of image_pet_id', 'users', `new.id = '${sitters.failing.id}'`),
        isDone: (which) => isThere(sql`select 1 from users where id = ${sitters[which].id} and image_pet_id is null`),
      }
    },
    'close-old-invites': async () => {
      const pet = await aPet(server, [await aUser(server)])
      const invites = await createTwo(async () => {
        const [id, by, invitee] = [newId<string>(server.clock.now()), await aUser(server), await aUser(server)]
        await rows(sql`
          insert into pet_invites (id, pet_id, role, invited_by, invitee_id, created_at, expires_at)
          values (${id}, ${pet}, 'family', ${by.id}, ${invitee.id}, ${nowIso()}, ${nowIso()})`)
        return id
      })
      advanceClock(1_000)
      return {
        job: 'close-old-invites',
        failing: invites.failing,
        mend: await refuse('update', 'pet_invites', `new.id = '${invites.failing}'`),
        isDone: (which) =>
          isThere(sql`select 1 from pet_invites where id = ${invites[which]} and closed_at is not null`),
      }
    },
    'end-suspensions': async () => {
      const users = await createTwo(async () => {
        const user = await aUser(server)
        await rows(sql`update users set state = 'suspended', suspended_until = ${nowIso()} where id = ${user.id}`)
        return user
      })
      advanceClock(1_000)
      return {
        job: 'end-suspensions',
        failing: users.failing.id,
        mend: await refuse('update', 'users', `new.id = '${users.failing.id}'`),
        isDone: (which) => isThere(sql`select 1 from users where id = ${users[which].id} and state = 'active'`),
      }
    },
    'purge-taken-down': async () => {
      const user = await aUser(server)
      const decisions = await createTwo(async () => {
        const id = newId<string>(server.clock.now())
        await rows(sql`
          insert into decisions
            (id, owner_id, subject_id, kind, automated, action, rule, note, words, before, created_at)
          values (${id}, ${user.id}, ${user.id}, 'user', true, 'take-down', 'spam', '', '', '{}', ${nowIso()})`)
        return id
      })
      advanceClock(400 * day)
      return {
        job: 'purge-taken-down',
        failing: decisions.failing,
        mend: await refuse('update', 'decisions', `new.id = '${decisions.failing}'`),
        isDone: (which) =>
          isThere(sql`select 1 from decisions where id = ${decisions[which]} and purged_at is not null`),
      }
    },
    'sweep-stories': async () => {
      const user = await aUser(server)
      const stories = await createTwo(async () => (await aStory(server, user)).id)
      advanceClock(25 * 3_600_000)
      return {
        job: 'sweep-stories',
        failing: stories.failing,
        mend: await refuse('delete', 'stories', `old.id = '${stories.failing}'`),
        isDone: async (which) => !(await isThere(sql`select 1 from stories where id = ${stories[which]}`)),
      }
    },
    'sweep-photos': async () => {
      const user = await aUser(server)
      const photos = await createTwo(() => aPhoto(server, user))
      advanceClock(2 * day)
      return {
        job: 'sweep-photos',
        failing: photos.failing,
        mend: await refuse('update', 'photos', `new.id = '${photos.failing}'`),
        isDone: (which) => isThere(sql`select 1 from photos where id = ${photos[which]} and deleted_at is not null`),
      }
    },
    'remind-plan-ends': async () => {
      const users = await createTwo(async () => {
        const user = await aUser(server)
        await givenPremium(server, user)
        return user
      })
      const found = await server.deps.database.row<{ id: string }>(sql`
        select id from plan_periods where user_id = ${users.failing.id}`)
      advanceClock(27 * day)
      return {
        job: 'remind-plan-ends',
        failing: found?.id ?? '',
        mend: await refuse('insert', 'plan_reminders', `new.user_id = '${users.failing.id}'`),
        isDone: (which) =>
          isThere(sql`select 1 from plan_reminders where user_id = ${users[which].id} and kind <> 'started'`),
      }
    },
    'open-account': async () => {
      const followee = await aUser(server)
      const askers = await createTwo(async () => {
        const asker = await aUser(server)
        await rows(sql`
          insert into follow_requests (follower_id, followee_id, created_at)
          values (${asker.id}, ${followee.id}, ${nowIso()})`)
        return asker
      })
      return {
        job: 'open-account',
        data: { user: followee.id },
        isRetried: true,
        failing: askers.failing.id,
        mend: await refuse('insert', 'follows', `new.follower_id = '${askers.failing.id}'`),
        isDone: (which) =>
          isThere(sql`select 1 from follows where follower_id = ${askers[which].id} and followee_id = ${followee.id}`),
      }
    },
    'erase-accounts': async () => {
      const users = await createTwo(async () => {
        const user = await aUser(server)
        await markDeleted(server, user)
        return user
      })
      advanceClock(40 * day)
      return {
        job: 'erase-accounts',
        isRetried: true,
        failing: users.failing.id,
        mend: await refuse('delete', 'users', `old.id = '${users.failing.id}'`),
        isDone: async (which) => !(await isThere(sql`select 1 from users where id = ${users[which].id}`)),
      }
    },
    'sweep-exports': async () => {
      const id = newId<string>(server.clock.now())
      await rows(sql`
        insert into exports (id, state, created_at, touched_at) values (${id}, 'failed', ${nowIso()}, ${nowIso()})`)
      const name = (letter: string) => `${letter.repeat(2)}${randomBytes(15).toString('hex')}.part`
      const files = { failing: name('a'), other: name('b') }
      for (const [index, file] of [files.failing, files.other].entries())
        await rows(sql`
          insert into export_pieces (file, export_id, begins_at, size_bytes) values (${file}, ${id}, ${index}, 1)`)
      // Creates a folder with the name of the file, so that deleting the file fails.
      const folder = join(server.dataDir, 'photos', files.failing.slice(0, 2), files.failing)
      mkdirSync(folder, { recursive: true })
      return {
        job: 'sweep-exports',
        failing: files.failing,
        mend: () => rmSync(folder, { recursive: true }),
        isDone: async (which) => !(await isThere(sql`select 1 from export_pieces where file = ${files[which]}`)),
      }
    },
    'forget-payment-events': async () => {
      const events = await createTwo(async () => newId<string>(server.clock.now()))
      const raw = Buffer.from('{"event":"charge.success","data":{"reference":"r1"}}')
      for (const which of ['failing', 'other'] as const)
        await rows(sql`
          insert into provider_events (id, provider, raw, headers, dedupe_key, received_at, livemode)
          values (${events[which]}, 'paystack', ${raw}, '{}', ${which}, ${nowIso()}, false)`)
      advanceClock(400 * day)
      return {
        job: 'forget-payment-events',
        failing: events.failing,
        mend: await refuse('update', 'provider_events', `new.id = '${events.failing}'`),
        isDone: (which) => isThere(sql`select 1 from provider_events where id = ${events[which]} and raw is null`),
      }
    },
  }
}
