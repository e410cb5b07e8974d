import type { Comment } from '@pawtrait/contract/comments.ts'
import type { Collection } from '@pawtrait/contract/saves.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aPet, aPost, aStory, aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile, startServer, type TestServer } from '#testing/server.ts'

const server = serverForFile()

type Call = [method: 'GET' | 'PUT' | 'PATCH' | 'POST', path: string, body?: object]

/** Returns the actions with a rate limit: name, limit, and requests that count against it. */
async function actions(server: TestServer, author: TestUser, doer: TestUser): Promise<[string, number, Call[]][]> {
  const [post, ownPost] = [await aPost(server, author), await aPost(server, doer)]
  const comment = await server.call<Comment>(doer, 'POST', `/api/posts/${post.id}/comments`, { text: 'So soft' })
  const [pet, story] = [await aPet(server, [author]), await aStory(server, author)]
  const collection = await server.call<Collection>(doer, 'POST', '/api/collections', { name: 'Dogs' })
  return [
    [
      'likes',
      600,
      [
        ['PUT', `/api/posts/${post.id}/like`],
        ['PUT', `/api/comments/${comment.body.id}/like`],
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
    ['post-edits', 60, [['PATCH', `/api/posts/${ownPost.id}`, { caption: 'again' }]]],
    ['comment-edits', 60, [['PATCH', `/api/comments/${comment.body.id}`, { text: 'again' }]]],
    [
      'collecting',
      600,
      [
        ['PUT', `/api/posts/${post.id}/save`],
        ['PUT', `/api/collections/${collection.body.id}/posts/${post.id}`],
        ['PATCH', `/api/collections/${collection.body.id}`, { name: 'Cats' }],
        ['POST', '/api/collections', { name: 'More' }],
      ],
    ],
    ['comments', 20, [['POST', `/api/posts/${post.id}/comments`, { text: 'Once more' }]]],
    ['story-replies', 20, [['POST', `/api/stories/${story.id}/replies`, { text: 'So fast' }]]],
    ['reports', 20, [['POST', '/api/reports', { subject: { type: 'post', id: post.id }, reason: 'selling' }]]],
    ['drafts', 1_500, [['POST', '/api/drafts', { caption: 'Half a' }]]],
    ['mentions', 120, [['GET', '/api/mentions?q=%40a']]],
    ['blocks', 200, [['PUT', `/api/users/${author.id}/block`]]],
  ]
}

/** Sets the count of an action in its rate limit. */
const setUsed = (server: TestServer, doer: TestUser, action: string, count: number) =>
  server.deps.database.rows(sql`
    insert into throttles (key, count, ends_at)
    values (${`${action}:${doer.id}`}, ${count}, ${new Date(server.clock.now().getTime() + hour).toISOString()})
    on conflict (key) do update set count = excluded.count, ends_at = excluded.ends_at`)

describe('rate limits of actions', () => {
  it('refuse further actions of a user who has reached them (429), but not an undo', async () => {
    const [author, doer, other] = [await aUser(server), await aUser(server), await aUser(server)]
    for (const [action, most, calls] of await actions(server, author, doer))
      for (const [method, path, body] of calls) {
        const count = (n: number) => setUsed(server, doer, action, n)
        await count(most)
        const response = await server.call(doer, method, path, body)
        expect([path, response.status, response.headers['retry-after']]).toEqual([path, 429, '3600'])
        const undoStatus = method === 'PUT' ? (await server.call(doer, 'DELETE', path)).status : 200
        expect([path, undoStatus < 300]).toEqual([path, true])
        await count(most - 1)
        expect([path, (await server.call(doer, method, path, body)).status < 300]).toEqual([path, true])
        expect((await server.call(doer, method, path, body)).status).toBe(429)
      }
    expect((await server.call(other, 'PUT', `/api/users/${author.id}/follow`)).status).toBe(200)
  })

  it('are multiplied by the setting PACE', async () => {
    const fast = await startServer({ PACE: '3' })
    onTestFinished(() => fast.stop())
    const [author, doer] = [await aUser(fast), await aUser(fast)]
    for (const [action, most, calls] of await actions(fast, author, doer))
      for (const [method, path, body] of calls) {
        await setUsed(fast, doer, action, most * 3 - 1)
        const statuses = [await fast.call(doer, method, path, body), await fast.call(doer, method, path, body)]
        expect([path, statuses.map(({ status }) => Math.floor(status / 100))]).toEqual([path, [2, 4]])
        expect(statuses[1]?.status).toBe(429)
      }
  })

  it('do not apply to undoing or deleting, even after the user has reached every limit', async () => {
    const [author, doer] = [await aUser(server), await aUser(server)]
    const [post, story, pet] = [await aPost(server, author), await aStory(server, author), await aPet(server, [author])]
    const create = async (path: string, body: object) =>
      (await server.call<{ id: string }>(doer, 'POST', path, body)).body.id
    const comment = await create(`/api/posts/${post.id}/comments`, { text: 'Oh' })
    const collection = await create('/api/collections', { name: 'Cats' })
    const undoPaths = [
      `/api/posts/${post.id}/like`,
      `/api/comments/${comment}/like`,
      `/api/collections/${collection}/posts/${post.id}`,
      `/api/posts/${post.id}/save`,
      `/api/posts/${post.id}/mute`,
      `/api/stories/${story.id}/paw`,
      `/api/users/${author.id}/follow`,
      `/api/pets/${pet}/follow`,
      `/api/users/${author.id}/mute`,
      `/api/close-friends/${author.id}`,
      `/api/users/${author.id}/block`,
    ]
    for (const path of undoPaths)
      expect([path, (await server.call(doer, 'PUT', path)).status < 300]).toEqual([path, true])
    const [ownPost, ownStory, draft] = [
      await aPost(server, doer),
      await aStory(server, doer),
      await create('/api/drafts', { caption: 'No' }),
    ]
    for (const [action] of await actions(server, author, doer)) await setUsed(server, doer, action, 1_000_000)
    const deletionPaths = [`/api/comments/${comment}`, `/api/collections/${collection}`, `/api/drafts/${draft}`]
    for (const path of [
      ...undoPaths.toReversed(),
      ...deletionPaths,
      `/api/posts/${ownPost.id}`,
      `/api/stories/${ownStory.id}`,
    ])
      expect([path, (await server.call(doer, 'DELETE', path)).status < 300]).toEqual([path, true])
    expect((await server.call(doer, 'PUT', `/api/users/${author.id}/follow`)).status).toBe(429)
  })

  it('count every edit, and refuse the sixty-first edit in an hour (429)', async () => {
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
