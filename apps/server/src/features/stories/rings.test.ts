import type { StoryId } from '@pawtrait/contract/ids.ts'
import { StoryRow } from '@pawtrait/contract/stories.ts'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createDb } from '#platform/database/db.ts'
import { day, minute } from '#testing/clock.ts'
import {
  aPet,
  aStory,
  aUser,
  givenBlock,
  givenCloseFriend,
  givenFollow,
  givenHide,
  givenPetFollow,
  markDeleted,
  type TestUser,
} from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { selectRings, selectStoryReaders } from './ring-queries.ts'

const server = serverForFile()
const readStoryRow = async (user: TestUser) => {
  const response = await server.call<StoryRow>(user, 'GET', '/api/stories')
  expect(response.status).toBe(200)
  return v.parse(StoryRow, response.body)
}
const listAuthors = async (user: TestUser) => (await readStoryRow(user)).rings.map(({ author }) => author.username)
const markSeen = (user: TestUser, { id }: { id: string }) => server.call(user, 'PUT', `/api/stories/${id}/view`)
const selectReaders = async (story: { id: string }, among: TestUser[]) =>
  (
    await selectStoryReaders(
      server.deps.database,
      story.id as StoryId,
      among.map(({ id }) => id),
      server.clock.now(),
    )
  ).map(({ user }) => user)

/** Creates a user with these followers. */
async function createFollowed(...by: TestUser[]) {
  const author = await aUser(server)
  for (const each of by) await givenFollow(server, each, author)
  return author
}

describe('GET /api/stories', () => {
  it('lists each author once, unseen stories before seen ones, and the viewer’s own stories separately', async () => {
    const me = await aUser(server)
    const [first, second, third] = [await createFollowed(me), await createFollowed(me), await createFollowed(me)]
    const stranger = await aUser(server)
    const pet = await aPet(server, [second], 'Kiko')
    await aStory(server, stranger)
    const early = await aStory(server, first)
    server.clock.advance(minute)
    await aStory(server, second)
    server.clock.advance(minute)
    await aStory(server, third)
    server.clock.advance(minute)
    await aStory(server, second, { pets: [pet] })
    expect(await readStoryRow(me)).toMatchObject({
      own: null,
      rings: [
        { author: { id: second.id }, count: 2, unseen: true, pet: { id: pet, name: 'Kiko' } },
        { author: { id: third.id }, count: 1, unseen: true, pet: null },
        { author: { id: first.id }, count: 1, unseen: true },
      ],
    })
    for (const { id } of (
      await server.call<{ stories: { id: string }[] }>(me, 'GET', `/api/users/${second.id}/stories`)
    ).body.stories)
      await markSeen(me, { id })
    expect(await listAuthors(me)).toEqual([third.username, first.username, second.username])
    await markSeen(me, early)
    expect((await readStoryRow(me)).rings.map(({ unseen }) => unseen)).toEqual([true, false, false])
    await aStory(server, me)
    expect((await readStoryRow(me)).own).toMatchObject({ author: { id: me.id }, count: 1, unseen: false })
    expect(await listAuthors(me)).not.toContain(me.username)
  })

  it('lists the author of a story with a followed pet, even if the viewer does not follow the author', async () => {
    const [me, author] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [author])
    await givenPetFollow(server, me, pet)
    await aStory(server, author)
    expect(await listAuthors(me)).toEqual([])
    const shown = await aStory(server, author, { pets: [pet] })
    expect(await listAuthors(me)).toEqual([author.username])
    expect(await selectReaders(shown, [me, author])).toEqual([me.id, author.id])
  })

  it('returns 401 without a session, and an empty list once all stories have expired', async () => {
    const me = await aUser(server)
    await aStory(server, await createFollowed(me))
    expect((await server.call(null, 'GET', '/api/stories')).status).toBe(401)
    server.clock.advance(day)
    expect(await readStoryRow(me)).toEqual({ own: null, rings: [] })
  })
})

