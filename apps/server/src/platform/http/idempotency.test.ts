import { createHash, randomUUID } from 'node:crypto'
import type { Collection } from '@pawtrait/contract/saves.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { day } from '#testing/clock.ts'
import { aPet, aPhoto, aPost, aStory, aUser, givenBlock, type TestUser } from '#testing/fixtures.ts'
import { serverForFile, startAnotherNode } from '#testing/server.ts'
import { sweepIdempotencyKeys } from './idempotency.ts'

const server = serverForFile({ PACE: '1000000' })

const send = (user: TestUser | null, path: string, body: unknown, key: string = randomUUID(), node = server) =>
  node.call<Record<string, unknown> & { id?: string }>(user, 'POST', path, body, {
    headers: { 'idempotency-key': key },
  })

type EndpointInput = {
  path: string
  body: Record<string, unknown>
  /** A different valid body, for a call with the same key. */
  other: Record<string, unknown>
  /** Path of the endpoint that deletes the created object. Undefined if no such endpoint exists. */
  deletedAt?: (id: string) => string
}

/** Input for each endpoint with an idempotency key. Orders are excluded, because orders.test.ts covers them. */
const endpoints: Record<string, (user: TestUser) => Promise<EndpointInput>> = {
  '/api/posts': async (user) => {
    const photos = [{ id: await aPhoto(server, user) }]
    const path = '/api/posts'
    return { path, body: { photos }, other: { photos, caption: 'else' }, deletedAt: (id) => `/api/posts/${id}` }
  },
  '/api/posts/:id/comments': async () => {
    const { id } = await aPost(server, await aUser(server))
    const deletedAt = (comment: string) => `/api/comments/${comment}`
    return { path: `/api/posts/${id}/comments`, body: { text: 'one' }, other: { text: 'two' }, deletedAt }
  },
  '/api/stories': async (user) => {
    const photo = await aPhoto(server, user)
    const deletedAt = (id: string) => `/api/stories/${id}`
    return { path: '/api/stories', body: { photo }, other: { photo, caption: 'else' }, deletedAt }
  },
  '/api/stories/:id/replies': async () => {
    const { id } = await aStory(server, await aUser(server))
    return { path: `/api/stories/${id}/replies`, body: { text: 'one' }, other: { text: 'two' } }
  },
  '/api/pets': async () => {
    const pet = { name: 'Biscuit', species: 'dog', backdrop: 'moss' }
    return { path: '/api/pets', body: pet, other: { ...pet, bio: 'else' }, deletedAt: (id) => `/api/pets/${id}` }
  },
  '/api/pets/:id/tributes': async () => {
    const owner = await aUser(server)
    const pet = await aPet(server, [owner])
    await server.call(owner, 'PUT', `/api/pets/${pet}/memorial`, { diedOn: '2020-02-02' })
    const deletedAt = (id: string) => `/api/tributes/${id}`
    return { path: `/api/pets/${pet}/tributes`, body: { text: 'one' }, other: { text: 'two' }, deletedAt }
  },
  '/api/collections': async () => {
    const deletedAt = (id: string) => `/api/collections/${id}`
    return { path: '/api/collections', body: { name: 'one' }, other: { name: 'two' }, deletedAt }
  },
  '/api/drafts': async () => {
    const deletedAt = (id: string) => `/api/drafts/${id}`
    return { path: '/api/drafts', body: { caption: 'one' }, other: { caption: 'two' }, deletedAt }
  },
  '/api/reports': async () => {
    const subject = { type: 'post', id: (await aPost(server, await aUser(server))).id }
    return { path: '/api/reports', body: { subject, reason: 'other' }, other: { subject, reason: 'cruelty' } }
  },
}
const paths = Object.keys(endpoints)
/** Endpoints that create an object which the API can delete. */
const deletable = paths.filter((path) => path !== '/api/stories/:id/replies' && path !== '/api/reports')

async function prepareCall(endpoint: string) {
  const user = await aUser(server)
  const input = await endpoints[endpoint]?.(user)
  if (!input) throw new Error(`no body for ${endpoint}`)
  return { user, ...input }
}

const storedCalls = (user: TestUser) =>
  server.deps.database.rows(sql`
    select created_id as "createdId", answer from idempotency_keys where user_id = ${user.id}`)

