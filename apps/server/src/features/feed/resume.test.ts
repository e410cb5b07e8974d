import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { sweepLiveNotices } from '#platform/live/live-notices.ts'
import { createStreamClient } from '#testing/event-stream-client.ts'
import { aPost, aStory, aUser, givenBlock, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile, startAnotherNode, type TestServer } from '#testing/server.ts'

const server = serverForFile()
let other: TestServer
const listen = createStreamClient(server)
const listenElsewhere = (...args: Parameters<typeof listen>) => createStreamClient(other)(...args)
type Stream = Awaited<ReturnType<typeof listen>>

const onLoopback = { host: '127.0.0.1', port: 0 }
beforeAll(async () => {
  await server.app.fastify.listen(onLoopback)
  other = await startAnotherNode(server)
  await other.app.fastify.listen(onLoopback)
})
afterAll(() => other.stop())

const aMessage = (): LiveMessage => ({ type: 'post-left', postId: newId(server.clock.now()) })
const send = (viewer: TestUser, message: object, db: Db = server.deps.database) =>
  server.deps.live.send(db, [viewer.id], message)
const endMessage: LiveMessage = { type: 'order', orderId: newId(new Date(0)) }

// A replay includes all transactions, in any database, that were still open when the client's last notice was written.
// So the tests wait until these transactions have ended.
/** Waits until all transactions that are open now have ended. */
async function waitForOpenTransactions() {
  const { database } = server.deps
  const now = await database.row<{ next: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`)
  const haveEnded = async () =>
    (
      await database.row<{ ended: boolean }>(sql`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.next}::text::xid8 as ended`)
    )?.ended
  await expect.poll(haveEnded, { timeout: 10_000 }).toBe(true)
}

async function sendEnd(viewer: TestUser) {
  await waitForOpenTransactions()
  await send(viewer, endMessage)
}

/** Opens a stream and waits for one event. A later stream can resume after this event's id. */
async function openWithEvent(viewer: TestUser): Promise<Stream> {
  const stream = await listen(viewer)
  await sendEnd(viewer)
  while ((await stream.next())?.type !== 'order');
  return stream
}

/** Opens a stream that resumes after the last event of `earlierStream`, by default on another node. */
const resumeStream = (viewer: TestUser, earlierStream: Stream, node = listenElsewhere) =>
  node(viewer, { 'last-event-id': earlierStream.lastId() }, earlierStream.had)

/** Sends a final message and returns all messages that arrive before it. */
async function readUntilNow(viewer: TestUser, stream: Stream) {
  await sendEnd(viewer)
  const received: unknown[] = []
  for (;;) {
    const message = await stream.next()
    if (message?.type === 'order') return received
    received.push(message)
  }
}

describe('resumed event stream', () => {
  it('sends the reader all visible missed messages, in order and from another node, without `resync`', async () => {
    const [author, blocked, reader] = [await aUser(server), await aUser(server), await aUser(server)]
    for (const followee of [author, blocked]) await givenFollow(server, reader, followee)
    const earlierStream = await openWithEvent(reader)
    earlierStream.leave()
    const ownMessage = aMessage()
    await send(reader, ownMessage)
    const post = await aPost(server, author)
    await aPost(server, blocked)
    await givenBlock(server, reader, blocked)
    const deletedPost = await aPost(server, author)
    await server.call(author, 'DELETE', `/api/posts/${deletedPost.id}`)
    const story = await aStory(server, author)
    const stream = await resumeStream(reader, earlierStream)
    expect(await readUntilNow(reader, stream)).toEqual([
      ownMessage,
      expect.objectContaining({ type: 'post-arrived', postId: post.id }),
      // For the deleted post, the stream sends only `post-left`, without `post-arrived`. Clients ignore such a message.
      { type: 'post-left', postId: deletedPost.id },
      { type: 'story-arrived', storyId: story.id, authorId: author.id },
    ])
    stream.leave()
  })

  it('sends missed comments of the watched post, also from a node that started later', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await server.call(reader, 'PUT', `/api/posts/${post.id}/watch`)
    const earlierStream = await openWithEvent(reader)
    earlierStream.leave()
    const comment = await server.call<{ id: string }>(author, 'POST', `/api/posts/${post.id}/comments`, {
      text: 'Here',
    })
    const node = await startAnotherNode(server)
    await node.app.fastify.listen(onLoopback)
    const stream = await resumeStream(reader, earlierStream, createStreamClient(node))
    expect(await readUntilNow(reader, stream)).toMatchObject([{ type: 'comment-arrived', commentId: comment.body.id }])
    stream.leave()
    await node.stop()
  })

  it('sends a missed message that was committed after a message with a higher transaction number', async () => {
    const reader = await aUser(server)
    const { database } = server.deps
    const [earlyMessage, lateMessage] = [aMessage(), aMessage()]
    const earlierStream = await openWithEvent(reader)
    const [written, received] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = database.transaction(async (db) => {
      await send(reader, earlyMessage, db)
      written.resolve()
      await received.promise
    })
    await written.promise
    await send(reader, lateMessage)
    expect(await earlierStream.next()).toEqual(lateMessage)
    earlierStream.leave()
    received.resolve()
    await slow
    const stream = await resumeStream(reader, earlierStream)
    expect(await readUntilNow(reader, stream)).toEqual([earlyMessage])
    stream.leave()
  })

  it('sends messages committed during the reconnect exactly once, after the missed messages', async () => {
    const reader = await aUser(server)
    let lastStream = await openWithEvent(reader)
    for (let round = 0; round < 5; round++) {
      lastStream.leave()
      const messages = Array.from({ length: 30 }, aMessage)
      for (const message of messages.slice(0, 10)) await send(reader, message)
      const sending = (async () => {
        for (const message of messages.slice(10)) await send(reader, message)
      })()
      lastStream = await resumeStream(reader, lastStream)
      await sending
      expect(await readUntilNow(reader, lastStream)).toEqual(messages)
    }
    lastStream.leave()
  })

  it('sends the second message of a two-message notice if the stream broke after the first message', async () => {
    const reader = await aUser(server)
    const earlierStream = await openWithEvent(reader)
    const [first, second] = [aMessage(), aMessage()]
    for (const { live } of [server.deps, other.deps])
      live.onAnnounce('two-at-once', async (connectedUsers) =>
        [first, second].map((message) => ({ to: connectedUsers.filter((user) => user === reader.id), message })),
      )
    await server.deps.live.announce(server.deps.database, 'two-at-once', {})
    expect([await earlierStream.next(), await earlierStream.next()]).toEqual([first, second])
    earlierStream.leave()
    // Simulates a stream that broke before the second message arrived.
    earlierStream.had.delete(earlierStream.lastId())
    const brokenEventId = earlierStream.lastId().replace(/1$/, '0')
    const stream = await listenElsewhere(reader, { 'last-event-id': brokenEventId }, earlierStream.had)
    expect(await readUntilNow(reader, stream)).toEqual([second])
    stream.leave()
  })

  it('sends no messages of another user to a reader who presents that user’s event id', async () => {
    const [reader, thief] = [await aUser(server), await aUser(server)]
    const earlierStream = await openWithEvent(reader)
    earlierStream.leave()
    await send(reader, aMessage())
    const stream = await listenElsewhere(thief, { 'last-event-id': earlierStream.lastId() })
    expect(await readUntilNow(thief, stream)).toEqual([])
    stream.leave()
  })

  it('sends one `resync` instead of more than 200 missed notices, and then later messages', async () => {
    const [reader, otherUser] = [await aUser(server), await aUser(server)]
    const earlierStream = await openWithEvent(reader)
    earlierStream.leave()
    for (let n = 0; n < 300; n++) await send(otherUser, aMessage())
    const stream = await resumeStream(reader, earlierStream)
    expect(await readUntilNow(reader, stream)).toEqual([{ type: 'resync' }])
    stream.leave()
    await send(reader, aMessage())
    const secondStream = await resumeStream(reader, stream)
    expect(await readUntilNow(reader, secondStream)).toMatchObject([{ type: 'post-left' }])
    secondStream.leave()
  })

  it('sends `resync` for a `Last-Event-ID` that is invalid, unknown or no longer stored', async () => {
    const reader = await aUser(server)
    const earlierStream = await openWithEvent(reader)
    earlierStream.leave()
    const [id = '', transaction = ''] = earlierStream.lastId().split('.')
    const ids = ['0', '7', '-1', 'x', '', "1.1' or true", `${id}.${Number(transaction) + 1}.0`, `9${id}.${transaction}`]
    const hugeIds = ['9'.repeat(18), '9'.repeat(400)].map((number) => `${number}.${number}.0`)
    for (const lastEventId of [...ids, ...hugeIds]) {
      const stream = await listenElsewhere(reader, { 'last-event-id': lastEventId })
      expect([lastEventId, await stream.next()]).toEqual([lastEventId, { type: 'resync' }])
      stream.leave()
    }
    await server.deps.database.rows(sql`
      update live_notices set at = now() - interval '25 hours' where id = ${id}::text::bigint`)
    await sweepLiveNotices(server.deps.database)
    const stream = await resumeStream(reader, earlierStream)
    expect(await stream.next()).toEqual({ type: 'resync' })
    stream.leave()
  })

  it('sends `resync` after an absence of 11 minutes if any notice was written in that time', async () => {
    const [reader, otherUser] = [await aUser(server), await aUser(server)]
    const earlierStream = await openWithEvent(reader)
    earlierStream.leave()
    const [id = ''] = earlierStream.lastId().split('.')
    await server.deps.database.rows(sql`
      update live_notices set at = now() - interval '11 minutes' where id <= ${id}::text::bigint`)
    // Notices of earlier tests may still be written, so the test deletes them until none remains.
    const resumeWithoutNotices = async () => {
      await server.deps.database.rows(sql`delete from live_notices where id > ${id}::text::bigint`)
      return readUntilNow(reader, await resumeStream(reader, earlierStream))
    }
    await expect.poll(resumeWithoutNotices).toEqual([])
    await send(otherUser, aMessage())
    expect(await (await resumeStream(reader, earlierStream)).next()).toEqual({ type: 'resync' })
  })

  it('sends the newest event id with each heartbeat, so that a reconnect skips notices for other users', async () => {
    const [reader, otherUser] = [await aUser(server), await aUser(server)]
    const earlierStream = await listen(reader)
    for (let n = 0; n < 250; n++) await send(otherUser, aMessage())
    const otherStream = await listen(otherUser)
    await sendEnd(otherUser)
    while ((await otherStream.next())?.type !== 'order');
    const noticeNumber = (id = '') => Number(id.split('.')[0])
    const last = noticeNumber(server.deps.live.cursor()?.id)
    server.clock.advance(25_000)
    // The id may be newer than `last`, because notices of earlier tests may still be written.
    while (noticeNumber(earlierStream.lastId()) < last) if (await earlierStream.read()) throw new Error('stream ended')
    earlierStream.leave()
    otherStream.leave()
    const missedMessage = aMessage()
    await send(reader, missedMessage)
    const stream = await resumeStream(reader, earlierStream)
    expect(await readUntilNow(reader, stream)).toEqual([missedMessage])
    stream.leave()
  })

  it('sends messages that are longer than the limit of Postgres NOTIFY', async () => {
    const reader = await aUser(server)
    const stream = await openWithEvent(reader)
    const longMessage = {
      type: 'post-arrived',
      postId: newId(server.clock.now()),
      authorId: 'ä'.repeat(6_000),
      username: 'a',
      fullname: 'A',
      image: null,
    }
    await send(reader, longMessage)
    expect(await readUntilNow(reader, stream)).toEqual([longMessage])
    stream.leave()
  })
})
