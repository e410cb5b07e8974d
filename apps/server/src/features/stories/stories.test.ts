import { randomUUID } from 'node:crypto'
import { Story, type StoryList, type StoryState, type StoryViewPage } from '@pawtrait/contract/stories.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { day, hour } from '#testing/clock.ts'
import { aPet, aPhoto, aStory, aUser, givenBlock, type TestUser } from '#testing/fixtures.ts'
import { narrowestSrc } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const readStory = (user: TestUser | null, { id }: { id: string }) =>
  server.call<Story>(user, 'GET', `/api/stories/${id}`)
const listStories = (user: TestUser | null, { id }: { id: string }) =>
  server.call<StoryList>(user, 'GET', `/api/users/${id}/stories`)
const markSeen = (user: TestUser | null, { id }: { id: string }) =>
  server.call<StoryState>(user, 'PUT', `/api/stories/${id}/view`)
const paw = (user: TestUser | null, { id }: { id: string }, method: 'PUT' | 'DELETE' = 'PUT') =>
  server.call<StoryState>(user, method, `/api/stories/${id}/paw`)
const sendReply = (user: TestUser | null, { id }: { id: string }, text: unknown = 'The ears!') =>
  server.call(user, 'POST', `/api/stories/${id}/replies`, { text })
const readViewers = (user: TestUser | null, { id }: { id: string }, query = '') =>
  server.call<StoryViewPage>(user, 'GET', `/api/stories/${id}/viewers${query}`)
const readEventTypes = async (story: { id: string }) =>
  (
    await server.deps.database.rows<{ type: string }>(sql`
      select type from events where data->>'storyId' = ${story.id} order by id`)
  ).map(({ type }) => type)

describe('POST /api/stories', () => {
  it('creates a story with photo, caption and pets that expires after 24 hours', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const now = server.clock.now()
    const fields = { caption: ' Low tide ', alt: 'A dog at the sea', pets: [pet], audience: 'everyone' as const }
    const story = v.parse(v.strictObject(Story.entries), await aStory(server, author, fields))
    expect(story).toMatchObject({
      caption: 'Low tide',
      photo: { alt: 'A dog at the sea', state: 'ready' },
      pets: [{ id: pet }],
      postedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + day).toISOString(),
      seenByMe: true,
      isReady: true,
      own: { viewCount: 0, pawCount: 0, replyCount: 0, keptOn: [] },
    })
    const { body } = await readStory(null, story)
    expect(body).toMatchObject({ seenByMe: false, pawedByMe: false, own: null })
    expect(body.photo.src).toMatch(/\?until=\d+&key=/)
    expect((await listStories(null, author)).body.stories).toEqual([body])
  })

  it('refuses invalid fields, other users’ photos and pets, used photos and failed photos', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const create = (body: unknown) => server.call(author, 'POST', '/api/stories', body)
    const errors = async (body: unknown) => {
      const refused = await create(body)
      expect(refused.status).toBe(400)
      return (JSON.parse(refused.text) as { errors: { field: string }[] }).errors.map(({ field }) => field)
    }
    const photo = await aPhoto(server, author)
    expect(await errors({})).toEqual(['photo'])
    expect(await errors({ photo: '' })).toEqual(['photo'])
    expect(await errors({ photo, caption: 'a'.repeat(121) })).toEqual(['caption'])
    expect(await errors({ photo, audience: 'nobody', alt: 7 })).toEqual(['alt', 'audience'])
    expect((await create({ photo: await aPhoto(server, other) })).status).toBe(404)
    expect((await create({ photo: await aPhoto(server, author, { state: 'failed' }) })).status).toBe(422)
    expect((await create({ photo, pets: [await aPet(server, [other])] })).status).toBe(404)
    expect((await server.call(null, 'POST', '/api/stories', { photo })).status).toBe(401)
    expect((await create({ photo, caption: '👩‍👩‍👧‍👦'.repeat(120) })).status).toBe(201)
    expect((await create({ photo })).status).toBe(404)
    expect((await listStories(author, author)).body.stories).toHaveLength(1)
  })

  it('returns 429 above 30 active stories, also for concurrent requests, until one expires', async () => {
    const author = await aUser(server)
    for (let n = 0; n < 28; n++) await aStory(server, author)
    const photos = await Promise.all([1, 2, 3, 4].map(() => aPhoto(server, author)))
    const responses = await Promise.all(photos.map((photo) => server.call(author, 'POST', '/api/stories', { photo })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 429, 429])
    const full = responses.find(({ status }) => status === 429)
    expect(JSON.parse(full?.text ?? '')).toMatchObject({ code: 'quota-reached', retryAfterSeconds: day / 1000 })
    server.clock.advance(day)
    await aStory(server, author)
  })

  it('hides the story from other users until the story’s photo is ready', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const story = await aStory(server, author, { photoState: 'processing' })
    expect((await readStory(author, story)).body.isReady).toBe(false)
    expect((await readStory(other, story)).status).toBe(404)
    expect((await listStories(other, author)).body.stories).toEqual([])
    await server.deps.database.rows(sql`update photos set state = 'ready' where id = ${story.photo.id}`)
    await server.deps.jobs.send(server.deps.database, 'photo-settled', { photo: story.photo.id })
    await server.runJobs()
    expect((await readStory(other, story)).body.isReady).toBe(true)
  })
})

