import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour } from '#testing/clock.ts'
import { aUser, givenBlock, givenHide } from '#testing/fixtures.ts'
import { notificationHelpersFor } from '#testing/notifications.ts'
import { type PushScenario, pushServerForFile } from '#testing/push.ts'

const { server, state, set, aThread, messages } = pushServerForFile()
const { like, says } = notificationHelpersFor(server)
const rows = (query: ReturnType<typeof sql>) => server.deps.database.rows(query)

describe('push message', () => {
  it.each<[string, (thread: PushScenario) => Promise<unknown>]>([
    ['a like that was removed', ({ fan, post }) => like(fan, post.id, 'DELETE').then(() => server.deps.events.drain())],
    [
      'a notification type that was switched off',
      ({ author }) => server.call(author, 'PUT', '/api/notifications/settings/like', { on: false }),
    ],
    ['an actor who was muted', ({ author, fan }) => server.call(author, 'PUT', `/api/users/${fan.id}/mute`)],
    ['an actor who was blocked', ({ author, fan }) => givenBlock(server, author, fan)],
    ['an actor who blocked the recipient', ({ author, fan }) => givenBlock(server, fan, author)],
    ['an actor who was hidden', ({ author, fan }) => givenHide(server, author, { user: fan })],
    ['a post that was muted', ({ author, post }) => server.call(author, 'PUT', `/api/posts/${post.id}/mute`)],
    ['a post that was deleted', ({ author, post }) => server.call(author, 'DELETE', `/api/posts/${post.id}`)],
    ['an actor who was deleted', ({ fan }) => rows(sql`update users set deleted_at = now() where id = ${fan.id}`)],
    ['an actor who was suspended', ({ fan }) => rows(sql`update users set state = 'suspended' where id = ${fan.id}`)],
    [
      'a recipient who was suspended',
      ({ author }) => rows(sql`update users set state = 'suspended' where id = ${author.id}`),
    ],
    [
      'a notification that was read',
      ({ author }) => server.call(author, 'PUT', '/api/notifications/read', { upTo: server.clock.now().toISOString() }),
    ],
    ['a browser that was logged out', ({ author }) => server.call(author, 'DELETE', '/api/session')],
    [
      'a device that was removed',
      async ({ author }) =>
        server.call(author, 'DELETE', `/api/push/subscriptions/${(await state(author)).devices[0]?.id}`),
    ],
  ])('is not sent for %s before the delivery', async (_, change) => {
    const thread = await aThread()
    await like(thread.fan, thread.post.id)
    await server.deps.events.drain()
    expect(await server.deps.jobs.waiting('push-notifications')).toHaveLength(1)
    await change(thread)
    await server.runJobs()
    expect(messages(thread.browser)).toEqual([])
  })

  it('is not sent during quiet hours in the recipient’s time zone, also across midnight', async () => {
    const advanceToNairobiTime = (time: string) => {
      const next = new Date(`${server.clock.now().toISOString().slice(0, 10)}T${time}:00+03:00`).getTime()
      const wait = next - server.clock.now().getTime()
      server.clock.advance(wait < 0 ? wait + 24 * hour : wait)
    }
    // The session lasts for days, so it is still valid after the clock has advanced.
    const { fan, browser, post, author } = await aThread({ quietHours: { from: '22:00', until: '06:00' } })
    for (const [time, expected] of [
      ['21:59', 1],
      ['22:00', 1],
      ['23:30', 1],
      ['05:59', 1],
      ['06:00', 2],
    ] as const) {
      advanceToNairobiTime(time)
      await says(fan, post, `At ${time}`)
      expect([time, messages(browser).length]).toEqual([time, expected])
    }
    await set(author, { quietHours: { from: '12:00', until: '13:00' } })
    advanceToNairobiTime('12:30')
    await says(fan, post, 'Lunch')
    advanceToNairobiTime('13:00')
    await says(fan, post, 'Coffee')
    expect(messages(browser)).toHaveLength(3)
  })

  it('is not sent to a browser that now belongs to another account', async () => {
    const { author, fan, browser, post } = await aThread()
    const { key } = await state(fan)
    const { endpoint, keys } = browser
    await server.call(fan, 'PUT', '/api/push/subscription', { endpoint, keys, key })
    await like(await aUser(server), post.id)
    await like(fan, post.id)
    await server.runJobs()
    expect(messages(browser)).toEqual([])
    expect((await state(author)).devices).toMatchObject([{ paused: true }])
  })

  it('is not sent to a browser with an expired session', async () => {
    const { author, fan, browser, post } = await aThread()
    await rows(sql`update sessions set last_seen_at = last_seen_at - interval '31 days' where id = ${author.session}`)
    await like(fan, post.id)
    await server.runJobs()
    expect(messages(browser)).toEqual([])
  })
})
