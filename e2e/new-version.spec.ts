import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { startApp } from './app.ts'
import { type Journey, journey } from './journey.ts'
import { advanceClockPastRegistration, isWorkerActive } from './stored-content.ts'
import { signUpMember } from './test-data.ts'

type Rewrite = (script: string) => string

/** Starts a proxy in front of the app that can serve another version of the service worker. */
async function startProxy(origin: string) {
  const { hostname, port } = new URL(origin)
  const proxy = { origin: '', rewrite: ((script) => script) as Rewrite, stop: () => {} }
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const upstream = request({ hostname, port, method, path: url, headers }, (response) => {
      const { 'content-length': _, ...rest } = response.headers
      outgoing.writeHead(response.statusCode ?? 500, url === '/service-worker.js' ? rest : response.headers)
      if (url === '/service-worker.js') void text(response).then((script) => outgoing.end(proxy.rewrite(script)))
      else response.pipe(outgoing)
    })
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  proxy.origin = `http://localhost:${(server.address() as AddressInfo).port}`
  proxy.stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return proxy
}

const worker = (page: Page): Promise<{ active: boolean; waiting: boolean; controlled: boolean }> =>
  page.evaluate(`navigator.serviceWorker.getRegistration().then((registration) => ({
    active: registration?.active?.state === 'activated',
    waiting: Boolean(registration?.waiting),
    controlled: Boolean(navigator.serviceWorker.controller),
  }))`)

const updateServiceWorker = (page: Page) =>
  page.evaluate(
    'navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => {})',
  )

/** Opens the feed of a new user through a proxy, in a page that the service worker controls. */
async function openFeed({ app, newContext }: Pick<Journey, 'app' | 'newContext'>, username: string) {
  const proxy = await startProxy(app.origin)
  const context = await newContext({ baseURL: proxy.origin, serviceWorkers: 'allow', locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto('/login')
  await signUpMember(page, { username })
  await page.clock.install()
  await page.goto('/dashboard')
  await advanceClockPastRegistration(page)
  await expect.poll(() => isWorkerActive(page), { interval: 500 }).toBe(true)
  await page.reload()
  expect((await worker(page)).controlled).toBe(true)
  await advanceClockPastRegistration(page)
  await expect.poll(() => page.evaluate("caches.match('/app-shell').then(Boolean)"), { interval: 500 }).toBe(true)
  let loads = 0
  page.on('load', () => loads++)
  return { proxy, page, loads: () => loads }
}

const bar = (page: Page) => page.getByText('A new version is ready')

describe('new version of the service worker', () => {
  journey('waits until the user agrees, and then reloads the page once', async ({ app, newContext }) => {
    const { proxy, page, loads } = await openFeed({ app, newContext }, 'newera')
    proxy.rewrite = (script) => `${script}\n// second version`
    await updateServiceWorker(page)
    await bar(page).waitFor()
    expect(await worker(page)).toMatchObject({ waiting: true })
    await page.reload()
    await advanceClockPastRegistration(page)
    await bar(page).waitFor()
    expect(loads()).toBe(1)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(loads).toBe(2)
    await page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).waitFor()
    await advanceClockPastRegistration(page)
    expect(await worker(page)).toEqual({ active: true, waiting: false, controlled: true })
    expect(await bar(page).count()).toBe(0)
    expect(loads()).toBe(2)
    proxy.stop()
  })

  journey('is unregistered when it never activates, and the page loads without it', async ({ app, newContext }) => {
    const { proxy, page, loads } = await openFeed({ app, newContext }, 'newerb')
    proxy.rewrite = (script) => script.replace('self.skipWaiting()', '0')
    await updateServiceWorker(page)
    await bar(page).waitFor()
    await page.getByRole('button', { name: 'Reload' }).click()
    expect(loads()).toBe(0)
    await page.clock.fastForward(10_000)
    await expect.poll(loads).toBe(1)
    await page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).waitFor()
    expect((await worker(page)).controlled).toBe(false)
    expect(loads()).toBe(1)
    proxy.stop()
  })

  journey('deletes its caches and unregisters itself when the operator disables it', async ({ app, newContext }) => {
    const off = await startApp({ SERVICE_WORKER_OFF: '1' })
    const script = await (await fetch(`${off.origin}/service-worker.js`)).text()
    await off.stop()
    const { proxy, page, loads } = await openFeed({ app, newContext }, 'newerc')
    proxy.rewrite = () => script
    await updateServiceWorker(page)
    await expect.poll(() => page.evaluate('caches.keys()')).toEqual([])
    await expect
      .poll(() => page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'))
      .toBe(0)
    expect(loads()).toBe(0)
    await page.reload()
    expect((await worker(page)).controlled).toBe(false)
    proxy.stop()
  })
})
