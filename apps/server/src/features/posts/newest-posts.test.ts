import type { PetId, PostId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Db, idArray } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { minute } from '#testing/clock.ts'
import { countLockWaits } from '#testing/database/database.ts'
import { aPet, aPost, aUser, insertPosts, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { erasePost } from './edit-queries.ts'

const server = serverForFile({ PACE: '1000000' })
const rows = <Row>(query: SQL) => server.deps.database.rows<Row>(query)

type Newest = { source: string; post: string }

/** Returns the stored newest posts, and the newest posts according to the posts table. */
async function readNewest() {
  const stored = await rows<Newest>(sql`
    select author_id as source, post_id as post from author_newest_posts
    union all select pet_id, post_id from pet_newest_posts order by 1`)
  const computed = await rows<Newest>(sql`
    select * from (select distinct on (author_id) author_id as source, id as post from posts order by 1, 2 desc) a
    union all select * from (
      select distinct on (pet_id) pet_id, post_id from post_pets order by 1, 2 desc) p order by 1`)
  return { stored, computed }
}

async function readNewestOf(source: string) {
  const { stored, computed } = await readNewest()
  expect(stored).toEqual(computed)
  return stored.find((row) => row.source === source)?.post
}

/** Inserts a post without photos, and tags its pets, in one statement. */
const insert = (db: Db, id: PostId, by: TestUser, pets: readonly PetId[] = []) =>
  db.rows(sql`
    with post as (insert into posts (id, author_id, caption, place, audience, is_ready, posted_at)
      values (${id}, ${by.id}, '', '', 'everyone', true, ${server.clock.now().toISOString()}) returning id)
    insert into post_pets (post_id, pet_id) select post.id, pet from post, unnest(${idArray(pets)}::uuid[]) pet`)

const remove = (db: Db, ids: readonly PostId[]) =>
  db.rows(sql`delete from posts where id = any(${idArray(ids)}::uuid[])`)

/** Runs two concurrent transactions: `second` waits for a lock that `first` holds. */
async function runOverlapping(first: (db: Db) => Promise<unknown>, second: (db: Db) => Promise<unknown>) {
  const { database } = server.deps
  let after: Promise<unknown> = Promise.resolve()
  await database.transaction(async (db) => {
    await first(db)
    after = database.transaction(second)
    await expect.poll(() => countLockWaits(server)).toBe(1)
  })
  await after
}

/** Returns new ids, oldest first. */
const someIds = (count: number) => Array.from({ length: count }, () => newId<PostId>(server.clock.now()))

describe('stored newest post of an author or pet', () => {
  it('matches the posts table after posts are tagged, archived, deleted and erased', async () => {
    const author = await aUser(server)
    const [pet, other] = [await aPet(server, [author]), await aPet(server, [author])]
    const first = await aPost(server, author, { pets: [pet, other] })
    server.clock.advance(minute)
    const second = await aPost(server, author, { pets: [pet], photoStates: ['processing'] })
    expect([await readNewestOf(author.id), await readNewestOf(pet), await readNewestOf(other)]).toEqual([
      second.id,
      second.id,
      first.id,
    ])
    const pets = (post: { id: PostId }, tagged: readonly PetId[]) =>
      server.call(author, 'PATCH', `/api/posts/${post.id}`, { pets: tagged })
    expect((await pets(second, [other])).status).toBe(200)
    expect([await readNewestOf(pet), await readNewestOf(other)]).toEqual([first.id, second.id])
    await server.call(author, 'PUT', `/api/posts/${second.id}/archive`)
    expect(await readNewestOf(author.id)).toBe(second.id)
    await server.call(author, 'DELETE', `/api/posts/${second.id}`)
    await erasePost(server.deps.database, second.id)
    expect([await readNewestOf(author.id), await readNewestOf(pet), await readNewestOf(other)]).toEqual([
      first.id,
      first.id,
      first.id,
    ])
    expect((await pets(first, [])).status).toBe(200)
    expect([await readNewestOf(pet), await readNewestOf(other)]).toEqual([undefined, undefined])
    await markDeleted(server, author)
    expect(await readNewestOf(author.id)).toBe(first.id)
    await rows(sql`delete from users where id = ${author.id}`)
    expect(await readNewestOf(author.id)).toBe(undefined)
  })

  it('matches the posts table after each of many random inserts, deletions and tag changes', async () => {
    const people = [await aUser(server), await aUser(server), await aUser(server)] as const
    const pets = [await aPet(server, [people[0]]), await aPet(server, [people[1]])] as const
    const at = fc.nat(11)
    const step = fc.oneof(
      fc.record({ do: fc.constant('post' as const), at, by: fc.nat(2), pets: fc.subarray([...pets]) }),
      fc.record({ do: fc.constant('remove' as const), some: fc.uniqueArray(at, { maxLength: 6 }) }),
      fc.record({ do: fc.constant('untag' as const), some: fc.uniqueArray(at, { maxLength: 6 }) }),
      fc.record({ do: fc.constant('tag' as const), at, pet: fc.nat(1) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { database } = server.deps
        await rows(sql`delete from posts`)
        const ids = someIds(12)
        const toIdArray = (positions: readonly number[]) => idArray(positions.map((n) => ids[n] as PostId))
        for (const action of steps) {
          if (action.do === 'remove')
            await remove(
              database,
              action.some.map((n) => ids[n] as PostId),
            )
          if (action.do === 'untag')
            await rows(sql`delete from post_pets where post_id = any(${toIdArray(action.some)}::uuid[])`)
          if (action.do === 'tag')
            await rows(sql`
              insert into post_pets (post_id, pet_id) select id, ${pets[action.pet]}::uuid from posts
              where id = any(${toIdArray([action.at])}::uuid[]) on conflict do nothing`)
          if (action.do === 'post' && (await rows(sql`select 1 from posts where id = ${ids[action.at]}`)).length === 0)
            await insert(database, ids[action.at] as PostId, people[action.by] as TestUser, action.pets)
          const { stored, computed } = await readNewest()
          expect(stored).toEqual(computed)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('is the newly inserted older post when a concurrent transaction deletes the newest post', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const [oldest, older, newest] = someIds(3) as [PostId, PostId, PostId]
    for (const id of [oldest, newest]) await insert(server.deps.database, id, author, [pet])
    await runOverlapping(
      (db) => insert(db, older, author, [pet]),
      (db) => remove(db, [newest]),
    )
    expect([await readNewestOf(author.id), await readNewestOf(pet)]).toEqual([older, older])
  })

  it('is the third newest post when concurrent transactions delete the two newest posts', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const [oldest, older, newest] = someIds(3) as [PostId, PostId, PostId]
    for (const id of [oldest, older, newest]) await insert(server.deps.database, id, author, [pet])
    await runOverlapping(
      (db) => remove(db, [newest]),
      (db) => remove(db, [older]),
    )
    expect([await readNewestOf(author.id), await readNewestOf(pet)]).toEqual([oldest, oldest])
  })

  it('is the newly inserted post when a concurrent transaction deletes the only other post', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    const [last, next] = someIds(2) as [PostId, PostId]
    await insert(server.deps.database, last, author, [pet])
    await runOverlapping(
      (db) => remove(db, [last]),
      (db) => insert(db, next, author, [pet]),
    )
    expect([await readNewestOf(author.id), await readNewestOf(pet)]).toEqual([next, next])
  })

  it('does not change when a transaction rolls back', async () => {
    const author = await aUser(server)
    const [remaining] = (await insertPosts(server, author, 1)) as [PostId]
    const rolledBack = server.deps.database.transaction(async (db) => {
      await insert(db, newId<PostId>(server.clock.now()), author)
      await remove(db, [remaining])
      throw new Error('undone')
    })
    await expect(rolledBack).rejects.toThrow('undone')
    expect(await readNewestOf(author.id)).toBe(remaining)
  })

  it('matches the posts table after four users post and delete in parallel with the same pets', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => aUser(server)))
    const pets = [await aPet(server, people), await aPet(server, people), await aPet(server, people)]
    await Promise.all(
      people.map(async (person, at) => {
        for (let round = 0; round < 6; round++) {
          const created = await aPost(server, person, { pets: round % 2 ? pets : pets.toReversed() })
          if ((round + at) % 3 === 0) continue
          await server.call(person, 'DELETE', `/api/posts/${created.id}`)
          await erasePost(server.deps.database, created.id)
        }
      }),
    )
    expect(await readNewestOf(pets[0] as PetId)).toBeDefined()
  })
})
