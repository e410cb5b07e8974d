import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { scene } from '../apps/server/src/testing/photos/images.ts'
import { chromiumFlags, findChromium } from '../tools/chromium.ts'
import { quantiles } from './load.ts'
import { phone } from './page-times.ts'
import { type Shape, tokenOf } from './seed.ts'
import { costOf, type PageCost } from './tasks.ts'

/** What a long feed has cost by the time so many posts have been reached. */
export type ScrollFigures = PageCost & {
  posts: number
  /** Between frames of the browser: the middle, and one in a hundred. */
  frameMs: { p50: number; p99: number }
}

/** One reader's feed holds all of its posts. */
export const scrollShape: Shape = {
  name: 'scroll',
  users: 200,
  follows: 6_000,
  posts: 2_500,
  likes: 10_000,
  comments: 6_000,
}

/** The average reader follows everybody. */
export const followAll = `insert into follows (follower_id, followee_id, created_at)
  select bench_id(1, 7), id, now() from users where id <> bench_id(1, 7) on conflict do nothing`

const FLING = 2_500 // pixels a second: a thumb that flings again and again
const RUSH = 12_000
const WITHIN_MS = 150_000

type Scrolled = { frames: number[]; seen: number }

/** Runs in the page: scrolls on until so many posts have been met. */
async function scrollOn({ posts, speed, withinMs }: { posts: number; speed: number; withinMs: number }) {
  const kept = globalThis as unknown as { seenByBench?: Set<string> }
  kept.seenByBench ??= new Set()
  const { seenByBench: seen } = kept
  const { document, window } = globalThis as unknown as {
    document: { querySelectorAll: (selector: string) => Iterable<{ getAttribute: (name: string) => string | null }> }
    window: { scrollBy: (x: number, y: number) => void; requestAnimationFrame: (next: (at: number) => void) => void }
  }
  const frames: number[] = []
  const end = performance.now() + withinMs
  await new Promise<void>((resolve) => {
    let last = performance.now()
    let counted = 0
    const frame = (at: number) => {
      const ms = at - last
      last = at
      frames.push(ms)
      window.scrollBy(0, (speed * Math.min(ms, 50)) / 1000)
      counted += 1
      if (counted % 10 === 0)
        for (const link of document.querySelectorAll('main article header p a'))
          seen.add(link.getAttribute('href') ?? '')
      if (seen.size >= posts || at > end) resolve()
      else window.requestAnimationFrame(frame)
    }
    window.requestAnimationFrame(frame)
  })
  return { frames, seen: seen.size }
}

type Stage = { posts: number; speed: number }

async function figuresAt(page: Page, cdp: CDPSession, { posts, speed }: Stage): Promise<ScrollFigures> {
  const scroll = () => page.evaluate(scrollOn, { posts, speed, withinMs: WITHIN_MS })
  const { result, cost } = await costOf<Scrolled>(page, cdp, scroll)
  return { ...cost, posts: result.seen, frameMs: quantiles(result.frames) }
}

async function openFeed(browser: Browser, port: number): Promise<Page> {
  const context = await browser.newContext(phone)
  const url = `http://127.0.0.1:${port}`
  await context.addCookies([{ name: 'pt_sid', value: tokenOf('average'), url }])
  // The seeded photos have no files; what the decoding of one costs belongs to scrolling.
  const photo = await scene(640, 853).jpeg().toBuffer()
  await context.route('**/media/**', (route) => route.fulfill({ contentType: 'image/jpeg', body: photo }))
  const page = await context.newPage()
  const answer = await page.goto(`${url}/dashboard`, { waitUntil: 'load' })
  if (!answer?.ok()) throw new Error(`the feed's page answered ${answer?.status()}`)
  await page.waitForTimeout(3_000)
  return page
}

/** A phone goes down a long feed: 200 posts as a thumb does, then on in a rush. */
export async function scrollFigures(port: number, tell: (figures: ScrollFigures) => void): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const page = await openFeed(browser, port)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('HeapProfiler.enable')
    tell(await figuresAt(page, cdp, { posts: 200, speed: FLING }))
    for (const posts of [1_000, 2_000]) tell(await figuresAt(page, cdp, { posts, speed: RUSH }))
  } finally {
    await browser.close()
  }
}