describe('endpoint with an idempotency key', () => {
  it('is covered by this test file (except /api/orders)', () => {
    const known = server.app.endpoints.filter(({ idempotencyKey }) => idempotencyKey).map(({ path }) => path)
    expect(known.toSorted()).toEqual(['/api/orders', ...paths].toSorted())
  })

  it.each(paths)('%s creates one object for three concurrent calls with one key', async (endpoint) => {
    const { user, path, body } = await prepareCall(endpoint)
    const key = randomUUID()
    const raced = await Promise.all([1, 2, 3].map(() => send(user, path, body, key)))
    expect(raced.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(raced.map(({ text }) => text)).size).toBe(1)
    expect(raced.filter(({ headers }) => headers['idempotent-replay'] === 'true')).toHaveLength(2)
  })

  it.each(paths)('%s stores the id of the created object with the key, but no response', async (endpoint) => {
    const { user, path, body } = await prepareCall(endpoint)
    const { id } = (await send(user, path, body)).body
    expect(await storedCalls(user)).toEqual([{ createdId: id ?? null, answer: {} }])
  })

  it.each(paths)('%s returns 422 when a key is used again with another body', async (endpoint) => {
    const { user, path, body, other } = await prepareCall(endpoint)
    const key = randomUUID()
    expect((await send(user, path, body, key)).status).toBe(201)
    expect(await send(user, path, other, key)).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } })
  })

  it.each(paths)('%s returns 400 for a malformed key, and 401 to a visitor', async (endpoint) => {
    const { user, path, body } = await prepareCall(endpoint)
    expect(await send(user, path, body, 'short')).toMatchObject({ status: 400, body: { code: 'validation-failed' } })
    expect((await send(null, path, body)).status).toBe(401)
    expect(await storedCalls(user)).toEqual([])
  })

  it.each(deletable)('%s returns 410 for a repeated call after the created object was deleted', async (endpoint) => {
    const { user, path, body, deletedAt } = await prepareCall(endpoint)
    const key = randomUUID()
    const { id } = (await send(user, path, body, key)).body
    expect((await server.call(user, 'DELETE', deletedAt?.(id ?? '') ?? '')).status).toBeLessThan(300)
    for (const _ of [1, 2])
      expect(await send(user, path, body, key)).toMatchObject({ status: 410, body: { code: 'gone' } })
    expect(await storedCalls(user)).toEqual([{ createdId: id, answer: {} }])
  })
})

