import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Runs an action and waits for the response to its request, which may arrive after the screen has changed. */
export async function awaitResponse(page: Page, method: string, path: RegExp, act: () => Promise<void>) {
  const isExpected = (response: { url(): string; request(): { method(): string } }) =>
    response.request().method() === method && path.test(response.url())
  const [answer] = await Promise.all([page.waitForResponse(isExpected), act()])
  expect(answer.ok()).toBe(true)
}
