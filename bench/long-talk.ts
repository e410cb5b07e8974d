import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { scene } from '../apps/server/src/testing/photos/images.ts'
import { chromiumFlags, findChromium } from '../tools/chromium.ts'
import { phone } from './page-times.ts'
import { somePost } from './reads.ts'
import type { Bench } from './requests.ts'
import { type Shape, seed, tokenOf } from './seed.ts'
import { talkLine, typingLine } from './table.ts'
import { costOf, type PageCost, SLOWER, tasksDuring } from './tasks.ts'

/** What the page of a post has cost by the time so many of its comments have been met. */
export type TalkFigures = PageCost & { comments: number; presses: number }

/** Of a letter typed beside them: the CPU time of a CPU four times slower, for one key and in the longest task. */
export type TypingFigures = { keyMs: number; longestMs: number }

const COMMENTS = 2_000

export const talkShape: Shape = { name: 'talk', users: 200, follows: 200, posts: 40, likes: 100, comments: 0 }

const FLING = 2_500 // pixels a second
const RUSH = 6_000
const WITHIN_MS = 150_000
const KEYS = 'Somebody writes while two thousand stand above'

/** Under the newest post that all may see: four of five of the first level, each fifth answers the one before. */
const sayMuch = [
  `create temp table talk as select n, (select max(id::text)::uuid from posts where audience = 'everyone') as post,
    bench_id(1, 1 + n % 199) as author, repeat('Words of the bench, more or less. ', 1 + (n * 7) % 5) || n as text
    from generate_series(1, ${COMMENTS}) n`,
  `insert into comments (id, post_id, author_id, text, created_at)
    select bench_id(1767225600000 + n * 1000, n), post, author, text, to_timestamp(1767225600 + n)
    from talk where n % 5 <> 0`,
  `insert into comments (id, post_id, author_id, parent_id, root_id, depth, text, created_at)
    select bench_id(1767225600000 + n * 1000, n), post, author, bench_id(1767225600000 + (n - 1) * 1000, n - 1),
      bench_id(1767225600000 + (n - 1) * 1000, n - 1), 1, text, to_timestamp(1767225600 + n)
    from talk where n % 5 = 0`,
  `update posts set comment_count = ${COMMENTS} where id in (select post from talk)`,
]

/** Seeds a migrated database once. */
export async function seedTalk(owner: SocketConnection, say: (line: string) => void): Promise<void> {
  await seed(owner, talkShape, say)
  await withClient(owner, async (client) => {
    if ((await client.query('select 1 from comments limit 1')).rows.length > 0) return
    for (const statement of sayMuch) await client.query(statement)
    await client.query('analyze')
  })
}

type Way = { comments: number; speed: number; withinMs: number }

/** Runs in the page: scrolls on, and presses what asks for more, until so many comments have been met or all are. */
async function readOn({ comments, speed, withinMs }: Way) {
  const kept = globalThis as unknown as { seenByBench?: Set<string> }
  kept.seenByBench ??= new Set()
  const { seenByBench: seen } = kept
  type Found = { id: string; click: () => void; textContent: string; getBoundingClientRect: () => { top: number } }
  const { document, window } = globalThis as unknown as {
    document: { querySelectorAll: (selector: string) => Iterable<Found> }
    window: {
      innerHeight: number
      scrollY: number
      scrollBy: (x: number, y: number) => void
      requestAnimationFrame: (next: (at: number) => void) => void
    }
  }
  let presses = 0
  const press = () => {
    for (const button of document.querySelectorAll('button')) {
      const isNear = button.getBoundingClientRect().top < window.innerHeight + 200
      if (!isNear || !/^Show more comments$/.test(button.textContent)) continue
      presses += 1
      button.click()
    }
  }
  const end = performance.now() + withinMs
  await new Promise<void>((resolve) => {
    let last = performance.now()
    let counted = 0
    let still = 0
    const frame = (at: number) => {
      const before = window.scrollY
      window.scrollBy(0, (speed * Math.min(at - last, 50)) / 1000)
      still = window.scrollY === before ? still + 1 : 0
      last = at
      counted += 1
      if (counted % 5 === 0) for (const { id } of document.querySelectorAll('article[id^="c-"]')) seen.add(id)
      if (counted % 10 === 0) press()
      if (seen.size >= comments || still > 300 || at > end) resolve()
      else window.requestAnimationFrame(frame)
    }
    window.requestAnimationFrame(frame)
  })
  return { seen: seen.size, presses }
}

async function openPost(browser: Browser, url: string, post: string): Promise<Page> {
  const context = await browser.newContext(phone)
  await context.addCookies([{ name: 'pt_sid', value: tokenOf('average'), url }])
  const photo = await scene(640, 853).jpeg().toBuffer()
  await context.route('**/media/**', (route) => route.fulfill({ contentType: 'image/jpeg', body: photo }))
  const page = await context.newPage()
  const answer = await page.goto(`${url}/posts/${post}`, { waitUntil: 'load' })
  if (!answer?.ok()) throw new Error(`the post's page answered ${answer?.status()}`)
  await page.waitForTimeout(3_000)
  return page
}

async function typingFigures(page: Page, cdp: CDPSession): Promise<TypingFigures> {
  await page.getByLabel('Add a comment').focus()
  await page.waitForTimeout(1_000)
  const { tasks } = await tasksDuring(cdp, () => page.keyboard.type(KEYS, { delay: 60 }))
  const slower = tasks.map((ms) => ms * SLOWER)
  return {
    keyMs: slower.reduce((sum, ms) => sum + ms, 0) / KEYS.length,
    longestMs: slower.reduce((most, ms) => Math.max(most, ms), 0),
  }
}

/** A phone goes down the 2,000 comments of a post, 200 as a thumb does, then in a rush, and writes one there. */
export async function talkFigures(bench: Bench, tell: (line: string) => void): Promise<void> {
  const { id } = await somePost(bench)
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const page = await openPost(browser, `http://127.0.0.1:${bench.app.port}`, id)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('HeapProfiler.enable')
    for (const [comments, speed] of [[200, FLING] as const, [COMMENTS, RUSH] as const]) {
      const read = () => page.evaluate(readOn, { comments, speed, withinMs: WITHIN_MS })
      const { result, cost } = await costOf(page, cdp, read)
      tell(talkLine({ ...cost, comments: result.seen, presses: result.presses }))
    }
    tell(typingLine(await typingFigures(page, cdp)))
  } finally {
    await browser.close()
  }
}