describe('API with idempotency keys', () => {
  const collection = (name: string) => ({ name })
  const names = async (user: TestUser) => {
    const { body } = await server.call<{ collections: Collection[] }>(user, 'GET', '/api/collections')
    return body.collections.map(({ name }) => name)
  }

  it('returns the current text of an edited post or comment to a repeated call', async () => {
    const user = await aUser(server)
    const [postKey, commentKey] = [randomUUID(), randomUUID()]
    const photos = [{ id: await aPhoto(server, user) }]
    const post = (await send(user, '/api/posts', { photos }, postKey)).body
    const comments = `/api/posts/${post.id ?? ''}/comments`
    const comment = (await send(user, comments, { text: 'befor' }, commentKey)).body
    await server.call(user, 'PATCH', `/api/posts/${post.id ?? ''}`, { caption: 'edited' })
    await server.call(user, 'PATCH', `/api/comments/${comment.id ?? ''}`, { text: 'before' })
    expect((await send(user, '/api/posts', { photos }, postKey)).body).toMatchObject({ id: post.id, caption: 'edited' })
    expect((await send(user, comments, { text: 'befor' }, commentKey)).body).toMatchObject({ text: 'before' })
  })

  it('returns 410 to a repeated call if its comment was deleted or the author blocked the user', async () => {
    const [author, user] = [await aUser(server), await aUser(server)]
    const comments = `/api/posts/${(await aPost(server, author)).id}/comments`
    const [first, second] = [randomUUID(), randomUUID()]
    const { id } = (await send(user, comments, { text: 'one' }, first)).body
    await send(author, comments, { text: 'reply', parentId: id })
    await send(user, comments, { text: 'two' }, second)
    await server.call(user, 'DELETE', `/api/comments/${id ?? ''}`)
    expect((await server.call(user, 'GET', `/api/comments/${id ?? ''}`)).body).toMatchObject({ gone: 'by-author' })
    expect((await send(user, comments, { text: 'one' }, first)).status).toBe(410)
    expect((await send(user, comments, { text: 'two' }, second)).status).toBe(201)
    await givenBlock(server, author, user)
    expect(await send(user, comments, { text: 'two' }, second)).toMatchObject({ status: 410, body: { code: 'gone' } })
  })

  it('returns the same story reply to a repeated call, even after the story was deleted', async () => {
    const [author, user] = [await aUser(server), await aUser(server)]
    const story = await aStory(server, author)
    const path = `/api/stories/${story.id}/replies`
    const key = randomUUID()
    const first = await send(user, path, { text: 'Sweet' }, key)
    await server.call(author, 'DELETE', `/api/stories/${story.id}`)
    expect((await send(user, path, { text: 'Sweet' })).status).toBe(404)
    expect((await send(user, path, { text: 'Sweet' }, key)).body).toEqual(first.body)
  })

  it('accepts one key from two users, and returns 422 when a user sends it to a second endpoint', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    const key = randomUUID()
    const own = await send(user, '/api/collections', collection('Naps'), key)
    const otherReply = await send(other, '/api/collections', collection('Naps'), key)
    expect([own.status, otherReply.status]).toEqual([201, 201])
    expect(otherReply.body.id).not.toBe(own.body.id)
    expect((await send(user, '/api/drafts', { caption: 'Naps' }, key)).body.code).toBe('idempotency-key-reused')
    const [first, second] = [await aPost(server, other), await aPost(server, other)]
    const commentKey = randomUUID()
    expect((await send(user, `/api/posts/${first.id}/comments`, { text: 'Aw' }, commentKey)).status).toBe(201)
    expect((await send(user, `/api/posts/${second.id}/comments`, { text: 'Aw' }, commentKey)).status).toBe(422)
  })

  it('accepts a key again after a refused call', async () => {
    const [author, user] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author, { replies: 'nobody' })
    const path = `/api/posts/${post.id}/comments`
    const key = randomUUID()
    expect((await send(user, path, { text: 'May I?' }, key)).status).toBe(403)
    await server.call(author, 'PATCH', `/api/posts/${post.id}`, { replies: 'everyone' })
    const created = await send(user, path, { text: 'May I?' }, key)
    expect(created.status).toBe(201)
    expect(created.headers['idempotent-replay']).toBeUndefined()
  })

  it('recognises a key in another process after a restart', async () => {
    const user = await aUser(server)
    const key = randomUUID()
    const first = await send(user, '/api/collections', collection('Naps'), key)
    const restarted = await startAnotherNode(server)
    try {
      const repeated = await send(user, '/api/collections', collection('Naps'), key, restarted)
      expect(repeated).toMatchObject({ status: 201, body: { id: first.body.id } })
    } finally {
      await restarted.stop()
    }
    expect(await names(user)).toEqual(['Naps'])
  })

  it('stores a key for 30 days', async () => {
    const user = await aUser(server)
    const key = randomUUID()
    const first = await send(user, '/api/collections', collection('Naps'), key)
    const sweepAfter = (days: number) =>
      sweepIdempotencyKeys(server.deps.database, new Date(server.clock.now().getTime() + days * day))
    await sweepAfter(29.9)
    expect((await send(user, '/api/collections', collection('Naps'), key)).body.id).toBe(first.body.id)
    await sweepAfter(30.1)
    expect((await send(user, '/api/collections', collection('Naps'), key)).body.errors).toMatchObject([
      { field: 'name', code: 'taken' },
    ])
  })

  it('keeps a key of release 0.1.0 when the stored response is deleted after a day', async () => {
    const user = await aUser(server)
    const key = randomUUID()
    const created = await send(user, '/api/collections', { name: ' Naps ' }, key)
    // Release 0.1.0 stored the key first, and the response at the end of the transaction.
    const answer = JSON.stringify(created.body)
    const parsed = createHash('sha256')
      .update(`POST /api/collections ${JSON.stringify({ name: 'Naps' })}`)
      .digest('hex')
    await server.deps.database.rows(sql`
      update idempotency_keys set created_id = null, body_hash = ${parsed} where key = ${key}`)
    await server.deps.database.rows(sql`
      update idempotency_keys set answer = ${answer}::text::jsonb where key = ${key}`)
    expect(await storedCalls(user)).toEqual([{ createdId: created.body.id, answer: created.body }])
    expect((await send(user, '/api/collections', { name: ' Naps ' }, key)).body).toEqual(created.body)
    await sweepIdempotencyKeys(server.deps.database, new Date(server.clock.now().getTime() + 1.1 * day))
    expect(await storedCalls(user)).toEqual([{ createdId: created.body.id, answer: {} }])
    expect((await send(user, '/api/collections', { name: ' Naps ' }, key)).body).toEqual(created.body)
  })

  it('does not reopen a decided report for a late repeated call', async () => {
    const user = await aUser(server)
    const subject = { type: 'post', id: (await aPost(server, await aUser(server))).id }
    const report = { subject, reason: 'other' }
    const key = randomUUID()
    await send(user, '/api/reports', report, key)
    const states = () => server.deps.database.rows(sql`select state from reports where reporter_id = ${user.id}`)
    await server.deps.database.rows(sql`update reports set state = 'dismissed' where reporter_id = ${user.id}`)
    expect(await send(user, '/api/reports', report, key)).toMatchObject({ status: 201, body: { reported: true } })
    expect(await states()).toEqual([{ state: 'dismissed' }])
    await send(user, '/api/reports', report)
    expect(await states()).toEqual([{ state: 'open' }])
  })
})
