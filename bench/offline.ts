import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import sharp from 'sharp'
import { type RunningApp, startApp } from '../e2e/app.ts'
import { type ApiClient, createApiClient } from '../e2e/client.ts'
import { readStoredContent } from '../e2e/stored-content.ts'
import { chromiumFlags, findChromium } from '../tools/chromium.ts'
import { median } from './load.ts'
import { phoneContext } from './page-times.ts'
import { drawPhonePhoto } from './photos.ts'
import { fastNetwork, type Network, type SlowProxy, slowNetwork, startSlowProxy } from './slow-proxy.ts'

/**
 * A visit to the feed. `feedMs`: time until the first post is drawn. `lcpMs`: largest contentful paint. `bytes`: number
 * of loaded bytes.
 */
export type FeedVisit = { name: string; feedMs: number; lcpMs: number; bytes: number }

export type OfflineFigures = {
  visits: FeedVisit[]
  /** Number of bytes that a user loads while reading some posts in the feed, with a cold cache. */
  reading: { name: string; posts: number; bytes: number }[]
  outbox: { items: number; ms: number }
}

const PHOTO_WIDTH = 2000
const FEED_PAGES = 20
const PAGE_POSTS = 10
const OUTBOX_ITEMS = 200
const VISITS = 3
const STALL_MS = 5000
const CPU_TIMES_SLOWER = 4

const stalledNetwork: Network = { ...slowNetwork, latencyMs: STALL_MS }
const INSTALLED_START = '/dashboard?installed=1'

/** Creates posts with one photo each. Waits until the last photo has AVIF files. Returns the id of the last post. */
async function createPosts(app: RunningApp, author: ApiClient, count: number): Promise<string> {
  const photo = await sharp(await drawPhonePhoto(1))
    .resize(PHOTO_WIDTH)
    .jpeg({ quality: 90 })
    .toBuffer()
  const call = async <T>(...sent: Parameters<ApiClient['call']>) => (await (await author.call(...sent)).json()) as T
  let post = ''
  let last = ''
  for (let number = 0; number < count; number++) {
    const form = new FormData()
    form.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
    ;({ id: last } = await call<{ id: string }>(app, 'POST', '/api/photos', form))
    const body = { photos: [{ id: last, alt: 'A dog' }], caption: `A dog on the beach, morning ${number}` }
    ;({ id: post } = await call<{ id: string }>(app, 'POST', '/api/posts', body))
  }
  const isReady = async () =>
    (await call<{ avifWidths: number[] }>(app, 'GET', `/api/photos/${last}`)).avifWidths.length > 0
  while (!(await isReady())) await sleep(500)
  return post
}

/**
 * Waits until the server sends at most 1 KB in two seconds. The limit is not 0, because event streams always send a
 * little.
 */
async function waitUntilQuiet(proxy: SlowProxy) {
  for (let before = -Infinity; proxy.receivedBytes - before > 1000; await sleep(2000)) before = proxy.receivedBytes
}

/** Records the time of the first post and the largest contentful paint. Runs before the page's scripts. */
const watchFeed = `{
  const times = (globalThis.benchTimes = { feedMs: 0, lcpMs: 0 })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) times.lcpMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const check = () => {
    if (document.querySelector('main article')) times.feedMs = performance.now()
    else requestAnimationFrame(check)
  }
  check()
}`

type Setup = { browser: Browser; app: RunningApp; proxy: SlowProxy; reader: ApiClient }

function newContext(
  { browser, proxy, reader }: Setup,
  serviceWorkers: 'allow' | 'block',
  { cookie = '', deviceScaleFactor = phoneContext.deviceScaleFactor } = {},
) {
  const cookies = `${reader.cookie}${cookie}`.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url: proxy.origin }
  })
  return browser
    .newContext({ ...phoneContext, deviceScaleFactor, serviceWorkers })
    .then((context) => context.addCookies(cookies).then(() => context))
}

