import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits for two animation frames. By then the browser has drawn pending changes, such as a new window size. */
export const waitUntilDrawn = (page: Page): Promise<void> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')

/** Reads a value every few animation frames. Returns it once three more reads have returned the same value. */
export async function readValueWhenStill<T>(page: Page, read: () => Promise<T>): Promise<T> {
  let last = await read()
  let times = 0
  await expect
    .poll(async () => {
      await waitUntilDrawn(page)
      const now = await read()
      times = isDeepStrictEqual(now, last) ? times + 1 : 0
      last = now
      return times
    })
    .toBeGreaterThan(2)
  return last
}

/** Returns the distance in px from the top of the window to an element, once it no longer moves. */
export async function readTopWhenStill(locator: Locator): Promise<number> {
  await locator.waitFor()
  return readValueWhenStill(locator.page(), async () => {
    const box = await locator.boundingBox()
    if (!box) throw new Error('The element has no bounding box.')
    return Math.round(box.y)
  })
}
