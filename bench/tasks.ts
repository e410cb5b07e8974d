import type { CDPSession, Page } from 'playwright-core'

/** What a page holds after something was done in it, and what doing it cost; heap in MB after a collection. */
export type PageCost = {
  elements: number
  heapMb: number
  /** Tasks that take a CPU four times slower than this one above 50 ms, by the CPU time they took. */
  longTasks: number
  longestMs: number
}

export const SLOWER = 4
const LONG_MS = 50

type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }

/**
 * The CPU time in ms of each task of the page while something runs. Not how long it took: with other work on the
 * machine that says more of the other work.
 */
export async function tasksDuring<T>(
  cdp: CDPSession,
  doing: () => Promise<T>,
): Promise<{ result: T; tasks: number[] }> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]))
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'toplevel' })
  const result = await doing()
  const isComplete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await isComplete
  cdp.off('Tracing.dataCollected', collect)
  const pages = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const isOfPage = ({ pid, tid }: TraceEvent) => pages.some((page) => page.pid === pid && page.tid === tid)
  const tasks = events.filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && isOfPage(event))
  if (tasks.length === 0) throw new Error('the browser told of no task')
  return { result, tasks: tasks.map(({ tdur = 0 }) => tdur / 1000) }
}

/** Does something in a page, and gives what that cost. */
export async function costOf<T>(
  page: Page,
  cdp: CDPSession,
  doing: () => Promise<T>,
): Promise<{ result: T; cost: PageCost }> {
  const { result, tasks } = await tasksDuring(cdp, doing)
  await page.waitForTimeout(1_000)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const elements = await page.evaluate<number>("document.getElementsByTagName('*').length")
  const slower = tasks.map((ms) => ms * SLOWER)
  const cost: PageCost = {
    elements,
    heapMb: usedSize / 1024 / 1024,
    longTasks: slower.filter((ms) => ms > LONG_MS).length,
    longestMs: slower.reduce((most, ms) => Math.max(most, ms), 0),
  }
  return { result, cost }
}
