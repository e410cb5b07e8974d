import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** When what a page was told last, another size for instance, has been drawn, with what its scripts make of that. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')

/** What is read of a page, once it is the same over some frames: nothing moves any more. */
export async function whenStill<T>(page: Page, read: () => Promise<T>): Promise<T> {
  let last = await read()
  let times = 0
  await expect
    .poll(async () => {
      await drawn(page)
      const now = await read()
      times = isDeepStrictEqual(now, last) ? times + 1 : 0
      last = now
      return times
    })
    .toBeGreaterThan(2)
  return last
}

/** How far below the top of the window it stands, once nothing moves. */
export async function topOf(one: Locator): Promise<number> {
  await one.waitFor()
  return whenStill(one.page(), async () => {
    const box = await one.boundingBox()
    if (!box) throw new Error('It is not drawn.')
    return Math.round(box.y)
  })
}
