import { expect, it } from 'vitest'
import { aUser } from '#testing/fixtures.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'
import { startServer, type TestServer } from '#testing/server.ts'
import { createProductionSettings } from '#testing/sign-in.ts'

const shop = paymentServerForFile()

const headers = [
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-host': 'pets.example' },
  { 'x-forwarded-proto': 'https' },
  { forwarded: 'for=203.0.113.9' },
  { 'x-real-ip': '203.0.113.9' },
  { via: '1.1 proxy' },
]

it.each(headers)('a local run returns 403 to requests with proxy header %o', async (proxyHeader) => {
  const user = await aUser(shop.server)
  const order = await shop.order(user)
  const calls = [
    ['GET', '/test/phone'],
    ['POST', `/api/orders/${order}/attempts`, { method: 'mpesa', phone: '0712345678' }],
    ['GET', '/api/config'],
  ] as const
  for (const [method, url, body] of calls) {
    const refused = await shop.server.call(user, method, url, body, { headers: proxyHeader })
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringContaining('proxy') },
    })
  }
  expect((await shop.read(user, order)).attempt).toBeNull()
  expect((await shop.server.call(user, 'GET', '/test/phone')).status).toBe(200)
  expect((await shop.server.call(null, 'GET', '/livez', undefined, { headers: proxyHeader })).status).toBe(200)
})

it.each(headers)('LAN mode returns 403 to requests with proxy header %o', async (proxyHeader) => {
  const server = await startServer({ LAN: '1', PUBLIC_URL: 'http://192.168.1.7:3000' })
  try {
    const get = (url: string, send: object) => server.call(null, 'GET', url, undefined, { ip: '192.168.1.2', ...send })
    const refused = await get('/api/config', { headers: proxyHeader })
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringContaining('proxy') },
    })
    expect((await get('/api/config', {})).status).toBe(200)
    expect((await get('/livez', { headers: proxyHeader })).status).toBe(200)
  } finally {
    await server.stop()
  }
})

it('/metrics without a token responds only to local requests with a local host name and no proxy header', async () => {
  const localServer = shop.server
  const getStatus = async (server: TestServer, more: Record<string, string> = {}, ip = '127.0.0.1') =>
    (await server.call(null, 'GET', '/metrics', undefined, { headers: { host: '127.0.0.1:3000', ...more }, ip })).status
  expect(await getStatus(localServer)).toBe(200)
  for (const proxyHeader of headers) expect(await getStatus(localServer, proxyHeader)).toBe(403)
  expect(await getStatus(localServer, { host: 'rebound.example:3000' })).toBe(404)
  const [open, closed] = [
    await startServer(createProductionSettings()),
    await startServer(createProductionSettings({ METRICS_TOKEN: 'figures'.repeat(5) })),
  ]
  try {
    expect(await getStatus(open)).toBe(200)
    for (const proxyHeader of headers) expect(await getStatus(open, proxyHeader)).toBe(404)
    expect(await getStatus(open, {}, '203.0.113.9')).toBe(404)
    expect(await getStatus(closed)).toBe(404)
    expect(await getStatus(closed, { authorization: `Bearer ${'figures'.repeat(5)}` }, '203.0.113.9')).toBe(200)
  } finally {
    await open.stop()
    await closed.stop()
  }
})

it('production mode accepts proxy headers', async () => {
  const server = await startServer(createProductionSettings())
  try {
    for (const proxyHeader of headers)
      expect((await server.call(null, 'GET', '/api/config', undefined, { headers: proxyHeader })).status).toBe(200)
  } finally {
    await server.stop()
  }
})
