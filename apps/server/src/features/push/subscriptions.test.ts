import { randomUUID } from 'node:crypto'
import { PushState, PushTestResult } from '@pawtrait/contract/push.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress } from '#platform/security/fetch-public.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { pushServerForFile } from '#testing/push.ts'
import { startServer, type TestServer } from '#testing/server.ts'
import { rotateVapidKey } from './vapid-keys.ts'

const { server, service, state, sendForm, subscribe, titles, createKey } = pushServerForFile()

const listLabels = async (user: TestUser) =>
  (await state(user)).devices.map(({ current, paused }) => `${current ? 'current' : 'other'}${paused ? ' paused' : ''}`)

/** Logs the user in a second time, as in another browser. */
async function createSession(user: TestUser): Promise<TestUser> {
  const other = await aUser(server)
  await server.deps.database.rows(sql`update sessions set user_id = ${user.id} where id = ${other.session}`)
  return { ...user, cookie: other.cookie, session: other.session }
}

const sendTest = async (user: TestUser, id: string) => {
  const response = await server.call(user, 'POST', `/api/push/subscriptions/${id}/test`)
  return response.status === 200 ? v.parse(PushTestResult, response.body).outcome : response.status
}

describe('PUT /api/push/subscription', () => {
  it('adds a browser once, and updates its keys when the same endpoint is sent again', async () => {
    const user = await aUser(server)
    expect(v.parse(PushState, await state(user))).toMatchObject({ devices: [], showContent: false, quietHours: null })
    const browser = await subscribe(user)
    const newForm = { ...service.subscribe(), endpoint: browser.endpoint }
    const response = await sendForm(user, newForm)
    expect(v.parse(PushState, response.body).devices).toMatchObject([{ current: true, paused: false, sentAt: null }])
    const rows = await server.deps.database.rows<{ auth: Buffer }>(sql`
      select auth from push_subscriptions where endpoint = ${browser.endpoint}`)
    expect(rows.map(({ auth }) => auth.toString('base64url'))).toEqual([newForm.keys.auth])
  })

  it('activates a browser for the last account that subscribed, and pauses it for the previous account', async () => {
    const [ann, ben] = [await aUser(server), await aUser(server)]
    const browser = await subscribe(ann)
    await sendForm(ben, browser)
    expect([await listLabels(ann), await listLabels(ben)]).toEqual([['other paused'], ['current']])
    expect((await sendForm(ann, browser, { renews: true })).status).toBe(200)
    expect([await listLabels(ann), await listLabels(ben)]).toEqual([['current'], ['other paused']])
  })

  it('activates one device and pauses three when four accounts register the same endpoint simultaneously', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => aUser(server)))
    const browser = service.subscribe()
    const responses = await Promise.all(people.map((user) => sendForm(user, browser)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const allLabels = (await Promise.all(people.map(listLabels))).flat()
    expect(allLabels.toSorted()).toEqual(['current', 'other paused', 'other paused', 'other paused'])
  })

  it('changes the endpoint of an existing device if `renews` is set, but adds no device', async () => {
    const user = await aUser(server)
    await sendForm(user, service.subscribe(), { renews: true })
    expect(await listLabels(user)).toEqual([])
    const browser = await subscribe(user)
    const newBrowser = service.subscribe()
    await sendForm(user, newBrowser, { renews: true })
    expect(await listLabels(user)).toEqual(['current'])
    const [{ id } = { id: '' }] = (await state(user)).devices
    expect(await sendTest(user, id)).toBe('sent')
    expect([titles(browser), titles(newBrowser)]).toEqual([[], ['Notifications work on this device']])
  })

  it('resumes a device after its session ended if `replaces` contains its previous endpoint', async () => {
    const user = await aUser(server)
    const browser = await subscribe(user)
    const laterSession = await createSession(user)
    await server.call(laterSession, 'DELETE', '/api/sessions')
    expect(await listLabels(laterSession)).toEqual(['other paused'])
    await sendForm(laterSession, service.subscribe(), { renews: true, replaces: browser.endpoint })
    expect(await listLabels(laterSession)).toEqual(['current'])
  })

  it('keeps at most sixteen devices per user, even if they subscribe simultaneously', async () => {
    const user = await aUser(server)
    const sessions = [user]
    while (sessions.length < 20) sessions.push(await createSession(user))
    for (const session of sessions.slice(0, 15)) await subscribe(session)
    await Promise.all(sessions.slice(15).map((session) => subscribe(session)))
    expect((await state(user)).devices).toHaveLength(16)
  })

  it.each([
    ['an unknown service', { endpoint: 'https://evil.example/abc' }, 'endpoint'],
    ['a private address', { endpoint: 'https://192.168.0.1/abc' }, 'endpoint'],
    ['plain HTTP', { endpoint: 'http://fcm.googleapis.com/abc' }, 'endpoint'],
    ['another port', { endpoint: 'https://fcm.googleapis.com:444/abc' }, 'endpoint'],
    [
      'an endpoint of over 1,000 characters',
      { endpoint: `https://fcm.googleapis.com/${'a'.repeat(1_000)}` },
      'endpoint',
    ],
    ['a key off the curve', { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }, 'keys'],
    ['a key of another server', { key: 'B'.repeat(87) }, 'key'],
    ['a key that is not base64url', { keys: { p256dh: 'B B', auth: 'A'.repeat(22) } }, 'keys.p256dh'],
    ['a number as endpoint', { endpoint: 7 }, 'endpoint'],
  ])('refuses %s', async (_, change, field) => {
    const user = await aUser(server)
    const response = await sendForm(user, service.subscribe(), change as object)
    expect([response.status, response.body]).toMatchObject([400, { code: 'validation-failed', errors: [{ field }] }])
    expect(await listLabels(user)).toEqual([])
  })

  it('refuses an allowed push service if its host name resolves to a private IP address', async () => {
    const { reach } = server.deps
    if (!reach) throw new Error('the test server has no reach')
    const { resolve, mayReach } = reach
    Object.assign(reach, { resolve: async () => ['93.184.215.14', '10.0.0.1'], mayReach: isPublicAddress })
    try {
      const response = await sendForm(await aUser(server), service.subscribe())
      expect([response.status, response.body]).toMatchObject([400, { errors: [{ field: 'endpoint' }] }])
    } finally {
      Object.assign(reach, { resolve, mayReach })
    }
  })

  it('returns 401 to visitors', async () => {
    for (const [method, url] of [
      ['GET', '/api/push'],
      ['PUT', '/api/push/subscription'],
      ['PUT', '/api/push/settings'],
      ['POST', `/api/push/subscriptions/${randomUUID()}/test`],
      ['DELETE', `/api/push/subscriptions/${randomUUID()}`],
    ] as const)
      expect((await server.call(null, method, url, method === 'PUT' ? {} : undefined)).status).toBe(401)
  })
})

