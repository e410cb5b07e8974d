import { describe, expect, it, onTestFinished } from 'vitest'
import { createWorkerBrowser } from './worker-browser.ts'

async function aBrowser(limitMs?: number) {
  const worker = createWorkerBrowser(limitMs)
  onTestFinished(() => worker.stop())
  const browser = await worker.running()
  const context = await browser.newContext()
  await (await context.newPage()).goto('about:blank')
  const freeze = () => process.kill(Number(worker.pid()), 'SIGSTOP')
  return { worker, browser, context, freeze }
}

describe('createWorkerBrowser', () => {
  it('kills a browser that does not close a context in time, and starts a new browser', async () => {
    const { worker, browser, context, freeze } = await aBrowser(2_000)
    freeze()
    await worker.close(context)
    expect(browser.isConnected()).toBe(false)
    const next = await worker.running()
    expect(next).not.toBe(browser)
    const page = await next.newPage()
    expect(await page.evaluate('1 + 1')).toBe(2)
  })

  it('kills a browser that does not stop in time', async () => {
    const { worker, browser, freeze } = await aBrowser(2_000)
    freeze()
    await worker.stop()
    expect(browser.isConnected()).toBe(false)
  })

  it('does not restart the browser after it has closed a context', async () => {
    const { worker, browser, context } = await aBrowser()
    await worker.close(context)
    expect(await worker.running()).toBe(browser)
  })
})
