import { expect, it } from 'vitest'
import { aUser } from '#testing/given.ts'
import { startServer } from '#testing/server.ts'
import { shopForFile } from '#testing/shop.ts'
import { productionSettings } from '#testing/sign-in.ts'

const shop = shopForFile()

const headers = [
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-host': 'pets.example' },
  { 'x-forwarded-proto': 'https' },
  { forwarded: 'for=203.0.113.9' },
  { 'x-real-ip': '203.0.113.9' },
]

it.each(headers)('a local run refuses what a proxy passed on with %o, under its own name', async (passedOn) => {
  const who = await aUser(shop.server)
  const order = await shop.order(who)
  const calls = [
    ['GET', '/test/phone'],
    ['POST', `/api/orders/${order}/attempts`, { method: 'mpesa', phone: '0712345678' }],
    ['GET', '/api/config'],
  ] as const
  for (const [method, url, body] of calls) {
    const refused = await shop.server.call(who, method, url, body, { headers: passedOn })
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringContaining('proxy') },
    })
  }
  expect((await shop.read(who, order)).attempt).toBeNull()
  expect((await shop.server.call(who, 'GET', '/test/phone')).status).toBe(200)
  expect((await shop.server.call(null, 'GET', '/livez', undefined, { headers: passedOn })).status).toBe(200)
})

it('an instance for others takes it: its proxy is meant to stand there', async () => {
  const server = await startServer(productionSettings())
  try {
    for (const passedOn of headers)
      expect((await server.call(null, 'GET', '/api/config', undefined, { headers: passedOn })).status).toBe(200)
  } finally {
    await server.stop()
  }
})