describe('push device', () => {
  it('receives a test message that names only the account', async () => {
    const user = await aUser(server)
    const browser = await subscribe(user)
    const [{ id } = { id: '' }] = (await state(user)).devices
    expect(await sendTest(user, id)).toBe('sent')
    expect(service.receivedBy(browser.endpoint)).toMatchObject([
      {
        payload: {
          web_push: 8030,
          app_badge: 0,
          notification: {
            title: 'Notifications work on this device',
            body: `For @${user.username}`,
            navigate: `${server.deps.config.publicUrl}/settings/notifications`,
          },
        },
      },
    ])
    expect((await state(user)).devices).toMatchObject([{ sentAt: server.clock.now().toISOString() }])
  })

  it('is removed when the push service returns 410 for a test message, but not for 503 or 400', async () => {
    const user = await aUser(server)
    const browser = await subscribe(user, 'updates.push.services.mozilla.com')
    const [{ id } = { id: '' }] = (await state(user)).devices
    service.answer(browser.endpoint, { status: 503 }, { status: 400 }, { status: 410 })
    expect(await sendTest(user, id)).toBe('busy')
    expect(await sendTest(user, id)).toBe('refused')
    expect(await listLabels(user)).toEqual(['current'])
    expect(await sendTest(user, id)).toBe('removed')
    expect(await listLabels(user)).toEqual([])
  })

  it('cannot be tested or removed by another user (404)', async () => {
    const [user, stranger] = [await aUser(server), await aUser(server)]
    await subscribe(user)
    const [{ id } = { id: '' }] = (await state(user)).devices
    const remove = (who: TestUser) => server.call(who, 'DELETE', `/api/push/subscriptions/${id}`)
    expect((await remove(stranger)).status).toBe(404)
    expect(await sendTest(stranger, id)).toBe(404)
    expect((await remove(user)).body).toMatchObject({ devices: [] })
    expect((await remove(user)).status).toBe(404)
  })

  it('is deleted at log-out, but paused when the session ends in another way', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    const browser = await subscribe(user)
    await subscribe(other)
    await server.call(user, 'DELETE', '/api/session')
    await server.runJobs()
    const endpoints = await server.deps.database.rows(sql`
      select 1 from push_subscriptions where endpoint = ${browser.endpoint}`)
    expect(endpoints).toEqual([])
    const elsewhere = await createSession(other)
    await server.call(elsewhere, 'DELETE', `/api/sessions/${other.session}`)
    const [device] = (await state(elsewhere)).devices
    expect(device).toMatchObject({ paused: true, current: false })
    expect(await sendTest(elsewhere, device?.id ?? '')).toBe(409)
  })

  it('still receives messages after a rotation of the VAPID key', async () => {
    const user = await aUser(server)
    const browser = await subscribe(user)
    const { key, devices } = await state(user)
    const { database, secrets } = server.deps
    await rotateVapidKey({ database, secrets, now: server.clock.now() })
    expect((await state(user)).key).not.toBe(key)
    expect(await sendTest(user, devices[0]?.id ?? '')).toBe('sent')
    expect(titles(browser)).toHaveLength(1)
    expect((await sendForm(user, browser, { renews: true })).body.devices).toHaveLength(1)
  })
})

