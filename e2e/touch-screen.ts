import type { Page } from 'playwright-core'

type Point = { x: number; y: number }

/** From the next navigation on, emulates an app installed on an iPhone. Chromium cannot emulate `display-mode`. */
export const emulateInstalledApp = (page: Page) =>
  page.addInitScript("Object.defineProperty(navigator, 'standalone', { value: true })")

/** Starts a drag with one finger across the screen, in steps. Returns a function that lifts the finger. */
export async function dragFinger(page: Page, from: Point, to: Point): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [from])
  for (let step = 1; step <= 10; step++)
    await send('touchMove', [{ x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 }])
  return async () => {
    await send('touchEnd', [])
    await devTools.detach()
  }
}
