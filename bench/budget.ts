/**
 * `npm run budget`: measures the loading times of three pages on a slow phone. Also measures how soon the installed app
 * shows the stored feed while the server does not respond for 5 s. Exits with 1 when a time exceeds its budget.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'
import { phonePhoto } from '../apps/server/src/testing/photos/images.ts'
import { type RunningApp, startApp } from '../e2e/app.ts'
import { type ApiClient, createApiClient } from '../e2e/client.ts'
import { buildWeb } from '../tools/build-web.ts'
import { chromiumFlags, findChromium } from '../tools/chromium.ts'
import { median } from './load.ts'
import { measureStalledStart } from './offline.ts'
import { measurePage, type PageTimes, phoneContext } from './page-times.ts'

type Budget = Omit<PageTimes, 'fcp'>
type Visit = { name: string; path: string; cookie: string; repeat: boolean; most: Budget }

const runs = 3
/** Time limit in ms for showing the stored feed when the installed app starts and no response arrives. */
const storedFeedMs = 1000
const figures = ['fcp', 'lcp', 'cls', 'tbt'] as const
const print = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Creates three posts with a phone photo each. Returns the newest post's id once all renditions exist, including AVIF.
 */
async function createPosts(app: RunningApp, client: ApiClient): Promise<string> {
  const form = new FormData()
  form.set('photo', new Blob([new Uint8Array(await phonePhoto())]), 'photo.jpg')
  const read = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T
  let post = ''
  for (let n = 0; n < 3; n++) {
    const { id: photo } = await read<{ id: string }>(client.call(app, 'POST', '/api/photos', form))
    const words = { photos: [{ id: photo, alt: 'A dog' }], caption: 'A dog on the beach, in the early morning' }
    const { id } = await read<{ id: string }>(client.call(app, 'POST', '/api/posts', words))
    for (let isWhole = false; !isWhole; await sleep(200)) {
      type Own = { avifWidths: number[] }
      const { avifWidths } = await read<Own>(client.call(app, 'GET', `/api/photos/${photo}`))
      isWhole = avifWidths.length > 0
    }
    post = id
  }
  return post
}

/** Measures a visit with a cold cache. With `repeat`, measures a second visit instead, which has a warm cache. */
async function visit(browser: Browser, app: RunningApp, { path, cookie, repeat }: Visit): Promise<PageTimes> {
  const extraHTTPHeaders = cookie ? { cookie } : {}
  const context = await browser.newContext({ ...phoneContext, extraHTTPHeaders })
  try {
    if (repeat) await measurePage(context, app.origin + path)
    return await measurePage(context, app.origin + path)
  } finally {
    await context.close()
  }
}

function line(name: string, times: PageTimes, most: Budget): { text: string; over: boolean } {
  const over = (['lcp', 'cls', 'tbt'] as const).filter((figure) => times[figure] > most[figure])
  const ms = (value: number) => `${Math.round(value)} ms`.padStart(8)
  const cells = [
    `FCP ${ms(times.fcp)}`,
    `LCP ${ms(times.lcp)} of ${most.lcp}`,
    `CLS ${times.cls.toFixed(3)} of ${most.cls}`,
    `TBT ${ms(times.tbt)} of ${most.tbt}`,
  ]
  return {
    text: [name.padEnd(14), ...cells, over.length > 0 ? `OVER: ${over.join(', ')}` : 'ok'].join('  '),
    over: over.length > 0,
  }
}

async function main() {
  await buildWeb()
  const app = await startApp()
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const client = await createApiClient(app, 'amina')
    const post = `/posts/${await createPosts(app, client)}`
    const feed = { path: '/dashboard', cookie: client.cookie }
    const visits: Visit[] = [
      { name: 'landing', path: '/', cookie: '', repeat: false, most: { lcp: 2_000, cls: 0, tbt: 0 } },
      { name: 'public post', path: post, cookie: '', repeat: false, most: { lcp: 2_800, cls: 0.02, tbt: 100 } },
      { name: 'feed, cold', ...feed, repeat: false, most: { lcp: 3_000, cls: 0.02, tbt: 100 } },
      { name: 'feed, repeated', ...feed, repeat: true, most: { lcp: 1_200, cls: 0.02, tbt: 100 } },
    ]
    print(`Slow 4G, CPU 4 times slower, median of ${runs} visits:`)
    for (const each of visits) {
      const seen: PageTimes[] = []
      for (let run = 0; run < runs; run++) seen.push(await visit(browser, app, each))
      const of = (figure: (typeof figures)[number]) => median(seen.map((times) => times[figure]))
      const times = { fcp: of('fcp'), lcp: of('lcp'), cls: of('cls'), tbt: of('tbt') }
      const { text, over } = line(each.name, times, each.most)
      print(text)
      if (over) process.exitCode = 1
    }
    const { feedMs } = await measureStalledStart(browser, app, client)
    const isOver = feedMs > storedFeedMs
    print(`feed, held 5 s  first post ${Math.round(feedMs)} ms of ${storedFeedMs}  ${isOver ? 'OVER' : 'ok'}`)
    if (isOver) process.exitCode = 1
  } finally {
    await browser.close()
    await app.stop()
  }
}

await main()
