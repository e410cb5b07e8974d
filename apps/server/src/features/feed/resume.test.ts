import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { sweepLiveNotices } from '#platform/live/live-notices.ts'
import { aPost, aStory, aUser, givenBlock, givenFollow, type TestUser } from '#testing/given.ts'
import { listenerOn } from '#testing/listen.ts'
import { anotherNode, serverForFile, type TestServer } from '#testing/server.ts'

const server = serverForFile()
let other: TestServer
const listen = listenerOn(server)
const there = (...given: Parameters<typeof listen>) => listenerOn(other)(...given)
type Stream = Awaited<ReturnType<typeof listen>>

const onLoopback = { host: '127.0.0.1', port: 0 }
beforeAll(async () => {
  await server.app.fastify.listen(onLoopback)
  other = await anotherNode(server)
  await other.app.fastify.listen(onLoopback)
})
afterAll(() => other.stop())

const aMessage = (): LiveMessage => ({ type: 'post-left', postId: newId(server.clock.now()) })
const send = (who: TestUser, message: object, db: Db = server.deps.database) =>
  server.deps.live.send(db, [who.id], message)
const end: LiveMessage = { type: 'order', orderId: newId(new Date(0)) }

/**
 * Waits for the transactions that are open now, of other tests' databases too: a replay begins with the oldest that was
 * open when its notice was written.
 */