describe('story views', () => {
  it('count each viewer once, also for concurrent requests, and never the author', async () => {
    const [author, fan, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const story = await aStory(server, author)
    expect((await readStory(fan, story)).body.seenByMe).toBe(false)
    const states = await Promise.all([
      markSeen(fan, story),
      markSeen(fan, story),
      markSeen(fan, story),
      markSeen(other, story),
    ])
    expect(states.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await markSeen(author, story)).body).toEqual({ storyId: story.id, seenByMe: true, pawedByMe: false })
    expect((await readStory(fan, story)).body.seenByMe).toBe(true)
    expect((await readStory(author, story)).body.own?.viewCount).toBe(2)
    expect((await readViewers(author, story)).body.viewers).toHaveLength(2)
  })

  it('are listed only for the author, newest first, in pages', async () => {
    const [author, ...fans] = [await aUser(server), await aUser(server), await aUser(server), await aUser(server)]
    const story = await aStory(server, author)
    for (const fan of fans) {
      server.clock.advance(1_000)
      await markSeen(fan, story)
    }
    const first = (await readViewers(author, story, '?limit=2')).body
    const second = (await readViewers(author, story, `?limit=2&cursor=${first.cursor}`)).body
    const ids = [...first.viewers, ...second.viewers].map(({ id }) => id)
    expect(ids).toEqual(fans.map(({ id }) => id).toReversed())
    expect([first.viewCount, second.cursor]).toEqual([3, null])
    expect((await readViewers(fans[0] ?? null, story)).status).toBe(403)
    expect((await readViewers(author, story, '?cursor=x')).status).toBe(400)
  })
})

it('story counts exclude the view, like and reply of a user who blocks the author', async () => {
  const [author, fan, other] = [await aUser(server), await aUser(server), await aUser(server)]
  const story = await aStory(server, author)
  for (const user of [fan, other]) {
    await paw(user, story)
    await sendReply(user, story, 'The ears!')
  }
  await givenBlock(server, fan, author)
  const counts = { viewCount: 1, pawCount: 1, replyCount: 1 }
  expect((await readStory(author, story)).body.own).toMatchObject(counts)
  expect((await readViewers(author, story)).body).toMatchObject({ ...counts, viewers: [{ id: other.id }] })
})

describe('like of a story', () => {
  it('is stored once and sends one event for repeated and concurrent requests', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const story = await aStory(server, author)
    await Promise.all([paw(fan, story), paw(fan, story), markSeen(fan, story)])
    expect((await paw(fan, story)).body).toEqual({ storyId: story.id, seenByMe: true, pawedByMe: true })
    expect((await readStory(author, story)).body.own).toMatchObject({ viewCount: 1, pawCount: 1 })
    expect((await markSeen(fan, story)).body.pawedByMe).toBe(true)
    expect((await readViewers(author, story)).body.viewers).toMatchObject([{ id: fan.id, pawed: true }])
    await Promise.all([paw(fan, story, 'DELETE'), paw(fan, story, 'DELETE')])
    expect((await paw(fan, story, 'DELETE')).body).toEqual({ storyId: story.id, seenByMe: true, pawedByMe: false })
    expect((await readStory(author, story)).body.own).toMatchObject({ viewCount: 1, pawCount: 0 })
    expect(await readEventTypes(story)).toEqual(['story-pawed', 'story-unpawed'])
  })

  it('counts as a view, and is refused to the story’s author (400) and to visitors (401)', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const story = await aStory(server, author)
    await paw(fan, story)
    expect((await readStory(author, story)).body.own).toMatchObject({ viewCount: 1, pawCount: 1 })
    expect([(await paw(author, story)).status, (await paw(null, story)).status]).toEqual([400, 401])
    expect((await paw(fan, { id: randomUUID() })).status).toBe(404)
  })
})

