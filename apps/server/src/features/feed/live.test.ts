import { setTimeout as sleep } from 'node:timers/promises'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { startLiveMessages } from '#platform/live/live.ts'
import { minute } from '#testing/clock.ts'
import { createStreamClient, getEventStreamUrl } from '#testing/event-stream-client.ts'
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
const listen = createStreamClient(server)
beforeAll(async () => {
  await server.app.fastify.listen({ host: '127.0.0.1', port: 0 })
})

/** Sends a `resync` message to one stream. All earlier messages arrive before it. */
const sendMarker = (viewer: TestUser) => server.deps.live.send(server.deps.database, [viewer.id], { type: 'resync' })

/** Runs `work` while the LISTEN connection is broken. */
async function withBrokenListen(work: () => Promise<void>) {
  const { database } = server.deps
  const superuser = connect(TestCluster.at(inject('cluster')).connection('superuser'), { max: 1 })
  const name = (await database.row<{ name: string }>(sql`select current_database() as name`))?.name ?? ''
  const allowConnections = (isAllowed: boolean) =>
    superuser.rows(sql`alter database ${sql.identifier(name)} with allow_connections ${sql.raw(String(isAllowed))}`)
  const listening = sql`datname = ${name} and query ilike 'listen %'`
  await allowConnections(false)
  await superuser.rows(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`)
  await expect.poll(() => superuser.rows(sql`select 1 from pg_stat_activity where ${listening}`)).toEqual([])
  await work()
  await allowConnections(true)
  await superuser.close()
}

describe('live event stream', () => {
  it('returns 401 to visitors and 403 to other sites, without CORS headers (security check R01)', async () => {
    const user = await aUser(server)
    expect((await fetch(getEventStreamUrl(server))).status).toBe(401)
    const foreignHeaders: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const from of foreignHeaders) {
      const response = await fetch(getEventStreamUrl(server), { headers: { cookie: user.cookie, ...from } })
      expect(response.status).toBe(403)
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
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
    const [authorStream, followerStream, fanStream, strangerStream] = streams as [
      (typeof streams)[0],
      ...typeof streams,
    ]
    const openPost = await aPost(server, author, { pets: [pet] })
    const expectedMessage = {
      type: 'post-arrived',
      postId: openPost.id,
      authorId: author.id,
      username: author.username,
      fullname: expect.any(String) as string,
      image: null,
    }
    expect(await followerStream?.next()).toEqual(expectedMessage)
    expect(await fanStream?.next()).toEqual(expectedMessage)
    expect(await authorStream.next()).toEqual({ type: 'post-ready', postId: openPost.id })
    const followersPost = await aPost(server, author, { pets: [pet], audience: 'followers' })
    expect(await followerStream?.next()).toMatchObject({ type: 'post-arrived', postId: followersPost.id })
    await server.call(author, 'PATCH', `/api/posts/${openPost.id}`, { audience: 'followers' })
    expect(await fanStream?.next()).toEqual({ type: 'post-left', postId: openPost.id })
    await server.call(author, 'DELETE', `/api/posts/${openPost.id}`)
    expect(await followerStream?.next()).toEqual({ type: 'post-left', postId: openPost.id })
    expect(await authorStream.next()).toEqual({ type: 'post-ready', postId: followersPost.id })
    expect(await authorStream.next()).toEqual({ type: 'post-left', postId: openPost.id })
    await sendMarker(stranger)
    expect(await strangerStream?.next()).toEqual({ type: 'resync' })
    for (const stream of streams) stream.leave()
  })

  it('sends messages in commit order even if selecting the receivers of one message is slow', async () => {
    const user = await aUser(server)
    const stream = await listen(user)
    const { database, live } = server.deps
    const slowMessage = { type: 'post-left', postId: user.id }
    const [chosen, received] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    live.onAnnounce('slowly-chosen', async () => {
      await chosen.promise
      return [{ to: [user.id], message: slowMessage }]
    })
    live.onBroadcast('heard-last', () => received.resolve())
    await live.announce(database, 'slowly-chosen', {})
    await sendMarker(user)
    await live.announce(database, 'heard-last', {})
    await received.promise
    chosen.resolve()
    expect([await stream.next(), await stream.next()]).toEqual([slowMessage, { type: 'resync' }])
    stream.leave()
  })

  it('sends `resync`, then later messages, when selecting the receivers of one message fails', async () => {
    const user = await aUser(server)
    const stream = await listen(user)
    const { database, live } = server.deps
    live.onAnnounce('never-chosen', () => Promise.reject(new Error('no')))
    await live.announce(database, 'never-chosen', {})
    const laterMessage = { type: 'post-left', postId: newId(server.clock.now()) }
    await live.send(database, [user.id], laterMessage)
    expect([await stream.next(), await stream.next()]).toEqual([{ type: 'resync' }, laterMessage])
    stream.leave()
  })

  it('delivers a notice that arrived before its listener was registered', async () => {
    const { database, log, live } = server.deps
    const node = await startLiveMessages(database, log)
    try {
      await live.broadcast(database, 'told-early', { n: 1 }, 600)
      const received = Promise.withResolvers<void>()
      node.onBroadcast('told-after', () => received.resolve())
      await live.announce(database, 'told-after', {})
      await received.promise
      const messages: object[] = []
      node.onBroadcast('told-early', (data: object) => messages.push(data))
      expect(messages).toEqual([{ n: 1 }])
    } finally {
      await node.stop()
    }
  })

  it('sends `resync`, then later messages, when selecting the receivers of one message times out', async () => {
    const user = await aUser(server)
    const { live, database } = server.deps
    live.onAnnounce('chosen-too-late', () => new Promise(() => {}))
    const stream = await listen(user)
    await live.announce(database, 'chosen-too-late', {})
    const laterMessage = { type: 'post-left', postId: newId(server.clock.now()) }
    await live.send(database, [user.id], laterMessage)
    expect([await stream.next(), await stream.next()]).toEqual([{ type: 'resync' }, laterMessage])
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
    await sendMarker(friend)
    while ((await stream.next())?.type !== 'resync');
    await server.call(author, 'PATCH', `/api/posts/${post.id}`, { audience: 'followers' })
    await sendMarker(friend)
    expect(await stream.next()).toEqual({ type: 'post-left', postId: post.id })
    stream.leave()
  })

  it('sends `story-arrived` to author and followers, but not to strangers', async () => {
    const [author, follower, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const streams = await Promise.all([author, follower, stranger].map((viewer) => listen(viewer)))
    const story = await aStory(server, author, { audience: 'followers' })
    const expectedMessage = { type: 'story-arrived', storyId: story.id, authorId: author.id }
    expect(await streams[0]?.next()).toEqual(expectedMessage)
    expect(await streams[1]?.next()).toEqual(expectedMessage)
    await sendMarker(stranger)
    expect(await streams[2]?.next()).toEqual({ type: 'resync' })
    for (const stream of streams) stream.leave()
  })

  it('sends the author `post-ready` when a photo fails, and followers `post-arrived` when it is ready', async () => {
    const [author, follower] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const [authorStream, followerStream] = [await listen(author), await listen(follower)]
    const processingPost = await aPost(server, author, { photoStates: ['processing'] })
    const settlePhoto = async (state: string, photo = processingPost.photos[0]?.id ?? '') => {
      await server.deps.database.rows(sql`update photos set state = ${state} where id = ${photo}`)
      await server.deps.jobs.send(server.deps.database, 'photo-settled', { photo })
      await server.runJobs()
    }
    await settlePhoto('failed')
    expect(await authorStream.next()).toEqual({ type: 'post-ready', postId: processingPost.id })
    await sendMarker(follower)
    expect(await followerStream.next()).toEqual({ type: 'resync' })
    await settlePhoto('ready')
    expect(await followerStream.next()).toMatchObject({ type: 'post-arrived', postId: processingPost.id })
    authorStream.leave()
    followerStream.leave()
  })

  it('closes at log-out, and within a minute after its user’s account is deleted (security check A13)', async () => {
    const [leaver, deletedUser] = [await aUser(server), await aUser(server)]
    const [leaverStream, deletedUserStream] = [await listen(leaver), await listen(deletedUser)]
    await server.call(leaver, 'DELETE', '/api/session')
    expect(await leaverStream.closed()).toBe(true)
    await markDeleted(server, deletedUser)
    server.clock.advance(minute)
    expect(await deletedUserStream.closed()).toBe(true)
  })

  it('closes the oldest of ten streams of a user when the eleventh opens (security check R02)', async () => {
    const user = await aUser(server)
    const streams = []
    for (let n = 0; n < 11; n++) streams.push(await listen(user))
    expect(await streams[0]?.closed()).toBe(true)
    await sendMarker(user)
    for (const stream of streams.slice(1)) {
      expect(await stream.next()).toEqual({ type: 'resync' })
      stream.leave()
    }
  })

  it('delivers messages that were sent while the LISTEN connection was broken', async () => {
    const user = await aUser(server)
    const stream = await listen(user)
    const [before, missedMessage] = [1, 2].map(() => ({ type: 'post-left', postId: newId(server.clock.now()) }))
    const sendLive = (message = {}) => server.deps.live.send(server.deps.database, [user.id], message)
    await sendLive(before)
    expect(await stream.next()).toEqual(before)
    // The database refuses the first reconnects, as it does during a restart.
    await withBrokenListen(async () => {
      await sendLive(missedMessage)
      await sleep(400)
    })
    await sendMarker(user)
    expect([await stream.next(), await stream.next()]).toEqual([missedMessage, { type: 'resync' }])
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
    const stream = await createStreamClient(other)(await aUser(other))
    const [closed] = await Promise.all([stream.closed(), other.stop()])
    expect(closed).toBe(true)
  })
})
