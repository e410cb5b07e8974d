import { setTimeout as sleep } from 'node:timers/promises'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { startLiveMessages } from '#platform/live/live.ts'
import { minute } from '#testing/clock.ts'
import { streamAddress, streamListenerFor } from '#testing/event-stream-client.ts'
import {
  aPet,
  aPost,
  aStory,
  aUser,
  givenCloseFriend,
  givenFollow,
  givenPetFollow,
  markDeleted,
  type TestUser,
} from '#testing/fixtures.ts'
import { serverForFile, startServer } from '#testing/server.ts'

const server = serverForFile()
const listen = streamListenerFor(server)
beforeAll(async () => {
  await server.app.fastify.listen({ host: '127.0.0.1', port: 0 })
})

/** Sends a `resync` message to one stream. All earlier messages arrive before it. */
const mark = (viewer: TestUser) => server.deps.live.send(server.deps.database, [viewer.id], { type: 'resync' })

/** Runs `work` while the LISTEN connection is broken. */
async function withBrokenListen(work: () => Promise<void>) {
  const { database } = server.deps
  const superuser = connect(TestCluster.at(inject('cluster')).connection('superuser'), { max: 1 })
  const name = (await database.row<{ name: string }>(sql`select current_database() as name`))?.name ?? ''
  const accept = (yes: boolean) =>
    superuser.rows(sql`alter database ${sql.identifier(name)} with allow_connections ${sql.raw(String(yes))}`)
  const listening = sql`datname = ${name} and query ilike 'listen %'`
  await accept(false)
  await superuser.rows(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`)
  await expect.poll(() => superuser.rows(sql`select 1 from pg_stat_activity where ${listening}`)).toEqual([])
  await work()
  await accept(true)
  await superuser.close()
}

describe('live event stream', () => {
  it('returns 401 to visitors and 403 to other sites, without CORS headers (security check R01)', async () => {
    const user = await aUser(server)
    expect((await fetch(streamAddress(server))).status).toBe(401)
    const foreign: Record<string, string>[] = [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }]
    for (const from of foreign) {
      const refused = await fetch(streamAddress(server), { headers: { cookie: user.cookie, ...from } })
      expect(refused.status).toBe(403)
      expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('sends `post-arrived` and `post-left` to followers of author and pets, but not to strangers', async () => {
    const [author, follower, fan, stranger] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    const pet = await aPet(server, [author])
    await givenFollow(server, follower, author)
    await givenPetFollow(server, fan, pet)
    const streams = await Promise.all([author, follower, fan, stranger].map((viewer) => listen(viewer)))
    const [own, followers, fans, strangers] = streams as [(typeof streams)[0], ...typeof streams]
    const open = await aPost(server, author, { pets: [pet] })
    const arrived = {
      type: 'post-arrived',
      postId: open.id,
      authorId: author.id,
      username: author.username,
      fullname: expect.any(String) as string,
      image: null,
    }
    expect(await followers?.next()).toEqual(arrived)
    expect(await fans?.next()).toEqual(arrived)
    expect(await own.next()).toEqual({ type: 'post-ready', postId: open.id })
    const close = await aPost(server, author, { pets: [pet], audience: 'followers' })
    expect(await followers?.next()).toMatchObject({ type: 'post-arrived', postId: close.id })
    await server.call(author, 'PATCH', `/api/posts/${open.id}`, { audience: 'followers' })
    expect(await fans?.next()).toEqual({ type: 'post-left', postId: open.id })
    await server.call(author, 'DELETE', `/api/posts/${open.id}`)
    expect(await followers?.next()).toEqual({ type: 'post-left', postId: open.id })
    expect(await own.next()).toEqual({ type: 'post-ready', postId: close.id })
    expect(await own.next()).toEqual({ type: 'post-left', postId: open.id })
    await mark(stranger)
    expect(await strangers?.next()).toEqual({ type: 'resync' })
    for (const stream of streams) stream.leave()
  })

  it('sends messages in commit order even if selecting the receivers of one message is slow', async () => {
    const user = await aUser(server)
    const stream = await listen(user)
    const { database, live } = server.deps
    const slow = { type: 'post-left', postId: user.id }
    const [chosen, received] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    live.onAnnounce('slowly-chosen', async () => {
      await chosen.promise
      return [{ to: [user.id], message: slow }]
    })
    live.onBroadcast('heard-last', () => received.resolve())
    await live.announce(database, 'slowly-chosen', {})
    await mark(user)
    await live.announce(database, 'heard-last', {})
    await received.promise
    chosen.resolve()
    expect([await stream.next(), await stream.next()]).toEqual([slow, { type: 'resync' }])
    stream.leave()
  })

  it('sends `resync`, then later messages, when selecting the receivers of one message fails', async () => {
    const user = await aUser(server)
    const stream = await listen(user)
    const { database, live } = server.deps
    live.onAnnounce('never-chosen', () => Promise.reject(new Error('no')))
    await live.announce(database, 'never-chosen', {})
    const after = { type: 'post-left', postId: newId(server.clock.now()) }
    await live.send(database, [user.id], after)
    expect([await stream.next(), await stream.next()]).toEqual([{ type: 'resync' }, after])
    stream.leave()
  })

  it('delivers a notice that arrived before its listener was registered', async () => {
    const { database, log, live } = server.deps
    const early = await startLiveMessages(database, log)
    try {
      await live.broadcast(database, 'told-early', { n: 1 }, 600)
      const received = Promise.withResolvers<void>()
      early.onBroadcast('told-after', () => received.resolve())
      await live.announce(database, 'told-after', {})
      await received.promise
      const messages: object[] = []
      early.onBroadcast('told-early', (data: object) => messages.push(data))
      expect(messages).toEqual([{ n: 1 }])
    } finally {
      await early.stop()
    }
  })

  it('sends `resync`, then later messages, when selecting the receivers of one message times out', async () => {
    const user = await aUser(server)
    const { live, database } = server.deps
    live.onAnnounce('chosen-too-late', () => new Promise(() => {}))
    const stream = await listen(user)
    await live.announce(database, 'chosen-too-late', {})
    const after = { type: 'post-left', postId: newId(server.clock.now()) }
    await live.send(database, [user.id], after)
    expect([await stream.next(), await stream.next()]).toEqual([{ type: 'resync' }, after])
    stream.leave()
  })

  it('sends `post-left` to a close friend who is not a follower when the post becomes followers-only', async () => {
    const [author, friend] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [author])
    await givenPetFollow(server, friend, pet)
    await givenCloseFriend(server, author, friend)
    const post = await aPost(server, author, { pets: [pet], audience: 'close-friends' })
    const stream = await listen(friend)
    // Skips all messages before the `resync`: the stream may still receive `post-arrived` for the new post.
    await mark(friend)
    while ((await stream.next())?.type !== 'resync');
    await server.call(author, 'PATCH', `/api/posts/${post.id}`, { audience: 'followers' })
    await mark(friend)
    expect(await stream.next()).toEqual({ type: 'post-left', postId: post.id })
    stream.leave()
  })

  it('sends `story-arrived` to author and followers, but not to strangers', async () => {
    const [author, follower, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const streams = await Promise.all([author, follower, stranger].map((viewer) => listen(viewer)))
    const story = await aStory(server, author, { audience: 'followers' })
    const arrived = { type: 'story-arrived', storyId: story.id, authorId: author.id }
    expect(await streams[0]?.next()).toEqual(arrived)
    expect(await streams[1]?.next()).toEqual(arrived)
    await mark(stranger)
    expect(await streams[2]?.next()).toEqual({ type: 'resync' })
    for (const stream of streams) stream.leave()
  })

  it('sends the author `post-ready` for a failed photo, and followers `post-arrived` for a ready photo', async () => {
    const [author, follower] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const [own, followers] = [await listen(author), await listen(follower)]
    const waiting = await aPost(server, author, { photoStates: ['processing'] })
    const settle = async (state: string, photo = waiting.photos[0]?.id ?? '') => {
      await server.deps.database.rows(sql`update photos set state = ${state} where id = ${photo}`)
      await server.deps.jobs.send(server.deps.database, 'photo-settled', { photo })
      await server.runJobs()
    }
    await settle('failed')
    expect(await own.next()).toEqual({ type: 'post-ready', postId: waiting.id })
    await mark(follower)
    expect(await followers.next()).toEqual({ type: 'resync' })
    await settle('ready')
    expect(await followers.next()).toMatchObject({ type: 'post-arrived', postId: waiting.id })
    own.leave()
    followers.leave()
  })

  it('closes at log-out, and within a minute after its user’s account is deleted (security check A13)', async () => {
    const [leaving, deleted] = [await aUser(server), await aUser(server)]
    const [out, gone] = [await listen(leaving), await listen(deleted)]
    await server.call(leaving, 'DELETE', '/api/session')
    expect(await out.closed()).toBe(true)
    await markDeleted(server, deleted)
    server.clock.advance(minute)
    expect(await gone.closed()).toBe(true)
  })

  it('closes the oldest of ten streams of a user when the eleventh opens (security check R02)', async () => {
    const user = await aUser(server)
    const streams = []
    for (let n = 0; n < 11; n++) streams.push(await listen(user))
    expect(await streams[0]?.closed()).toBe(true)
    await mark(user)
    for (const stream of streams.slice(1)) {
      expect(await stream.next()).toEqual({ type: 'resync' })
      stream.leave()
    }
  })

  it('delivers messages that were sent while the LISTEN connection was broken', async () => {
    const user = await aUser(server)
    const stream = await listen(user)
    const [before, missed] = [1, 2].map(() => ({ type: 'post-left', postId: newId(server.clock.now()) }))
    const sendLive = (message = {}) => server.deps.live.send(server.deps.database, [user.id], message)
    await sendLive(before)
    expect(await stream.next()).toEqual(before)
    // The database refuses the first reconnects, as it does during a restart.
    await withBrokenListen(async () => {
      await sendLive(missed)
      await sleep(400)
    })
    await mark(user)
    expect([await stream.next(), await stream.next()]).toEqual([missed, { type: 'resync' }])
    stream.leave()
  })

  it('sends `resync` after a broken LISTEN connection if the missed notices are no longer stored', async () => {
    const stream = await listen(await aUser(server))
    await server.deps.database.rows(sql`delete from live_notices`)
    await withBrokenListen(() => sleep(400))
    expect(await stream.next()).toEqual({ type: 'resync' })
    stream.leave()
  })

  it('closes when its session was revoked while the LISTEN connection was broken', async () => {
    const user = await aUser(server)
    const stream = await listen(user)
    await withBrokenListen(async () => {
      expect((await server.call(user, 'DELETE', '/api/session')).status).toBe(204)
    })
    expect(await stream.closed()).toBe(true)
  })

  it('is removed from the open streams when the browser disconnects', async () => {
    const user = await aUser(server)
    const before = server.deps.live.count()
    const stream = await listen(user)
    expect(server.deps.live.count()).toBe(before + 1)
    stream.leave()
    await expect.poll(() => server.deps.live.count()).toBeLessThanOrEqual(before)
  })

  it('closes without delay when the server stops', async () => {
    const other = await startServer()
    await other.app.fastify.listen({ host: '127.0.0.1', port: 0 })
    const stream = await streamListenerFor(other)(await aUser(other))
    const [closed] = await Promise.all([stream.closed(), other.stop()])
    expect(closed).toBe(true)
  })
})