describe('story reply', () => {
  it('appears in the author’s viewer list and writes an event', async () => {
    const [author, fan, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const story = await aStory(server, author)
    expect((await sendReply(fan, story, '  The ears!  ')).status).toBe(201)
    await sendReply(fan, story, 'And the nose.')
    await markSeen(other, story)
    const { body } = await readViewers(author, story)
    const replies = Object.fromEntries(body.viewers.map(({ id, replies }) => [id, replies.map(({ text }) => text)]))
    expect(replies).toEqual({ [fan.id]: ['The ears!', 'And the nose.'], [other.id]: [] })
    expect(body).toMatchObject({ viewCount: 2, replyCount: 2 })
    expect(await readEventTypes(story)).toEqual(['story-answered', 'story-answered'])
  })

  it('is refused with 400 if empty or too long, 403 if replies are off, and 429 above 20 a minute', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const story = await aStory(server, author)
    const quiet = await aStory(server, author, { allowsReplies: false })
    const statuses = [
      await sendReply(fan, story, ' \u200b '),
      await sendReply(fan, story, 'a'.repeat(501)),
      await sendReply(fan, story, 7),
      await sendReply(author, story),
      await sendReply(fan, quiet),
      await sendReply(null, story),
    ].map(({ status }) => status)
    expect(statuses).toEqual([400, 400, 400, 400, 403, 401])
    for (let n = 0; n < 20; n++) expect((await sendReply(fan, story, '🐾'.repeat(500))).status).toBe(201)
    expect((await sendReply(fan, story)).status).toBe(429)
    expect((await readStory(author, story)).body.own?.replyCount).toBe(20)
  })
})

describe('story', () => {
  it('is unavailable (404) exactly 24 hours after posting, even to its author', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const story = await aStory(server, author)
    server.clock.advance(day - 1)
    expect((await markSeen(fan, story)).status).toBe(200)
    expect((await listStories(fan, author)).body.stories).toHaveLength(1)
    server.clock.advance(1)
    const requests = [
      readStory(author, story),
      readStory(fan, story),
      markSeen(fan, story),
      paw(fan, story),
      sendReply(fan, story),
    ]
    for (const response of await Promise.all(requests)) expect(response.status).toBe(404)
    expect((await listStories(author, author)).body.stories).toEqual([])
    expect((await server.call(author, 'GET', '/api/stories')).body).toEqual({ own: null, rings: [] })
  })

  it('is erased with its photo after it expires, by `sweep-stories` or later by `sweep-all-stories`', async () => {
    const author = await aUser(server)
    const [story, later] = [await aStory(server, author), await aStory(server, author)]
    await server.deps.database.rows(sql`
      update stories set expires_at = expires_at + interval '1 hour' where id = ${later.id}`)
    server.clock.advance(day)
    await server.deps.jobs.send(server.deps.database, 'sweep-stories', {})
    await server.runJobs()
    const remaining = await server.deps.database.rows(sql`
      select id from stories where author_id = ${author.id}`)
    expect(remaining).toEqual([{ id: later.id }])
    const photos = await server.deps.database.rows(sql`
      select id, deleted_at is not null as gone from photos where owner_id = ${author.id} order by id`)
    expect(photos).toEqual([
      { id: story.photo.id, gone: true },
      { id: later.photo.id, gone: false },
    ])
    server.clock.advance(4 * hour) // The job sweep-all-stories deletes stories that the job sweep-stories missed.
    await server.deps.jobs.send(server.deps.database, 'sweep-all-stories', {})
    await server.runJobs()
    expect(await server.deps.database.rows(sql`select 1 from stories where id = ${later.id}`)).toEqual([])
  })

  it('can be deleted only by its author, and then its endpoints return 404 and its photo URL 410', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const story = await aStory(server, author)
    await sendReply(fan, story)
    const address = narrowestSrc(story.photo)
    expect((await server.call(fan, 'DELETE', `/api/stories/${story.id}`)).status).toBe(403)
    expect((await server.call(author, 'DELETE', `/api/stories/${story.id}`)).status).toBe(204)
    expect((await server.call(author, 'DELETE', `/api/stories/${story.id}`)).status).toBe(404)
    expect([(await readStory(fan, story)).status, (await markSeen(fan, story)).status]).toEqual([404, 404])
    expect((await server.call(null, 'GET', address)).status).toBe(410)
  })
})
