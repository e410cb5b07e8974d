import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isPublicAddress } from '#platform/security/fetch-public.ts'
import { type FakeSubscription, type PushService, startPushService } from '#testing/fakes/push-server.ts'
import { createPushSender, parseRetryAfter } from './send-push.ts'
import { generateVapidKey, importVapidKey } from './vapid.ts'

const pair = generateVapidKey()
const identity = { key: importVapidKey(pair.publicKey, pair.privateKey), contact: 'mailto:help@pawtrait.org' }

let now = new Date('2026-11-29T08:00:00Z')
let service: PushService
let sender = createPushSender()
beforeAll(async () => {
  service = await startPushService(() => now)
})
beforeEach(() => {
  sender = createPushSender()
})
afterAll(() => service.stop())

const payload = Buffer.from(JSON.stringify({ web_push: 8030 }))

function send({ endpoint, keys }: FakeSubscription, { reach = service.reach } = {}) {
  const target = {
    endpoint: new URL(endpoint),
    p256dh: Buffer.from(keys.p256dh, 'base64url'),
    auth: Buffer.from(keys.auth, 'base64url'),
  }
  return sender.send(target, { payload, topic: 'abc123', ttlSeconds: 60 }, { identity, reach, now })
}

describe('PushSender.send', () => {
  it('sends a message that the browser can decrypt, with a valid token, topic and TTL', async () => {
    const browser = service.subscribe()
    expect(await send(browser)).toEqual({ is: 'sent' })
    expect(service.receivedBy(browser.endpoint)).toMatchObject([
      { topic: 'abc123', ttl: 60, urgency: 'normal', payload: { web_push: 8030 } },
    ])
    expect(service.faults).toEqual([])
  })

  it('replaces a VAPID token before it expires', async () => {
    const browser = service.subscribe()
    const before = now
    for (const hours of [0, 10, 12, 30]) {
      now = new Date(before.getTime() + hours * 3_600_000)
      expect(await send(browser)).toEqual({ is: 'sent' })
    }
    now = before
    expect(service.faults).toEqual([])
  })

  it.each([404, 410])('returns `gone` for a response with status %i', async (status) => {
    const browser = service.subscribe()
    service.answer(browser.endpoint, { status })
    expect(await send(browser)).toEqual({ is: 'gone' })
  })

  it.each([400, 401, 403])(
    'returns `gone` for status %i once the push service has accepted the same VAPID token for another device',
    async (status) => {
      const [browser, other] = [service.subscribe(), service.subscribe()]
      expect(await send(browser)).toEqual({ is: 'sent' })
      service.answer(browser.endpoint, { status }, { status })
      expect(await send(browser)).toEqual({ is: 'refused', why: `status ${status}` })
      expect(await send(other)).toEqual({ is: 'sent' })
      expect(await send(browser)).toEqual({ is: 'gone' })
    },
  )

  it('returns `refused` for status 403 if a token was accepted only by another push service', async () => {
    const [browser, elsewhere] = [service.subscribe(), service.subscribe('web.push.apple.com')]
    await send(elsewhere)
    service.answer(browser.endpoint, { status: 403 })
    expect(await send(browser)).toMatchObject({ is: 'refused' })
  })

  it('sends nothing to a push service until its Retry-After has passed', async () => {
    const [browser, other, elsewhere] = [
      service.subscribe(),
      service.subscribe(),
      service.subscribe('a.push.apple.com'),
    ]
    service.answer(browser.endpoint, { status: 429, headers: { 'retry-after': '120' } })
    expect(await send(browser)).toMatchObject({ is: 'retry', afterSeconds: 120 })
    expect(await send(other)).toMatchObject({ is: 'retry', afterSeconds: 120 })
    expect(service.receivedBy(other.endpoint)).toEqual([])
    expect(await send(elsewhere)).toEqual({ is: 'sent' })
    const before = now
    now = new Date(before.getTime() + 121_000)
    expect(await send(other)).toEqual({ is: 'sent' })
    now = before
  })

  it.each([500, 503])('returns `retry` for a response with status %i', async (status) => {
    const browser = service.subscribe()
    service.answer(browser.endpoint, { status })
    expect(await send(browser)).toEqual({ is: 'retry', afterSeconds: undefined, why: `status ${status}` })
  })

  it('returns `too-large` for status 413, and `refused` for a redirect', async () => {
    const browser = service.subscribe()
    service.answer(browser.endpoint, { status: 413 }, { status: 302, headers: { location: 'http://127.0.0.1/' } })
    expect(await send(browser)).toEqual({ is: 'too-large' })
    expect(await send(browser)).toEqual({ is: 'refused', why: 'status 302' })
  })

  it('returns `refused` for a host with a private address, and `retry` for a host without addresses', async () => {
    const browser = service.subscribe()
    const reaching = (addresses: string[]) => ({
      reach: { ...service.reach, resolve: async () => addresses, mayReach: isPublicAddress },
    })
    for (const address of ['127.0.0.1', '100.64.0.1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', 'fec0::1'])
      expect(await send(browser, reaching(['93.184.215.14', address]))).toMatchObject({ is: 'refused' })
    expect(await send(browser, reaching([]))).toMatchObject({ is: 'retry' })
    expect(service.receivedBy(browser.endpoint)).toEqual([])
  })

  it('returns `retry` when the push service does not respond', async () => {
    const gone = await startPushService(() => now)
    const browser = gone.subscribe()
    await gone.stop()
    expect(await send(browser, gone)).toEqual({ is: 'retry', afterSeconds: undefined, why: 'no answer' })
  })
})

describe('parseRetryAfter', () => {
  it.each([
    ['120', 120],
    ['0', 1],
    ['Sun, 29 Nov 2026 08:01:30 GMT', 90],
    ['Sun, 29 Nov 2026 07:00:00 GMT', 1],
    ['99999999', 86_400],
    ['soon', undefined],
    [undefined, undefined],
  ])('parses the header value "%s" as %s seconds', (header, seconds) =>
    expect(parseRetryAfter({ 'retry-after': header }, new Date('2026-11-29T08:00:00Z'))).toBe(seconds),
  )
})
