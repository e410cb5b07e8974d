import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { killChild, startChild } from '#testing/child-process.ts'
import { createStreamClient } from '#testing/event-stream-client.ts'
import { startNatsDouble } from '#testing/fakes/nats-double.ts'
import { type NatsServer, startInstalledNats } from '#testing/fakes/nats-server.ts'
import { aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { startAnotherNode, startServer, type TestServer } from '#testing/server.ts'

const writer = fileURLToPath(new URL('killed-writer.ts', import.meta.url))
const onLoopback = { host: '127.0.0.1', port: 0 }
// Maximum delay of a message without a wake-up. Nodes poll every second, and busy machines need another second.
const LATE_MS = 2_000

const kinds: [string, typeof startNatsDouble][] = [['test double', startNatsDouble]]
if (startInstalledNats) kinds.push(['Debian package', startInstalledNats])

describe.each(kinds)('nodes with NATS_URL (NATS server: %s)', (_, createNats) => {
  let [nats, nodeA, nodeB, plain, client]: [NatsServer, TestServer, TestServer, TestServer, NatsConnection] =
    [] as never
  let wakeUps = 0

  const readDisconnected = async () => {
    const { text } = await nodeA.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
    return /^nats_disconnected (\d+)/m.exec(text)?.[1]
  }
  const untilDisconnected = (count: number) =>
    vi.waitFor(async () => expect(await readDisconnected()).toBe(String(count)), { timeout: 10_000 })

  beforeAll(async () => {
    nats = await createNats({ user: 'pawtrait', pass: 'p@ss/word' })
    await nats.start()
    nodeA = await startServer({ NATS_URL: nats.url })
    nodeB = await startAnotherNode(nodeA, { NATS_URL: nats.url })
    plain = await startAnotherNode(nodeA)
    for (const { app } of [nodeA, nodeB, plain]) await app.fastify.listen(onLoopback)
    const access = { user: 'pawtrait', pass: 'p@ss/word', reconnectTimeWait: 100, maxReconnectAttempts: -1 }
    client = await connect({ servers: new URL(nats.url).host, ...access })
    client.subscribe('pawtrait.live', { callback: () => void wakeUps++ })
    await untilDisconnected(0)
  }, 60_000)
  afterAll(async () => {
    await client.close()
    for (const server of [plain, nodeB, nodeA]) await server.stop()
    await nats.stop()
  })

  const createMessage = (): LiveMessage => ({ type: 'post-left', postId: newId(nodeA.clock.now()) })
  const send = (user: TestUser, message: object, from = nodeA, db: Db = from.deps.database) =>
    from.deps.live.send(db, [user.id], message)
  type Stream = Awaited<ReturnType<ReturnType<typeof createStreamClient>>>
  const readMessages = async (stream: Stream, count: number) => {
    const messages: unknown[] = []
    while (messages.length < count) messages.push(await stream.next())
    return messages
  }

  it('deliver comments to other nodes at once by NATS wake-ups, before the one-second poll', async () => {
    const [author, reader] = [await aUser(nodeA), await aUser(nodeA)]
    const post = await aPost(nodeA, author)
    const stream = await createStreamClient(nodeB)(reader)
    await nodeA.call(reader, 'PUT', `/api/posts/${post.id}/watch`)
    const [from, before] = [performance.now(), wakeUps]
    for (let n = 0; n < 8; n++) {
      const comment = await nodeA.call<{ id: string }>(author, 'POST', `/api/posts/${post.id}/comments`, {
        text: `${n}`,
      })
      expect(await stream.next()).toMatchObject({ type: 'comment-arrived', commentId: comment.body.id })
    }
    // Without wake-ups each message would wait for the poll of the next second.
    expect(performance.now() - from).toBeLessThan(4_000)
    expect(wakeUps - before).toBeGreaterThanOrEqual(8)
    stream.leave()
  })

  it('exchange messages with a node without NATS_URL, as during a rollout', async () => {
    const reader = await aUser(nodeA)
    const [here, there] = [await createStreamClient(nodeA)(reader), await createStreamClient(plain)(reader)]
    const sent = [createMessage(), createMessage()]
    await send(reader, sent[0] ?? {}, plain)
    expect(await readMessages(there, 1)).toEqual([sent[0]])
    expect(await readMessages(here, 1)).toEqual([sent[0]])
    const from = performance.now()
    await send(reader, sent[1] ?? {}, nodeA)
    expect(await readMessages(there, 1)).toEqual([sent[1]])
    expect(performance.now() - from).toBeLessThan(LATE_MS)
    here.leave()
    there.leave()
  })

  it('deliver the message of a node that was killed after the commit and before the wake-up', async () => {
    const reader = await aUser(nodeA)
    const message = createMessage()
    const stream = await createStreamClient(nodeB)(reader)
    const database = await nodeA.deps.database.row<{ name: string }>(sql`select current_database() as name`)
    const connection = JSON.stringify(TestCluster.at(inject('cluster')).connection('app', database?.name))
    const before = wakeUps
    const child = startChild(writer, connection, nats.url, reader.id, JSON.stringify(message))
    const findNotice = () =>
      nodeA.deps.database.row(
        sql`select 1 from live_notices where notice->'message' = ${JSON.stringify(message)}::jsonb`,
      )
    await expect.poll(findNotice, { timeout: 60_000 }).toBeDefined()
    const from = performance.now()
    await killChild(child)
    expect(await stream.next()).toEqual(message)
    expect(performance.now() - from).toBeLessThan(LATE_MS)
    expect(wakeUps).toBe(before)
    stream.leave()
  }, 90_000)

  it('deliver a message only once despite 50 NATS wake-ups', async () => {
    const reader = await aUser(nodeA)
    const stream = await createStreamClient(nodeB)(reader)
    const [message, last] = [createMessage(), createMessage()]
    await send(reader, message)
    for (let n = 0; n < 50; n++) client.publish('pawtrait.live')
    await client.flush()
    await sleep(50)
    await send(reader, last)
    expect(await readMessages(stream, 2)).toEqual([message, last])
    stream.leave()
  })

  it('deliver messages that are committed out of order, also to a stream that reconnects', async () => {
    const reader = await aUser(nodeA)
    const stream = await createStreamClient(nodeB)(reader)
    const [early, late, last] = [createMessage(), createMessage(), createMessage()]
    const [written, delivered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = nodeA.deps.database.transaction(async (db) => {
      await send(reader, early, nodeA, db)
      written.resolve()
      await delivered.promise
    })
    await written.promise
    await send(reader, late)
    expect(await stream.next()).toEqual(late)
    const resumeHeaders = { 'last-event-id': stream.lastId() }
    delivered.resolve()
    await slow
    expect(await stream.next()).toEqual(early)
    const resumedStream = await createStreamClient(plain)(
      reader,
      resumeHeaders,
      new Set(stream.had).difference(new Set([stream.lastId()])),
    )
    await send(reader, last)
    expect(await readMessages(resumedStream, 2)).toEqual([early, last])
    for (const open of [stream, resumedStream]) open.leave()
  })

  it('close the streams of a session that ends on another node', async () => {
    const reader = await aUser(nodeA)
    const streams = await Promise.all([nodeB, plain].map((node) => createStreamClient(node)(reader)))
    const from = performance.now()
    expect((await nodeA.call(reader, 'DELETE', '/api/session')).status).toBe(204)
    for (const stream of streams) expect(await stream.closed()).toBe(true)
    expect(performance.now() - from).toBeLessThan(LATE_MS)
  })

  it('deliver messages once and in order while NATS is down, and use NATS wake-ups again afterwards', async () => {
    const [reader, loggingOut] = [await aUser(nodeA), await aUser(nodeA)]
    const [stream, ended] = [await createStreamClient(nodeB)(reader), await createStreamClient(nodeB)(loggingOut)]
    await nats.stop()
    await untilDisconnected(2)
    const sent: LiveMessage[] = []
    const outage = sleep(4_000)
    for (let n = 0; n < 8; n++) {
      sent.push(createMessage())
      await send(reader, sent.at(-1) ?? {}, n % 2 === 0 ? nodeA : nodeB)
      await sleep(100)
    }
    const from = performance.now()
    expect(await readMessages(stream, 8)).toEqual(sent)
    expect((await nodeA.call(loggingOut, 'DELETE', '/api/session')).status).toBe(204)
    expect(await ended.closed()).toBe(true)
    expect(performance.now() - from).toBeLessThan(2 * LATE_MS)
    expect((await nodeA.call(null, 'GET', '/readyz')).status).toBe(200)
    await outage
    await nats.start()
    await untilDisconnected(0)
    await vi.waitFor(() => client.rtt(), { timeout: 5_000 })
    const [reconnectedAt, before] = [performance.now(), wakeUps]
    for (let n = 0; n < 8; n++) {
      const message = createMessage()
      await send(reader, message)
      expect(await stream.next()).toEqual(message)
    }
    expect(performance.now() - reconnectedAt).toBeLessThan(4_000)
    await expect.poll(() => wakeUps - before).toBeGreaterThanOrEqual(8)
    stream.leave()
  }, 30_000)

  it('start while NATS is down, and connect once it is up', async () => {
    const later = await createNats()
    const node = await startAnotherNode(nodeA, { NATS_URL: `${later.url},nats://127.0.0.1:1` })
    await untilDisconnected(1)
    expect((await node.call(null, 'GET', '/readyz')).status).toBe(200)
    await later.start()
    await untilDisconnected(0)
    await node.stop()
    await later.stop()
  }, 30_000)
})