describe('story', () => {
  it('is visible only to its audience, never to blocked users, until the author’s account is deleted', async () => {
    const [follower, friend, blocked, stranger] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    const all = [follower, friend, blocked, stranger]
    const author = await createFollowed(follower, friend, blocked)
    await givenCloseFriend(server, author, friend)
    const ids = (people: TestUser[]) => people.map(({ id }) => id)
    const [open, close, closest] = [
      await aStory(server, author),
      await aStory(server, author, { audience: 'followers' }),
      await aStory(server, author, { audience: 'close-friends' }),
    ]
    await givenBlock(server, author, blocked)
    expect(await selectReaders(open, all)).toEqual(ids([follower, friend]))
    expect(await selectReaders(close, all)).toEqual(ids([follower, friend]))
    expect(await selectReaders(closest, all)).toEqual(ids([friend]))
    const counts = async (user: TestUser) => (await readStoryRow(user)).rings.map(({ count }) => count)
    expect([await counts(follower), await counts(friend), await counts(blocked)]).toEqual([[2], [3], []])
    const readStatuses = async (user: TestUser | null) => {
      const responses = [open, close, closest].map(({ id }) => server.call(user, 'GET', `/api/stories/${id}`))
      return (await Promise.all(responses)).map(({ status }) => status)
    }
    expect(await readStatuses(null)).toEqual([200, 404, 404])
    expect(await readStatuses(stranger)).toEqual([200, 404, 404])
    expect(await readStatuses(follower)).toEqual([200, 200, 404])
    expect(await readStatuses(friend)).toEqual([200, 200, 200])
    expect(await readStatuses(blocked)).toEqual([404, 404, 404])
    expect((await server.call(blocked, 'GET', `/api/users/${author.id}/stories`)).status).toBe(404)
    expect(await readStatuses(author)).toEqual([200, 200, 200])
    await markDeleted(server, author)
    expect(await readStatuses(friend)).toEqual([404, 404, 404])
    expect(await listAuthors(friend)).toEqual([])
  })

  it('has a viewer list without users who block the author', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const story = await aStory(server, author)
    await markSeen(fan, story)
    await givenBlock(server, fan, author)
    const { body } = await server.call<{ viewers: unknown[] }>(author, 'GET', `/api/stories/${story.id}/viewers`)
    expect(body.viewers).toEqual([])
  })

  it('is not in lists, but opens by link, if the viewer hides its author or pet or filters the species', async () => {
    const me = await aUser(server)
    const [hidden, withPet, snakes] = [await createFollowed(me), await createFollowed(me), await createFollowed(me)]
    const [pet, snake] = [await aPet(server, [withPet]), await aPet(server, [snakes], 'Hiss')]
    await server.deps.database.rows(sql`update pets set species = 'reptile' where id = ${snake}`)
    const stories = [
      await aStory(server, hidden),
      await aStory(server, withPet, { pets: [pet] }),
      await aStory(server, snakes, { pets: [snake] }),
    ]
    const harmless = await aStory(server, withPet)
    const listStories = async (user: TestUser | null) => {
      const lists = [hidden, withPet, snakes].map(({ id }) =>
        server.call<{ stories: { id: string }[] }>(user, 'GET', `/api/users/${id}/stories`),
      )
      return (await Promise.all(lists)).map(({ body }) => body.stories.map(({ id }) => id))
    }
    const [ofHidden, ofPet, ofSnake] = stories.map(({ id }) => id)
    const all = [[ofHidden], [ofPet, harmless.id], [ofSnake]]
    expect(await listAuthors(me)).toHaveLength(3)
    expect(await listStories(me)).toEqual(all)
    await givenHide(server, me, { user: hidden, until: new Date(server.clock.now().getTime() + minute) })
    await givenHide(server, me, { pet: pet })
    await server.deps.database.rows(sql`
      insert into species_filters (id, user_id, species, created_at)
      values (gen_random_uuid(), ${me.id}, 'reptile', now())`)
    expect((await readStoryRow(me)).rings).toMatchObject([
      { author: { id: withPet.id }, count: 1, startId: harmless.id },
    ])
    expect(await listStories(me)).toEqual([[], [harmless.id], []])
    expect(await listStories(null)).toEqual(all)
    expect((await listStories(withPet))[1]).toEqual(all[1])
    for (const story of stories) {
      expect((await server.call(me, 'GET', `/api/stories/${story.id}`)).status).toBe(200)
      expect(await selectReaders(story, [me])).toEqual([])
    }
    server.clock.advance(minute)
    expect((await listAuthors(me)).toSorted()).toEqual([hidden.username, withPet.username].toSorted())
    expect(await listStories(me)).toEqual([[ofHidden], [harmless.id], []])
  })
})

describe('selectRings with 2,000 follows and 15,000 stories', () => {
  it('reads stories by author and users by key, without sequential scans', async () => {
    const me = await aUser(server)
    const { database } = server.deps
    const now = server.clock.now().toISOString()
    await database.rows(sql`
      with people as (insert into users (id, username, fullname, email, state, time_zone, created_at)
        select gen_random_uuid(), 'crowd' || n, 'Crowd', n || '@crowd.test', 'active', 'UTC', now()
        from generate_series(1, 3000) n returning id, username),
      photos as (insert into photos (id, owner_id, name, original_name, original_format, state, width, height,
          placeholder, widths, size_bytes, hash, created_at, attached_at)
        select gen_random_uuid(), id, md5(username || n), md5(username || n || 'o'), 'jpg', 'ready', 1200, 900, '\\x07',
          '{320}', 1, '\\x07', now(), now() from people, generate_series(1, 5) n returning id, owner_id),
      numbered as (select *, row_number() over (partition by owner_id order by id) as n from photos),
      hung as (insert into stories (id, author_id, photo_id, caption, alt, audience, is_ready, posted_at, expires_at)
        select ('0190' || substr(md5(id::text), 1, 4) || '-0000-7000-8000-' || substr(md5(id::text), 5, 12))::uuid,
          owner_id, id, '', '', 'everyone', true, ${now}::timestamptz - interval '3 days',
          ${now}::timestamptz - interval '2 days' from numbered)
      insert into follows (follower_id, followee_id, created_at)
      select ${me.id}, id, now() from people where substr(username, 6)::int <= 2000`)
    await aStory(server, await createFollowed(me))
    await database.rows(sql`analyze stories, follows, users`)
    expect((await readStoryRow(me)).rings).toHaveLength(1)
    const plan = await explainRings(me)
    expect(plan).toMatch(/Index Scan using stories_by_author/)
    expect(plan).toMatch(/Index Scan using users_pkey on users \(actual time=\S+ rows=1\.00/)
    expect(plan).not.toMatch(/Seq Scan on (stories|users|follows|story_views|story_pets)/)
  })

  /** Returns the query plan of `selectRings`, from `explain analyze`. */
  async function explainRings(me: TestUser) {
    let text = ''
    const db = createDb(async (query) => {
      const { sql: statement, params } = new PgDialect().sqlToQuery(query)
      const found = await server.deps.database.text(`explain (analyze, costs off) ${statement}`, params)
      text = found.rows.map((row) => Object.values(row as object)[0]).join('\n')
      return []
    })
    await selectRings(db, me.id, server.clock.now())
    return text
  }
})
