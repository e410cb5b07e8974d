import type { Comment } from '@pawtrait/contract/comments.ts'
import type { Collection } from '@pawtrait/contract/saves.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aPet, aPost, aStory, aUser, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

type Deed = [method: 'PUT' | 'PATCH' | 'POST', path: string, body?: object]

/** What somebody may do to what an author made: by budget, how much of it there is, and some deeds that count on it. */
async function deeds(author: TestUser, doer: TestUser): Promise<[string, number, Deed[]][]> {
  const [post, own] = [await aPost(server, author), await aPost(server, doer)]
  const said = await server.call<Comment>(doer, 'POST', `/api/posts/${post.id}/comments`, { text: 'So soft' })
  const [pet, story] = [await aPet(server, [author]), await aStory(server, author)]
  const shelf = await server.call<Collection>(doer, 'POST', '/api/collections', { name: 'Dogs' })
  return [
    [
      'likes',
      600,
      [
        ['PUT', `/api/posts/${post.id}/like`],
        ['PUT', `/api/comments/${said.body.id}/like`],
      ],
    ],
    [
      'follows',
      200,
      [
        ['PUT', `/api/users/${author.id}/follow`],
        ['PUT', `/api/pets/${pet}/follow`],
      ],
    ],
    ['paws', 300, [['PUT', `/api/stories/${story.id}/paw`]]],
    ['post-edits', 60, [['PATCH', `/api/posts/${own.id}`, { caption: 'again' }]]],
    ['comment-edits', 60, [['PATCH', `/api/comments/${said.body.id}`, { text: 'again' }]]],
    [
      'collecting',
      600,
      [
        ['PUT', `/api/posts/${post.id}/save`],
        ['PUT', `/api/collections/${shelf.body.id}/posts/${post.id}`],
        ['PATCH', `/api/collections/${shelf.body.id}`, { name: 'Cats' }],
        ['POST', '/api/collections', { name: 'More' }],
      ],
    ],
    ['blocks', 200, [['PUT', `/api/users/${author.id}/block`]]],
  ]
}

describe('what somebody does often', () => {
  it('has a budget; taking back never waits, and others are not held', async () => {
    const [author, doer, other] = [await aUser(server), await aUser(server), await aUser(server)]
    for (const [deed, most, calls] of await deeds(author, doer))
      for (const [method, path, body] of calls) {
        const key = `${deed}:${doer.id}`
        const count = async (n: number) =>
          server.deps.database.rows(sql`
            insert into throttles (key, count, ends_at)
            values (${key}, ${n}, ${new Date(server.clock.now().getTime() + hour).toISOString()})
            on conflict (key) do update set count = excluded.count, ends_at = excluded.ends_at`)
        await count(most)
        const refused = await server.call(doer, method, path, body)
        expect([path, refused.status, refused.headers['retry-after']]).toEqual([path, 429, '3600'])
        const undone = method === 'PUT' ? (await server.call(doer, 'DELETE', path)).status : 200
        expect([path, undone < 300]).toEqual([path, true])
        await count(most - 1)
        expect([path, (await server.call(doer, method, path, body)).status < 300]).toEqual([path, true])
        expect((await server.call(doer, method, path, body)).status).toBe(429)
      }
    expect((await server.call(other, 'PUT', `/api/users/${author.id}/follow`)).status).toBe(200)
  })

  it('is bounded by what is really done', async () => {
    const author = await aUser(server)
    const post = await aPost(server, author)
    const edit = async (n: number) =>
      (await server.call(author, 'PATCH', `/api/posts/${post.id}`, { caption: `${n}` })).status
    for (let n = 0; n < 60; n++) expect(await edit(n)).toBe(200)
    expect(await edit(60)).toBe(429)
    server.clock.advance(hour)
    expect(await edit(60)).toBe(200)
  })
})
