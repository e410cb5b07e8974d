import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Comment } from '@pawtrait/contract/comments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, second } from '#testing/clock.ts'
import { countStatements, whileStatementsFail } from '#testing/database/failing-statements.ts'
import { aPet, aPost, aStory, aUser, givenBlock, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { type Caller, startAnotherNode, startServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let other: TestServer

beforeAll(async () => {
  server = await startServer({}, {}, { pages: true })
  other = await startAnotherNode(server, {}, { pages: true })
})
afterAll(async () => {
  await other.stop()
  await server.stop()
})

const get = (url: string, caller: Caller = null, headers: Record<string, string> = {}, node = server) =>
  node.call<string>(caller, 'GET', url, undefined, { headers })

/** Returns the number of SQL statements that a request for this page runs. */
const countPageStatements = (url: string) => countStatements(server, () => get(url))

async function createPostPage() {
  const author = await aUser(server)
  const pet = await aPet(server, [author], 'Chai')
  const post = await aPost(server, author, { caption: 'Sun on the sofa', pets: [pet] })
  return { author, pet, post, url: `/posts/${post.id}` }
}

/** Requests the page twice from both nodes, which makes both cache it. */
async function cachePage(url: string) {
  for (const node of [server, other, server, other]) expect((await get(url, null, {}, node)).status).toBe(200)
}

const statuses = (url: string) =>
  Promise.all([server, other].map(async (node) => (await get(url, null, {}, node)).status))

describe('cached page for visitors', () => {
  it('is served without SQL statements if it is static, and with one statement if it shows a post', async () => {
    const { url } = await createPostPage()
    for (const address of ['/', '/login?next=%2Fdashboard', '/privacy', url]) await cachePage(address)
    expect(await countPageStatements('/')).toBe(0)
    expect(await countPageStatements('/login?next=%2Fdashboard')).toBe(0)
    expect(await countPageStatements('/privacy')).toBe(0)
    expect(await countPageStatements(url)).toBe(1)
  })

  it('is cached only at the second request, so that a crawler does not evict other pages', async () => {
    const { url } = await createPostPage()
    expect(await countPageStatements(url)).toBeGreaterThan(1)
    expect(await countPageStatements(url)).toBeGreaterThan(1)
    expect(await countPageStatements(url)).toBe(1)
  })

  it('has the same content in Brotli, in gzip and without compression', async () => {
    const { url } = await createPostPage()
    await cachePage(url)
    const html = (await get(url)).text
    expect(html).toContain('Sun on the sofa')
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await server.app.fastify.inject({
        url,
        headers: { host: new URL(server.deps.config.publicUrl).host, 'accept-encoding': encoding },
      })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(decode(answer.rawPayload).toString()).toBe(html)
    }
  })

  it('shows a new comment at once', async () => {
    const { author, post, url } = await createPostPage()
    await cachePage(url)
    await server.call(author, 'POST', `/api/posts/${post.id}/comments`, { text: 'He snores' })
    for (const node of [server, other]) expect((await get(url, null, {}, node)).text).toContain('He snores')
  })

  it('returns 304 for the current ETag, and the new page for an outdated ETag', async () => {
    const { author, post, url } = await createPostPage()
    await cachePage(url)
    const { headers } = await get(url)
    const etag = String(headers.etag)
    const again = await get(url, null, { 'if-none-match': `W/"x", ${etag}` })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    await server.call(author, 'PATCH', `/api/posts/${post.id}`, { caption: 'Sun behind the sofa' })
    const changed = await get(url, null, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('Sun behind the sofa')
  })

  it('is rendered once for 20 concurrent requests', async () => {
    const { url } = await createPostPage()
    const singleCount = await countPageStatements(`${url}?comment=${crypto.randomUUID()}`)
    const concurrentCount = await countStatements(server, () => Promise.all(Array.from({ length: 20 }, () => get(url))))
    // Allows two more statements, which check for invalidations and are shared by the waiting requests.
    expect(concurrentCount).toBeLessThanOrEqual(singleCount + 2)
  })

  it('is never sent to a logged-in user, and pages of logged-in users are never sent to visitors', async () => {
    const { author, url } = await createPostPage()
    const visitorPage = await get(url)
    const userPage = await get(url, author)
    expect([visitorPage.headers['cache-control'], userPage.headers['cache-control']]).toEqual([
      'private, no-cache',
      'private, no-store',
    ])
    expect(userPage.text).toContain(author.email)
    const { status, text } = await get(url, author, { 'if-none-match': String(visitorPage.headers.etag) })
    expect([status, text.includes(author.email)]).toEqual([200, true])
    expect((await get(url)).text).not.toContain(author.email)
  })

  it('has a different ETag for each theme and query', async () => {
    const { url } = await createPostPage()
    const [plain, dark, second] = [
      await get(url),
      await get(url, { cookie: 'theme=dark' }),
      await get(`${url}?comment=${crypto.randomUUID()}`),
    ]
    expect(new Set([plain, dark, second].map(({ headers }) => headers.etag)).size).toBe(3)
  })

  it('shows a new like count within three seconds', async () => {
    const { post, url } = await createPostPage()
    const likes = async () => /"likeCount":(\d+)/.exec((await get(url)).text)?.[1]
    await cachePage(url)
    await server.call(await aUser(server), 'PUT', `/api/posts/${post.id}/like`)
    expect(await likes()).toBe('0')
    server.clock.advance(3 * second)
    expect(await likes()).toBe('1')
  })

  it('shows a new like count of a comment within three seconds', async () => {
    const { author, post, url } = await createPostPage()
    const comment = await server.call<Comment>(author, 'POST', `/api/posts/${post.id}/comments`, { text: 'He snores' })
    await cachePage(url)
    const likes = async () => [...(await get(url)).text.matchAll(/"likeCount":(\d+)/g)].map(([, count]) => count)
    expect(await likes()).toEqual(['0', '0'])
    await server.call(await aUser(server), 'PUT', `/api/comments/${comment.body.id}/like`)
    server.clock.advance(3 * second)
    expect(new Set(await likes())).toEqual(new Set(['0', '1']))
  })

  it('is not rendered again for a minute if it shows a post with unchanged likes', async () => {
    const { url } = await createPostPage()
    await cachePage(url)
    const { headers } = await get(url)
    server.clock.advance(3 * second)
    // Expects one statement that reads invalidations, and one that compares the likes.
    expect(await countPageStatements(url)).toBe(2)
    expect((await get(url)).headers.etag).toBe(headers.etag)
    server.clock.advance(60 * second)
    expect(await countPageStatements(url)).toBeGreaterThan(2)
  })

  it('returns 404 on both nodes once its post is not public or its author is private or deleted', async () => {
    const removals: ((author: TestUser, path: string) => Promise<unknown>)[] = [
      (author, path) => server.call(author, 'PATCH', path, { audience: 'followers' }),
      (author, path) => server.call(author, 'PUT', `${path}/archive`),
      (author, path) => server.call(author, 'DELETE', path),
      (author) => server.call(author, 'PUT', '/api/profile/privacy', { isPrivate: true }),
      (author) => markDeleted(server, author),
    ]
    for (const remove of removals) {
      const { author, post, url } = await createPostPage()
      await cachePage(url)
      await remove(author, `/api/posts/${post.id}`)
      expect([String(remove), await statuses(url)]).toEqual([String(remove), [404, 404]])
    }
  })

  it('returns 404 on both nodes for an expired story once its highlight or pet is deleted', async () => {
    const removals: ((author: TestUser, pet: string, highlight: string) => Promise<unknown>)[] = [
      (author, _, highlight) => server.call(author, 'DELETE', highlight),
      (author, pet) => server.call(author, 'DELETE', `/api/pets/${pet}`),
    ]
    for (const remove of removals) {
      const author = await aUser(server)
      const pet = await aPet(server, [author])
      const story = await aStory(server, author, { audience: 'everyone' })
      const highlight = `/api/stories/${story.id}/highlights/${pet}`
      await server.call(author, 'PUT', highlight)
      server.clock.advance(day)
      const url = `/stories/${story.id}`
      await cachePage(url)
      await remove(author, pet, highlight)
      expect([String(remove), await statuses(url)]).toEqual([String(remove), [404, 404]])
    }
  })

  it('omits deleted comments and comments of users blocked by the author', async () => {
    const { author, post, url } = await createPostPage()
    const [first, second] = [await aUser(server), await aUser(server)]
    const comment = (author: TestUser, text: string) =>
      server.call<Comment>(author, 'POST', `/api/posts/${post.id}/comments`, { text })
    const { body } = await comment(first, 'Delete me')
    await comment(second, 'Block me')
    await cachePage(url)
    expect((await get(url)).text).toMatch(/Delete me.*Block me/s)
    await server.call(first, 'DELETE', `/api/comments/${body.id}`)
    await givenBlock(server, author, second)
    for (const node of [server, other]) expect((await get(url, null, {}, node)).text).not.toMatch(/Delete me|Block me/)
  })

  it('is never the error page of a database failure', async () => {
    const { url } = await createPostPage()
    const failed = await whileStatementsFail(server, new Error('bug'), () => get(url), 2)
    expect(failed.status).toBe(500)
    expect((await get(url)).status).toBe(200)
  })
})