/** Opens the feed on a phone with a slow CPU, over an emulated network. */
async function visitFeed(
  { proxy }: Setup,
  context: BrowserContext,
  { name, path, network }: { name: string; path: string; network: Network },
): Promise<FeedVisit> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES_SLOWER })
  await page.addInitScript(watchFeed)
  proxy.network = network
  const before = proxy.receivedBytes
  await page.goto(proxy.origin + path, { waitUntil: 'commit' })
  await page.getByRole('article').first().waitFor({ timeout: 60_000 })
  if (network.latencyMs >= STALL_MS) await sleep(2 * STALL_MS)
  else await waitUntilQuiet(proxy)
  const bytes = proxy.receivedBytes - before
  const times = await page.evaluate<{ feedMs: number; lcpMs: number }>('benchTimes')
  proxy.network = fastNetwork
  await page.close()
  return { name, ...times, bytes }
}

/**
 * Opens the feed. Waits until the app has stored the feed, its photos and the files of the main pages on the device.
 */
async function storeFeed(setup: Setup, context: BrowserContext) {
  const page = await context.newPage()
  await page.goto(setup.proxy.origin)
  await page.evaluate(`localStorage.setItem('user', '${await readUser(setup)}')`)
  await page.goto(`${setup.proxy.origin}/dashboard`)
  const isStored = async () => {
    const { shell, photos, parts } = await readStoredContent(page)
    return shell && photos > 0 && parts.includes('feed')
  }
  while (!(await isStored())) await sleep(500)
  await waitUntilQuiet(setup.proxy)
  await page.close()
}

/** Returns the reader's id and name as JSON, in the format that the log-in page stores. */
async function readUser({ app, reader }: Setup): Promise<string> {
  const { id, username } = (await (await reader.call(app, 'GET', '/api/session')).json()) as {
    id: string
    username: string
  }
  return JSON.stringify({ id, username })
}

const medianVisit = (visits: readonly FeedVisit[]): FeedVisit => ({
  name: visits[0]?.name ?? '',
  feedMs: median(visits.map(({ feedMs }) => feedMs)),
  lcpMs: median(visits.map(({ lcpMs }) => lcpMs)),
  bytes: median(visits.map(({ bytes }) => bytes)),
})

const stalledStart = { name: 'installed start, network held 5 s', path: INSTALLED_START, network: stalledNetwork }

/** Measures how fast the installed app shows the stored feed, on a slow CPU, when no response arrives for 5 s. */
export async function measureStalledStart(browser: Browser, app: RunningApp, reader: ApiClient): Promise<FeedVisit> {
  const proxy = await startSlowProxy(new URL(app.origin))
  const setup = { browser, app, proxy, reader }
  const context = await newContext(setup, 'allow')
  try {
    await storeFeed(setup, context)
    return await visitRepeatedly(setup, context, stalledStart)
  } finally {
    await context.close()
    proxy.stop()
  }
}

/** Returns the medians of several visits. */
async function visitRepeatedly(...visit: Parameters<typeof visitFeed>): Promise<FeedVisit> {
  const seen: FeedVisit[] = []
  while (seen.length < VISITS) seen.push(await visitFeed(...visit))
  return medianVisit(seen)
}

async function measureVisits(setup: Setup): Promise<FeedVisit[]> {
  const without = await newContext(setup, 'block')
  const withWorker = await newContext(setup, 'allow')
  await visitFeed(setup, without, { name: '', path: '/dashboard', network: fastNetwork })
  await storeFeed(setup, withWorker)
  const rows = [
    { context: without, name: 'without service worker', path: '/dashboard', network: slowNetwork },
    { context: withWorker, name: 'with service worker', path: '/dashboard', network: slowNetwork },
    { context: withWorker, name: 'installed start', path: INSTALLED_START, network: slowNetwork },
    { context: withWorker, ...stalledStart },
  ]
  const visits: FeedVisit[] = []
  for (const { context, ...row } of rows) visits.push(await visitRepeatedly(setup, context, row))
  await without.close()
  await withWorker.close()
  return visits
}

