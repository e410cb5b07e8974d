import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database/database.ts'
import { aPost, aUser, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { startServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let deadlocks = 0
beforeAll(async () => {
  const database = await createTestDatabase(10, { onDeadlock: () => deadlocks++ })
  server = await startServer({}, {}, { doors: { database } })
})
afterAll(() => server.stop())

const rows = <Row>(query: SQL) => server.deps.database.rows<Row>(query)

type Counts = { label: string; uses: number; posts: number }

const isListed = sql`(p.is_ready and p.archived_at is null and p.deleted_at is null and p.audience = 'everyone'
  and a.state = 'active' and a.deleted_at is null and not a.is_private)`

/** Returns the stored counts of tags and places, and counts newly computed from the posts. */
async function readCounts(): Promise<{ stored: Counts[]; computed: Counts[] }> {
  const stored = await rows<Counts>(sql`
    select '#' || tag as label, uses, posts from tag_counts union all select place, uses, posts from place_counts
    order by label`)
  const computed = await rows<Counts>(sql`
    select '#' || t.tag as label, count(*)::int as uses, count(*) filter (where ${isListed})::int as posts
    from post_tags t join posts p on p.id = t.post_id join users a on a.id = p.author_id group by 1
    union all select plain(p.place), count(*)::int, count(*) filter (where ${isListed})::int
    from posts p join users a on a.id = p.author_id where p.place <> '' group by 1 order by label`)
  return { stored, computed }
}

const countPosts = async (label: string) => (await readCounts()).stored.find((row) => row.label === label)?.posts

async function expectCorrectCounts() {
  const counts = await readCounts()
  expect(counts.stored).toEqual(counts.computed)
}

describe('post count of a tag or place', () => {
  it('equals a newly computed count after edits, archiving, deletion and changes of privacy', async () => {
    const [ann, ben] = [await aUser(server), await aUser(server)]
    const both = { caption: '#moss #fern', place: 'Karura' }
    const edit = async (by: TestUser, id: string, more: object) =>
      expect((await server.call(by, 'PATCH', `/api/posts/${id}`, more)).status).toBe(200)

    const first = await aPost(server, ann, both)
    const second = await aPost(server, ben, { ...both, place: 'KARURA' })
    await aPost(server, ben, { ...both, audience: 'followers' })
    await aPost(server, ben, { ...both, photoStates: ['processing'] })
    expect([await countPosts('#moss'), await countPosts('karura')]).toEqual([2, 2])
    await expectCorrectCounts()

    await edit(ann, first.id, { caption: '#fern #ivy', place: 'Ngong' })
    expect([
      await countPosts('#moss'),
      await countPosts('#ivy'),
      await countPosts('ngong'),
      await countPosts('karura'),
    ]).toEqual([1, 1, 1, 1])
    await expectCorrectCounts()
    await edit(ben, second.id, { audience: 'close-friends' })
    expect(await countPosts('#moss')).toBe(0)
    await expectCorrectCounts()
    await edit(ben, second.id, { audience: 'everyone' })

    await server.call(ben, 'PUT', '/api/profile/privacy', { isPrivate: true })
    expect([await countPosts('#fern'), await countPosts('karura')]).toEqual([1, 0])
    await expectCorrectCounts()
    await server.call(ben, 'PUT', '/api/profile/privacy', { isPrivate: false })
    expect([await countPosts('#fern'), await countPosts('karura')]).toEqual([2, 1])

    expect((await server.call(ben, 'PUT', `/api/posts/${second.id}/archive`)).status).toBe(200)
    expect(await countPosts('#fern')).toBe(1)
    await expectCorrectCounts()
    await server.call(ann, 'DELETE', `/api/posts/${first.id}`)
    expect([await countPosts('#ivy'), await countPosts('ngong')]).toEqual([undefined, undefined])
    await expectCorrectCounts()
    await markDeleted(server, ben)
    await expectCorrectCounts()
    await rows(sql`delete from users where id = ${ben.id}`)
    expect((await readCounts()).stored).toEqual([])
  })

  it('is correct after parallel writes by four users, without a deadlock', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => aUser(server)))
    const tags = ['#b #a', '#a #b', '#c #a', '#b #c']
    const write = async (user: TestUser, round: number) => {
      const words = { caption: tags[round % 4], place: round % 2 ? 'Lamu' : 'lamu' }
      const created = await aPost(server, user, words)
      if (round % 3 === 0) await server.call(user, 'DELETE', `/api/posts/${created.id}`)
      if (round % 3 === 1)
        await server.call(user, 'PATCH', `/api/posts/${created.id}`, { caption: tags[(round + 1) % 4] })
    }
    await Promise.all(
      users.map(async (user, at) => {
        for (let round = at; round < at + 6; round++) await write(user, round)
      }),
    )
    expect((await readCounts()).stored.length).toBe(4)
    await expectCorrectCounts()
    expect(deadlocks).toBe(0)
  })
})
