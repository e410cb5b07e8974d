import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Does something that the page tells the server, and waits for the answer: the screen may show it before. */
export async function told(page: Page, method: string, path: RegExp, act: () => Promise<void>) {
  const isIt = (response: { url(): string; request(): { method(): string } }) =>
    response.request().method() === method && path.test(response.url())
  const [answer] = await Promise.all([page.waitForResponse(isIt), act()])
  expect(answer.ok()).toBe(true)
}
