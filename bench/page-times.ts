import type { BrowserContext, Page } from 'playwright-core'

/** Loading metrics of a page in ms, except CLS, which has no unit. */
export type PageTimes = { fcp: number; lcp: number; cls: number; tbt: number }

// Throttling of a phone as in Lighthouse's `devtools` mode (core/config/constants.js): slow 4G and a CPU four times
// slower.
export const slow4g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}
const cpuTimesSlower = 4

/** Browser context of a mid-range phone, as emulated by Lighthouse. */
export const phoneContext = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

type Entry = { startTime: number; duration: number; value?: number }
type VisitTimes = { lcp: number; cls: number; tasks: { start: number; ms: number }[] }

/** Records paints, layout shifts and long tasks. Runs before the page's scripts. */
function watch() {
  const seen: VisitTimes = { lcp: 0, cls: 0, tasks: [] }
  Object.assign(globalThis, { seenByBench: seen })
  const each = (type: string, take: (entry: Entry) => void) =>
    // Node's types lack the entry types of browsers.
    new PerformanceObserver((list) => (list.getEntries() as unknown as Entry[]).forEach(take)).observe({
      type: type as 'mark',
      buffered: true,
    })
  each('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  each('layout-shift', ({ value = 0 }) => (seen.cls += value))
  each('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, ms: duration }))
}

async function throttle(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuTimesSlower })
}

/** Opens a page on a slow phone. Measures until the page has loaded nothing for two seconds. */
export async function measurePage(context: BrowserContext, url: string): Promise<PageTimes> {
  const page = await context.newPage()
  try {
    await throttle(page)
    await page.addInitScript(watch)
    let lastMs = performance.now()
    page.on('requestfinished', () => (lastMs = performance.now()))
    const answer = await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    if (!answer?.ok()) throw new Error(`${url} answered ${answer?.status()}`)
    while (performance.now() - lastMs < 2_000) await page.waitForTimeout(200)
    const { seen, fcp } = await page.evaluate(() => ({
      seen: (globalThis as unknown as { seenByBench: VisitTimes }).seenByBench,
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    }))
    // Total blocking time as in Lighthouse: the part above 50 ms of each task after the first paint.
    const blocking = seen.tasks.filter(({ start }) => start > fcp).map(({ ms }) => ms - 50)
    return { fcp, lcp: seen.lcp, cls: seen.cls, tbt: blocking.reduce((sum, ms) => sum + ms, 0) }
  } finally {
    await page.close()
  }
}
