import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Simulators, startSimulators } from '../start-simulators.ts'

let simulators: Simulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

/** Sends a GET request with a Host header that differs from the URL's host. Returns the status. */
function statusFor(url: string, host: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host, ...headers } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

it('every simulator listens on 127.0.0.1 on a different port', () => {
  const urls = [simulators.darajaUrl, simulators.paystackUrl, simulators.stripeUrl, simulators.phoneUrl]
  expect(new Set(urls).size).toBe(4)
  for (const url of urls) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

it('a simulator returns 421 when the Host header names another machine', async () => {
  expect(await statusFor(`${simulators.phoneUrl}/test/phone`, 'evil.example')).toBe(421)
  expect(await statusFor(`${simulators.phoneUrl}/test/phone`, 'localhost:3000')).toBe(200)
})

it.each(['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP'])(
  'a simulator returns 421 for a request with the proxy header %s',
  async (name) => {
    expect(await statusFor(`${simulators.phoneUrl}/test/phone`, 'localhost:3000', { [name]: '203.0.113.9' })).toBe(421)
  },
)

it('startSimulators uses the given ports and frees them on close', async () => {
  const first = await startSimulators()
  const port = Number(new URL(first.phoneUrl).port)
  await expect(startSimulators({ ports: { stripe: port } })).rejects.toThrow('EADDRINUSE')
  await first.close()
  const second = await startSimulators({ ports: { phone: port } })
  expect(second.phoneUrl).toBe(first.phoneUrl)
  await second.close()
})

it('startSimulators uses pagesUrl as the address of checkout pages', async () => {
  const withPagesUrl = await startSimulators({ pagesUrl: 'http://localhost:3000' })
  const answer = await fetch(`${withPagesUrl.paystackUrl}/transaction/initialize`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_simulated0000000000000000000000000000' },
    body: JSON.stringify({ email: 'amina@example.com', amount: 150000, currency: 'KES' }),
  })
  const { data } = (await answer.json()) as { data: { authorization_url: string } }
  await withPagesUrl.close()
  expect(data.authorization_url).toMatch(/^http:\/\/localhost:3000\/test\/checkout\/\w+$/)
})
