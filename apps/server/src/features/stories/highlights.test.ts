import type { PetId } from '@pawtrait/contract/ids.ts'
import type { HighlightPage, HighlightState, Story } from '@pawtrait/contract/stories.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { day } from '#testing/clock.ts'
import { countLockWaits, openSecondConnection } from '#testing/database/database.ts'
import { aPet, aStory, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { narrowestSrc } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const putHighlight = (user: TestUser | null, story: { id: string }, pet: PetId, method: 'PUT' | 'DELETE' = 'PUT') =>
  server.call<HighlightState>(user, method, `/api/stories/${story.id}/highlights/${pet}`)
const readHighlights = async (pet: PetId, user: TestUser | null = null, query = '') =>
  (await server.call<HighlightPage>(user, 'GET', `/api/pets/${pet}/highlights${query}`)).body
const ids = ({ stories }: HighlightPage) => stories.map(({ id }) => id)
const sweep = async () => {
  await server.deps.jobs.send(server.deps.database, 'sweep-all-stories', {})
  await server.runJobs()
}
const storyExists = async ({ id }: { id: string }) =>
  (await server.deps.database.rows(sql`select 1 from stories where id = ${id}`)).length === 1

describe('pet highlight', () => {
  it('shows a story to readers in the story’s audience even after 24 hours', async () => {
    const [author, follower] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const pet = await aPet(server, [author])
    const open = await aStory(server, author)
    const close = await aStory(server, author, { audience: 'followers' })
    expect((await putHighlight(author, open, pet)).body).toEqual({ storyId: open.id, petId: pet, kept: true })
    server.clock.advance(1_000)
    await putHighlight(author, close, pet)
    await putHighlight(author, close, pet)
    server.clock.advance(day)
    await sweep()
    expect(ids(await readHighlights(pet, follower))).toEqual([close.id, open.id])
    expect(ids(await readHighlights(pet))).toEqual([open.id])
    const reply = await server.call<Story>(author, 'GET', `/api/stories/${close.id}`)
    expect(reply.body.own?.keptOn).toEqual([pet])
    expect((await server.call(null, 'GET', `/api/stories/${close.id}`)).status).toBe(404)
    const page = await readHighlights(pet, follower, '?limit=1')
    expect(ids(await readHighlights(pet, follower, `?limit=1&cursor=${page.cursor}`))).toEqual([open.id])
    const activeStories = await server.call<HighlightPage>(author, 'GET', `/api/users/${author.id}/stories`)
    expect(activeStories.body.stories).toEqual([])
    expect((await server.call(author, 'GET', '/api/stories')).body).toEqual({ own: null, rings: [] })
  })

  it('can be removed by an owner of the pet even if the story’s author blocks that owner', async () => {
    const [owner, carer, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner, carer])
    const story = await aStory(server, carer)
    await putHighlight(carer, story, pet)
    await server.call(carer, 'PUT', `/api/users/${owner.id}/block`)
    expect(ids(await readHighlights(pet, owner))).toEqual([])
    expect((await putHighlight(stranger, story, pet, 'DELETE')).status).toBe(403)
    expect((await putHighlight(owner, story, pet, 'DELETE')).status).toBe(200)
    expect(ids(await readHighlights(pet))).toEqual([])
    expect((await putHighlight(owner, story, pet, 'DELETE')).status).toBe(404)
  })

  it('is hidden from a reader who filters the species of a tagged pet', async () => {
    const [owner, reader] = [await aUser(server), await aUser(server)]
    const [dog, snake] = [await aPet(server, [owner]), await aPet(server, [owner], 'Nagini')]
    await server.deps.database.rows(sql`update pets set species = 'reptile' where id = ${snake}`)
    const story = await aStory(server, owner, { pets: [snake] })
    await putHighlight(owner, story, dog)
    expect(ids(await readHighlights(dog, reader))).toEqual([story.id])
    await server.call(reader, 'PUT', '/api/species-filter', { species: ['reptile'], words: [] })
    expect(ids(await readHighlights(dog, reader))).toEqual([])
    expect(ids(await readHighlights(dog, owner))).toEqual([story.id])
  })

  it('deletes its expired story and the photo when it is removed, unless the story has another highlight', async () => {
    const author = await aUser(server)
    const [firstPet, secondPet] = [await aPet(server, [author]), await aPet(server, [author])]
    const [story, young] = [await aStory(server, author), await aStory(server, author)]
    await putHighlight(author, young, firstPet)
    expect((await putHighlight(author, young, firstPet, 'DELETE')).body.kept).toBe(false)
    await putHighlight(author, story, firstPet)
    await putHighlight(author, story, secondPet)
    expect(await storyExists(young)).toBe(true)
    server.clock.advance(day)
    await putHighlight(author, story, firstPet, 'DELETE')
    expect([
      await storyExists(story),
      ids(await readHighlights(firstPet)),
      ids(await readHighlights(secondPet)),
    ]).toEqual([true, [], [story.id]])
    await putHighlight(author, story, secondPet, 'DELETE')
    expect(await storyExists(story)).toBe(false)
    expect((await server.call(author, 'GET', narrowestSrc(story.photo))).status).toBe(410)
  })

  it('can be added only by the story’s author to their own pet, and removed by the pet’s people', async () => {
    const [author, coOwner, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const [shared, coOwnersPet] = [await aPet(server, [author, coOwner]), await aPet(server, [coOwner])]
    const story = await aStory(server, author)
    expect((await putHighlight(author, story, coOwnersPet)).status).toBe(403)
    expect((await putHighlight(coOwner, story, shared)).status).toBe(403)
    expect((await putHighlight(null, story, shared)).status).toBe(401)
    expect((await putHighlight(author, story, 'x' as PetId)).status).toBe(400)
    expect(ids(await readHighlights(shared))).toEqual([])
    await putHighlight(author, story, shared)
    expect((await putHighlight(other, story, shared, 'DELETE')).status).toBe(403)
    expect(ids(await readHighlights(shared))).toEqual([story.id])
    expect((await putHighlight(coOwner, story, shared, 'DELETE')).status).toBe(200)
    expect(ids(await readHighlights(shared))).toEqual([])
  })

  it('is removed when the pet is deleted, so that the next sweep deletes the expired story', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const story = await aStory(server, author)
    await putHighlight(author, story, pet)
    server.clock.advance(day)
    await server.call(author, 'DELETE', `/api/pets/${pet}`)
    expect((await server.call(author, 'GET', `/api/stories/${story.id}`)).status).toBe(404)
    await sweep()
    expect(await storyExists(story)).toBe(false)
  })

  it('keeps its expired story even if the highlight is added during a sweep of expired stories', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const story = await aStory(server, author)
    server.clock.advance(day)
    // This row-level security policy makes the sweep wait for a lock, so that the test can insert the highlight first.
    const owner = await openSecondConnection(server.deps.database, 'owner')
    await owner.rows(sql`create function waits() returns boolean language sql volatile as
      $$ select pg_advisory_xact_lock_shared(42)::text is not null $$`)
    await owner.rows(sql`alter table stories enable row level security`)
    await owner.rows(sql`create policy waits on stories using (waits())`)
    try {
      const swept = await owner.transaction(async (db) => {
        await db.rows(sql`select pg_advisory_xact_lock(42)`)
        const sweeping = sweep()
        await expect.poll(() => countLockWaits(server)).toBe(1)
        const writer = await openSecondConnection(server.deps.database, 'owner')
        await writer.rows(sql`
          insert into story_highlights (pet_id, story_id, kept_at) values (${pet}, ${story.id}, now())`)
        await writer.close()
        return { sweeping }
      })
      await swept.sweeping
    } finally {
      await owner.rows(sql`drop policy waits on stories`)
      await owner.rows(sql`alter table stories disable row level security`)
      await owner.close()
    }
    expect(await storyExists(story)).toBe(true)
  })

  it('is refused with 409 above 100 highlights of a pet, also for concurrent requests', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const stories = [await aStory(server, author), await aStory(server, author)]
    await server.deps.database.rows(sql`
      with photo as (insert into photos (id, owner_id, name, original_name, original_format, state, width, height,
          placeholder, size_bytes, hash, created_at, attached_at)
        select gen_random_uuid(), ${author.id}, md5('h' || n), md5('o' || n), 'jpg', 'ready', 1, 1, '\\x07', 1, '\\x07',
          now(), now() from generate_series(1, 99) n returning id),
      story as (insert into stories (id, author_id, photo_id, caption, alt, audience, is_ready, posted_at, expires_at)
        select id, ${author.id}, id, '', '', 'everyone', true, now(), now() from photo returning id)
      insert into story_highlights (pet_id, story_id, kept_at) select ${pet}::uuid, id, now() from story`)
    const statuses = await Promise.all(stories.map((story) => putHighlight(author, story, pet)))
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