describe('PUT /api/push/settings', () => {
  it('stores `showContent` and quiet hours', async () => {
    const user = await aUser(server)
    const settings = { showContent: true, quietHours: { from: '22:00', until: '06:30' } }
    const response = await server.call(user, 'PUT', '/api/push/settings', settings)
    expect(v.parse(PushState, response.body)).toMatchObject(settings)
    expect(await state(user)).toMatchObject(settings)
    await server.call(user, 'PUT', '/api/push/settings', { showContent: false, quietHours: null })
    expect(await state(user)).toMatchObject({ showContent: false, quietHours: null })
  })

  it.each([
    { showContent: true },
    { showContent: 'yes', quietHours: null },
    { showContent: true, quietHours: { from: '24:00', until: '06:00' } },
    { showContent: true, quietHours: { from: '06:00', until: '06:00' } },
    { showContent: true, quietHours: { from: '6', until: '07:00' } },
  ])('refuses %j', async (settings) => {
    const response = await server.call(await aUser(server), 'PUT', '/api/push/settings', settings)
    expect(response.status).toBe(400)
  })
})

describe('ensureVapidKey', () => {
  it('creates one VAPID key for concurrent starts, and stores the key encrypted', async () => {
    await Promise.all([createKey(), createKey(), createKey()])
    const keys = await server.deps.database.rows<{ sealed: string }>(sql`
      select sealed_private_key as sealed from vapid_keys where is_current`)
    expect(keys).toHaveLength(1)
    const privateKey = server.deps.secrets.unseal('vapid-key', keys[0]?.sealed ?? '')
    expect(Buffer.from(privateKey ?? '', 'base64url')).toHaveLength(32)
    expect(keys[0]?.sealed).not.toContain(privateKey)
  })
})

describe('push API without an operator contact', () => {
  let serverWithoutPush: TestServer
  beforeAll(async () => {
    serverWithoutPush = await startServer()
  })
  afterAll(() => serverWithoutPush.stop())

  it('returns no VAPID key, and 503 to a browser that subscribes', async () => {
    const user = await aUser(serverWithoutPush)
    expect((await serverWithoutPush.call<PushState>(user, 'GET', '/api/push')).body.key).toBeNull()
    const { endpoint, keys } = service.subscribe()
    const form = { endpoint, keys, key: 'B'.repeat(87) }
    const answer = await serverWithoutPush.call(user, 'PUT', '/api/push/subscription', form)
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'unavailable' }])
  })
})
