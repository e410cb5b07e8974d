import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createContext, systemCaller, type UserContext } from '#platform/context.ts'
import { createEventStreams } from '#platform/live/event-stream.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { openStream } from './open-stream.ts'

const server = serverForFile()

/** Opens a stream for a request that has already been authenticated as the user. */
function openFor(user: TestUser, writableLength = 0) {
  const connection = { writableLength, destroy: () => {}, once: () => {} }
  const ctx: UserContext = { ...createContext(server.deps, systemCaller), viewer: user.id, session: user.session }
  const body = openStream(ctx, createEventStreams(server.clock), { connection, lastEventId: undefined })
  return body.resume()
}

it('openStream closes the new stream if its session ended after the request was authenticated', async () => {
  const user = await aUser(server)
  const stream = { user: user.id, session: user.session, write: () => {}, recheck: () => {} }
  // Waits until the log-out has closed the user's open streams. The next stream opens after that.
  await new Promise<void>((resolve) => {
    const close = () => {
      leave()
      resolve()
    }
    const leave = server.deps.live.open({ ...stream, close })
    void server.call(user, 'DELETE', '/api/session')
  })
  const body = openFor(user)
  await expect.poll(() => [body.readableEnded, server.deps.live.count()]).toEqual([true, 0])
})

it('openStream closes a stream if its session was unused for 30 days or is 180 days old', async () => {
  const [fresh, unused, old] = [await aUser(server), await aUser(server), await aUser(server)]
  const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * 24 * 3_600_000).toISOString()
  await server.deps.database.rows(sql`update sessions set last_seen_at = ${daysAgo(31)} where id = ${unused.session}`)
  await server.deps.database.rows(sql`update sessions set created_at = ${daysAgo(181)} where id = ${old.session}`)
  const bodies = [fresh, unused, old].map((user) => openFor(user))
  await expect.poll(() => bodies.map((body) => body.readableEnded)).toEqual([false, true, true])
  await server.call(fresh, 'DELETE', '/api/session')
  await expect.poll(() => server.deps.live.count()).toBe(0)
})

it('openStream closes and removes a stream if the connection’s buffer is full at the first write', async () => {
  const body = openFor(await aUser(server), 300 * 1024)
  expect([body.destroyed, server.deps.live.count()]).toEqual([true, 0])
})