/** Scrolls through the feed screen by screen, and returns the bytes that were loaded. */
async function readFeed(setup: Setup, cookie: string): Promise<number> {
  // At a pixel ratio of 1.75 the browser chooses small photos even without “Use less data”.
  const context = await newContext(setup, 'allow', { cookie, deviceScaleFactor: 3 })
  const page = await context.newPage()
  const before = setup.proxy.receivedBytes
  await page.goto(`${setup.proxy.origin}/dashboard`)
  await page.getByRole('article').first().waitFor()
  const lastPost = page.getByText('A dog on the beach, morning 0')
  while ((await lastPost.count()) === 0) {
    await page.evaluate('scrollBy({ top: innerHeight * 0.8, behavior: "instant" })')
    await sleep(100)
  }
  await sleep(12_000) // the app stores files and photos in the background
  await waitUntilQuiet(setup.proxy)
  await context.close()
  return setup.proxy.receivedBytes - before
}

/** Queues comments as the app does without a network, and returns the time until the server has accepted all. */
async function sendOutbox(setup: Setup, post: string): Promise<number> {
  const context = await newContext(setup, 'block')
  const page = await context.newPage()
  await page.goto(`${setup.proxy.origin}/dashboard`)
  await page.getByRole('article').first().waitFor()
  await sleep(5000) // the app starts to send the outbox 3 s after the page load
  const { id } = JSON.parse(await readUser(setup)) as { id: string }
  const ms = await page.evaluate<number>(fillAndSend(id, post))
  await context.close()
  return ms
}

/** Script that stores comments in the outbox, fires `online`, and waits until the outbox is empty. */
const fillAndSend = (user: string, post: string) => `(async () => {
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('pawtrait-outbox')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => resolve(opening.result)
  })
  const query = (mode, use) => new Promise((resolve, reject) => {
    const transaction = database.transaction('items', mode)
    const request = use(transaction.objectStore('items'))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
  })
  for (let number = 0; number < ${OUTBOX_ITEMS}; number++) {
    const words = 'Comment ' + number
    const body = JSON.stringify({ text: words, parentId: null })
    const path = '/api/posts/${post}/comments'
    const request = { method: 'POST', path, body, idempotencyKey: crypto.randomUUID() }
    const item = { user: '${user}', kind: 'comment', thing: 'post:${post}', isState: false, words, request }
    await query('readwrite', (store) => store.add({ ...item, photo: null, refused: null }))
  }
  const start = performance.now()
  dispatchEvent(new Event('online'))
  while ((await query('readonly', (store) => store.count())) > 0)
    await new Promise((resolve) => setTimeout(resolve, 100))
  database.close()
  return performance.now() - start
})()`

/** Measures the app with stored content: repeat visits, bytes loaded while reading posts, and sending an outbox. */
export async function measureOffline(): Promise<OfflineFigures> {
  const unlimited = { PACE: '1000000', PHOTOS_PER_DAY: '1000000', POSTS_PER_DAY: '1000000' }
  const app = await startApp({ ...unlimited, FEED_DAILY_FREE: 'unlimited' })
  const proxy = await startSlowProxy(new URL(app.origin))
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const reader = await createApiClient(app, 'amina')
    const posts = FEED_PAGES * PAGE_POSTS
    const post = await createPosts(app, reader, posts)
    const setup = { browser, app, proxy, reader }
    const visits = await measureVisits(setup)
    const reading = [
      { name: 'usual', posts, bytes: await readFeed(setup, '') },
      { name: '“Use less data”', posts, bytes: await readFeed(setup, '; less_data=1') },
    ]
    return { visits, reading, outbox: { items: OUTBOX_ITEMS, ms: await sendOutbox(setup, post) } }
  } finally {
    await browser.close()
    proxy.stop()
    await app.stop()
  }
}
