import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from '../tools/chromium.ts'

/** The browser of one Vitest worker. If the browser stops responding, the worker gets a new one. */
export type WorkerBrowser = {
  /** Returns the running browser. Starts one if no browser runs. */
  running: () => Promise<Browser>
  /**
   * Closes a browser context. Kills a browser that does not respond in time. After that, `running` starts a new
   * browser.
   */
  close: (context: BrowserContext) => Promise<void>
  stop: () => Promise<void>
  pid: () => number | undefined
}

// In one run, Chromium 156 never responded to `Target.disposeBrowserContext`. Closing usually takes less than a second.
const CLOSE_LIMIT_MS = 10_000

export function createWorkerBrowser(limitMs = CLOSE_LIMIT_MS): WorkerBrowser {
  let current: { browser: Browser; pid: number } | undefined
  const killUnlessInTime = async (closing: Promise<void>) => {
    const settled = closing.then(
      () => true,
      () => true, // The browser has ended, which closed the context too.
    )
    const isClosed = await Promise.race([settled, setTimeout(limitMs, false, { ref: false })])
    if (isClosed || !current) return
    const { browser, pid } = current
    current = undefined
    const disconnected = new Promise((resolve) => browser.once('disconnected', resolve))
    process.kill(pid, 'SIGKILL')
    await Promise.race([disconnected, setTimeout(limitMs, undefined, { ref: false })])
  }
  return {
    running: async () => {
      if (!current?.browser.isConnected()) {
        const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
        current = { browser, pid: await pidOf(browser) }
      }
      return current.browser
    },
    close: (context) => killUnlessInTime(context.close()),
    stop: async () => {
      if (current) await killUnlessInTime(current.browser.close())
    },
    pid: () => current?.pid,
  }
}

async function pidOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pid = processInfo.find(({ type }) => type === 'browser')?.id
  if (!pid) throw new Error('Chromium reports no process id.')
  return pid
}