async function othersHaveEnded() {
  const { database } = server.deps
  const now = await database.row<{ next: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`)
  const haveEnded = async () =>
    (
      await database.row<{ ended: boolean }>(sql`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.next}::text::xid8 as ended`)
    )?.ended
  await expect.poll(haveEnded, { timeout: 10_000 }).toBe(true)
}

async function sendEnd(who: TestUser) {
  await othersHaveEnded()
  await send(who, end)
}

/** A stream that has had an event, by whose id its reader goes on. */
async function begun(who: TestUser): Promise<Stream> {
  const stream = await listen(who)
  await sendEnd(who)
  while ((await stream.next())?.type !== 'order');
  return stream
}

/** The reader comes back, to whichever node. */
const comeBack = (who: TestUser, before: Stream, node = there) =>
  node(who, { 'last-event-id': before.lastId() }, before.had)

/** All that comes before something that is sent now. */
async function heardUntilNow(who: TestUser, stream: Stream) {
  await sendEnd(who)
  const heard: unknown[] = []
  for (;;) {
    const message = await stream.next()
    if (message?.type === 'order') return heard
    heard.push(message)
  }
}

describe('a reader who comes back', () => {
  it('is told on any node what they missed and may see, in order, and is not told to read all again', async () => {
    const [author, blocked, reader] = [await aUser(server), await aUser(server), await aUser(server)]
    for (const whom of [author, blocked]) await givenFollow(server, reader, whom)
    const before = await begun(reader)
    before.leave()
    const own = aMessage()
    await send(reader, own)
    const post = await aPost(server, author)
    await aPost(server, blocked)
    await givenBlock(server, reader, blocked)
    const gone = await aPost(server, author)
    await server.call(author, 'DELETE', `/api/posts/${gone.id}`)
    const story = await aStory(server, author)
    const stream = await comeBack(reader, before)
    expect(await heardUntilNow(reader, stream)).toEqual([
      own,
      expect.objectContaining({ type: 'post-arrived', postId: post.id }),
      // That it came is told no more; that it left is harmless.
      { type: 'post-left', postId: gone.id },
      { type: 'story-arrived', storyId: story.id, authorId: author.id },
    ])
    stream.leave()
  })

  it('hears of comments under the post they have open, also from a node that was started since', async () => {
    const [author, reader] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await server.call(reader, 'PUT', `/api/posts/${post.id}/watch`)
    const before = await begun(reader)
    before.leave()
    const said = await server.call<{ id: string }>(author, 'POST', `/api/posts/${post.id}/comments`, { text: 'Here' })
    const node = await anotherNode(server)
    await node.app.fastify.listen(onLoopback)
    const stream = await comeBack(reader, before, listenerOn(node))
    expect(await heardUntilNow(reader, stream)).toMatchObject([{ type: 'comment-arrived', commentId: said.body.id }])
    stream.leave()
    await node.stop()
  })

  it('loses nothing of transactions that are committed in another order than they were numbered', async () => {
    const reader = await aUser(server)
    const { database } = server.deps
    const [early, late] = [aMessage(), aMessage()]
    const before = await begun(reader)
    const [written, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = database.transaction(async (db) => {
      await send(reader, early, db)
      written.resolve()
      await heard.promise
    })
    await written.promise
    await send(reader, late)
    expect(await before.next()).toEqual(late)
    before.leave()
    heard.resolve()
    await slow
    const stream = await comeBack(reader, before)
    expect(await heardUntilNow(reader, stream)).toEqual([early])
    stream.leave()
  })

  it('hears what is committed while they come back once, behind what they missed', async () => {
    const reader = await aUser(server)
    let last = await begun(reader)
    for (let round = 0; round < 5; round++) {
      last.leave()
      const sent = Array.from({ length: 30 }, aMessage)
      for (const message of sent.slice(0, 10)) await send(reader, message)
      const sending = (async () => {
        for (const message of sent.slice(10)) await send(reader, message)
      })()
      last = await comeBack(reader, last)
      await sending
      expect(await heardUntilNow(reader, last)).toEqual(sent)
    }
    last.leave()
  })

  it('has both lines of one notice, though the stream broke between them', async () => {
    const reader = await aUser(server)
    const before = await begun(reader)
    const [first, second] = [aMessage(), aMessage()]
    for (const { live } of [server.deps, other.deps])
      live.onAnnounce('two-at-once', async (open) =>
        [first, second].map((message) => ({ to: open.filter((user) => user === reader.id), message })),
      )
    await server.deps.live.announce(server.deps.database, 'two-at-once', {})
    expect([await before.next(), await before.next()]).toEqual([first, second])
    before.leave()
    // Of all they had, the second line never came.
    before.had.delete(before.lastId())
    const broken = before.lastId().replace(/1$/, '0')
    const stream = await there(reader, { 'last-event-id': broken }, before.had)
    expect(await heardUntilNow(reader, stream)).toEqual([second])
    stream.leave()
  })

  it('gets nothing of another reader by the id of an event of theirs', async () => {
    const [reader, thief] = [await aUser(server), await aUser(server)]
    const before = await begun(reader)
    before.leave()
    await send(reader, aMessage())
    const stream = await there(thief, { 'last-event-id': before.lastId() })
    expect(await heardUntilNow(thief, stream)).toEqual([])
    stream.leave()
  })

  it('reads all again after more than two hundred, and is caught up then', async () => {
    const [reader, somebody] = [await aUser(server), await aUser(server)]
    const before = await begun(reader)
    before.leave()
    for (let n = 0; n < 300; n++) await send(somebody, aMessage())
    const stream = await comeBack(reader, before)
    expect(await heardUntilNow(reader, stream)).toEqual([{ type: 'resync' }])
    stream.leave()
    await send(reader, aMessage())
    const again = await comeBack(reader, stream)
    expect(await heardUntilNow(reader, again)).toMatchObject([{ type: 'post-left' }])
    again.leave()
  })

  it('reads all again with an id that nobody gave, that was swept, or is of another database', async () => {
    const reader = await aUser(server)
    const before = await begun(reader)
    before.leave()
    const [id = '', transaction = ''] = before.lastId().split('.')
    const ids = ['0', '7', '-1', 'x', '', "1.1' or true", `${id}.${Number(transaction) + 1}.0`, `9${id}.${transaction}`]
    const huge = ['9'.repeat(18), '9'.repeat(400)].map((number) => `${number}.${number}.0`)
    for (const lastEventId of [...ids, ...huge]) {
      const stream = await there(reader, { 'last-event-id': lastEventId })
      expect([lastEventId, await stream.next()]).toEqual([lastEventId, { type: 'resync' }])
      stream.leave()
    }
    await server.deps.database.rows(sql`
      update live_notices set at = now() - interval '25 hours' where id = ${id}::text::bigint`)
    await sweepLiveNotices(server.deps.database)
    const stream = await comeBack(reader, before)
    expect(await stream.next()).toEqual({ type: 'resync' })
    stream.leave()
  })

  it('who was away for longer than presence is known reads again, unless nothing came', async () => {
    const [reader, somebody] = [await aUser(server), await aUser(server)]
    const before = await begun(reader)
    before.leave()
    const [id = ''] = before.lastId().split('.')
    await server.deps.database.rows(sql`
      update live_notices set at = now() - interval '11 minutes' where id <= ${id}::text::bigint`)
    // What follows from earlier tests may still be coming.
    const toldWhenNothingCame = async () => {
      await server.deps.database.rows(sql`delete from live_notices where id > ${id}::text::bigint`)
      return heardUntilNow(reader, await comeBack(reader, before))
    }
    await expect.poll(toldWhenNothingCame).toEqual([])
    await send(somebody, aMessage())
    expect(await (await comeBack(reader, before)).next()).toEqual({ type: 'resync' })
  })

  it('is told with a beat how far everything was told, so that what is for others is not looked at', async () => {
    const [reader, somebody] = [await aUser(server), await aUser(server)]
    const before = await listen(reader)
    for (let n = 0; n < 250; n++) await send(somebody, aMessage())
    const told = await listen(somebody)
    await sendEnd(somebody)
    while ((await told.next())?.type !== 'order');
    const id = server.deps.live.cursor()?.id
    server.clock.advance(25_000)
    const beat = async () => {
      while (before.lastId() !== id) await before.read()
    }
    await beat()
    before.leave()
    told.leave()
    const missed = aMessage()
    await send(reader, missed)
    const stream = await comeBack(reader, before)
    expect(await heardUntilNow(reader, stream)).toEqual([missed])
    stream.leave()
  })

  it('hears what is longer than NOTIFY could carry', async () => {
    const reader = await aUser(server)
    const stream = await begun(reader)
    const long = {
      type: 'post-arrived',
      postId: newId(server.clock.now()),
      authorId: 'ä'.repeat(6_000),
      username: 'a',
      image: null,
    }
    await send(reader, long)
    expect(await heardUntilNow(reader, stream)).toEqual([long])
    stream.leave()
  })
})
