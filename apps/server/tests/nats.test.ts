import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { killChild, startChild } from '#testing/child.ts'
import { natsDouble } from '#testing/fakes/nats-double.ts'
import { type NatsServer, realNats } from '#testing/fakes/nats-server.ts'
import { aPost, aUser, type TestUser } from '#testing/given.ts'
import { listenerOn } from '#testing/listen.ts'
import { anotherNode, startServer, type TestServer } from '#testing/server.ts'

const writer = fileURLToPath(new URL('killed-writer.ts', import.meta.url))
const onLoopback = { host: '127.0.0.1', port: 0 }
// What nobody was woken for is read within a second; the rest is this machine's.
const LATE_MS = 2_000

const kinds: [string, typeof natsDouble][] = [['that speaks its protocol', natsDouble]]
if (realNats) kinds.push(['of Debian', realNats])

describe.each(kinds)('nodes with NATS_URL, beside a NATS server %s', (_, serverOf) => {
  let [nats, one, two, plain, words]: [NatsServer, TestServer, TestServer, TestServer, NatsConnection] = [] as never
  let wakeUps = 0

  const metric = async () => {
    const { text } = await one.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
    return /^nats_disconnected (\d+)/m.exec(text)?.[1]
  }
  const untilDisconnected = (count: number) =>
    vi.waitFor(async () => expect(await metric()).toBe(String(count)), { timeout: 10_000 })

  beforeAll(async () => {
    nats = await serverOf({ user: 'pawtrait', pass: 'p@ss/word' })
    await nats.start()
    one = await startServer({ NATS_URL: nats.url })
    two = await anotherNode(one, { NATS_URL: nats.url })
    plain = await anotherNode(one)
    for (const { app } of [one, two, plain]) await app.fastify.listen(onLoopback)
    const access = { user: 'pawtrait', pass: 'p@ss/word', reconnectTimeWait: 100, maxReconnectAttempts: -1 }
    words = await connect({ servers: new URL(nats.url).host, ...access })
    words.subscribe('pawtrait.live', { callback: () => void wakeUps++ })
    await untilDisconnected(0)
  }, 60_000)
  afterAll(async () => {
    await words.close()
    for (const server of [plain, two, one]) await server.stop()
    await nats.stop()
  })

  const aMessage = (): LiveMessage => ({ type: 'post-left', postId: newId(one.clock.now()) })
  const send = (who: TestUser, message: object, from = one, db: Db = from.deps.database) =>
    from.deps.live.send(db, [who.id], message)
  type Stream = Awaited<ReturnType<ReturnType<typeof listenerOn>>>
  const next = async (stream: Stream, count: number) => {
    const heard: unknown[] = []
    while (heard.length < count) heard.push(await stream.next())
    return heard
  }

  it('tell the streams of each other what is said under an open post, at once', async () => {
    const [author, reader] = [await aUser(one), await aUser(one)]
    const post = await aPost(one, author)
    const stream = await listenerOn(two)(reader)
    await one.call(reader, 'PUT', `/api/posts/${post.id}/watch`)
    const [from, before] = [performance.now(), wakeUps]
    for (let n = 0; n < 8; n++) {
      const said = await one.call<{ id: string }>(author, 'POST', `/api/posts/${post.id}/comments`, { text: `${n}` })
      expect(await stream.next()).toMatchObject({ type: 'comment-arrived', commentId: said.body.id })
    }
    // Had nobody been woken each would have come with the look of the next second.
    expect(performance.now() - from).toBeLessThan(4_000)
    expect(wakeUps - before).toBeGreaterThanOrEqual(8)
    stream.leave()
  })

  it('and one without it hear each other while it is given to one after the other', async () => {
    const reader = await aUser(one)
    const [here, there] = [await listenerOn(one)(reader), await listenerOn(plain)(reader)]
    const sent = [aMessage(), aMessage()]
    await send(reader, sent[0] ?? {}, plain)
    expect(await next(there, 1)).toEqual([sent[0]])
    expect(await next(here, 1)).toEqual([sent[0]])
    const from = performance.now()
    await send(reader, sent[1] ?? {}, one)
    expect(await next(there, 1)).toEqual([sent[1]])
    expect(performance.now() - from).toBeLessThan(LATE_MS)
    here.leave()
    there.leave()
  })

  it('find what was committed by one that was killed before it could wake anybody', async () => {
    const reader = await aUser(one)
    const message = aMessage()
    const stream = await listenerOn(two)(reader)
    const database = await one.deps.database.row<{ name: string }>(sql`select current_database() as name`)
    const connection = JSON.stringify(TestCluster.at(inject('cluster')).connection('app', database?.name))
    const before = wakeUps
    const child = startChild(writer, connection, nats.url, reader.id, JSON.stringify(message))
    const isThere = () =>
      one.deps.database.row(sql`select 1 from live_notices where notice->'message' = ${JSON.stringify(message)}::jsonb`)
    await expect.poll(isThere, { timeout: 60_000 }).toBeDefined()
    const from = performance.now()
    await killChild(child)
    expect(await stream.next()).toEqual(message)
    expect(performance.now() - from).toBeLessThan(LATE_MS)
    expect(wakeUps).toBe(before)
    stream.leave()
  }, 90_000)

  it('tell once what they were woken for many times', async () => {
    const reader = await aUser(one)
    const stream = await listenerOn(two)(reader)
    const [message, last] = [aMessage(), aMessage()]
    await send(reader, message)
    for (let n = 0; n < 50; n++) words.publish('pawtrait.live')
    await words.flush()
    await sleep(50)
    await send(reader, last)
    expect(await next(stream, 2)).toEqual([message, last])
    stream.leave()
  })

  it('lose nothing of a transaction that is committed after a later one, nor does who comes back by that', async () => {
    const reader = await aUser(one)
    const stream = await listenerOn(two)(reader)
    const [early, late, last] = [aMessage(), aMessage(), aMessage()]
    const [written, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = one.deps.database.transaction(async (db) => {
      await send(reader, early, one, db)
      written.resolve()
      await heard.promise
    })
    await written.promise
    await send(reader, late)
    expect(await stream.next()).toEqual(late)
    const back = { 'last-event-id': stream.lastId() }
    heard.resolve()
    await slow
    expect(await stream.next()).toEqual(early)
    const again = await listenerOn(plain)(reader, back, new Set(stream.had).difference(new Set([stream.lastId()])))
    await send(reader, last)
    expect(await next(again, 2)).toEqual([early, last])
    for (const one of [stream, again]) one.leave()
  })

  it('close the streams of a session that is ended on another', async () => {
    const reader = await aUser(one)
    const streams = await Promise.all([two, plain].map((node) => listenerOn(node)(reader)))
    const from = performance.now()
    expect((await one.call(reader, 'DELETE', '/api/session')).status).toBe(204)
    for (const stream of streams) expect(await stream.closed()).toBe(true)
    expect(performance.now() - from).toBeLessThan(LATE_MS)
  })

  it('go on while NATS is away for four seconds, tell all once, in order, and wake each other afterwards', async () => {
    const [reader, leaving] = [await aUser(one), await aUser(one)]
    const [stream, ended] = [await listenerOn(two)(reader), await listenerOn(two)(leaving)]
    await nats.stop()
    await untilDisconnected(2)
    const sent: LiveMessage[] = []
    const away = sleep(4_000)
    for (let n = 0; n < 8; n++) {
      sent.push(aMessage())
      await send(reader, sent.at(-1) ?? {}, n % 2 === 0 ? one : two)
      await sleep(100)
    }
    const from = performance.now()
    expect(await next(stream, 8)).toEqual(sent)
    expect((await one.call(leaving, 'DELETE', '/api/session')).status).toBe(204)
    expect(await ended.closed()).toBe(true)
    expect(performance.now() - from).toBeLessThan(2 * LATE_MS)
    expect((await one.call(null, 'GET', '/readyz')).status).toBe(200)
    await away
    await nats.start()
    await untilDisconnected(0)
    await vi.waitFor(() => words.rtt(), { timeout: 5_000 })
    const [back, before] = [performance.now(), wakeUps]
    for (let n = 0; n < 8; n++) {
      const message = aMessage()
      await send(reader, message)
      expect(await stream.next()).toEqual(message)
    }
    expect(performance.now() - back).toBeLessThan(4_000)
    await expect.poll(() => wakeUps - before).toBeGreaterThanOrEqual(8)
    stream.leave()
  }, 30_000)

  it('start and serve while there is no NATS, and find it when it comes', async () => {
    const later = await serverOf()
    const node = await anotherNode(one, { NATS_URL: `${later.url},nats://127.0.0.1:1` })
    await untilDisconnected(1)
    expect((await node.call(null, 'GET', '/readyz')).status).toBe(200)
    await later.start()
    await untilDisconnected(0)
    await node.stop()
    await later.stop()
  }, 30_000)
})
