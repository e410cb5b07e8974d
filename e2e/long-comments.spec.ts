import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { journey } from './journey.ts'
import { callApi, createTestPost, type Member } from './test-data.ts'
import { readTopWhenStill } from './wait-until-still.ts'

vi.setConfig({ testTimeout: 180_000 })

const WRITERS = 6
const COMMENTS_EACH = 18 // Below the rate limit of twenty comments a minute.

type CreatedComment = { id: string }
const postComment = (by: Member, post: string, text: string) =>
  callApi<CreatedComment>(by.page, 'POST', `/api/posts/${post}/comments`, { text })

const comment = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const findThought = (page: Page, n: number) => page.getByRole('article', { name: new RegExp(`: Thought ${n}$`) })
const isDrawn = async (page: Page, n: number) => (await findThought(page, n).count()) > 0

/** Scrolls step by step until the comment is on screen. */
async function scrollTo(page: Page, n: number, step = 400) {
  const isHere = async () => {
    const box = (await isDrawn(page, n)) ? await findThought(page, n).boundingBox() : null
    return box !== null && box.y > 100 && box.y < 500
  }
  while (!(await isHere())) {
    await page.mouse.wheel(0, step)
    await page.waitForTimeout(50)
  }
}

describe('long list of comments', () => {
  journey('preserves the scroll position on Back, and the unsaved edit of a comment', async ({ aMember }) => {
    const reader = await aMember({ username: 'long.reader' })
    const writers: Member[] = []
    for (let n = 0; n < WRITERS; n++) writers.push(await aMember({ username: `long.writer${n}` }))
    const { id } = await createTestPost(writers[0]?.page ?? reader.page, { caption: 'Much to say' })
    for (let n = 0; n < WRITERS * COMMENTS_EACH; n++)
      await postComment(writers[n % WRITERS] as Member, id, `Thought ${n}`)
    const { page } = reader
    const mine = await postComment(reader, id, 'Mine')

    await page.goto(`/posts/${id}`)
    await waitForLazyModules(page)
    await page.getByRole('link', { name: 'Newest', exact: true }).click()
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(`c-${mine.id}`)
    await expect.poll(() => isDrawn(page, 0)).toBe(false)
    await expectAccessibleScreen(page, 'long-talk-newest')

    // A comment that is being edited keeps its text while the user scrolls away.
    await comment(page, 'long.reader: Mine')
      .getByRole('button', { name: /^More options/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Edit your comment').fill('Half a thought')
    for (const earlier of [59, 29, 0]) {
      await page.getByRole('button', { name: 'Show earlier comments' }).click()
      await findThought(page, earlier).waitFor({ state: 'attached' })
    }
    await expect.poll(() => isDrawn(page, 105)).toBe(false)
    expect(await page.getByLabel('Edit your comment').inputValue()).toBe('Half a thought')

    // The list starts at the oldest comment and loads more on scroll. Back and a reload restore the scroll position.
    await page.getByRole('link', { name: 'Oldest', exact: true }).click()
    await page.waitForURL((url) => url.search === '')
    await findThought(page, 0).waitFor()
    await page.mouse.move(195, 400)
    await scrollTo(page, 80)
    const place = await readTopWhenStill(findThought(page, 80))
    const moved = async () => Math.abs((await readTopWhenStill(findThought(page, 80))) - place)
    await expect.poll(() => isDrawn(page, 20)).toBe(false)
    await findThought(page, 80)
      .getByRole('link', { name: /^long\.writer/ })
      .click()
    await page.waitForURL('**/@long.writer*')
    await page.goBack()
    await expect.poll(moved).toBeLessThan(3)
    await page.reload()
    await expect.poll(moved).toBeLessThan(3)
    await scrollTo(page, 30, -300)

    // A button announces the new comment and scrolls to it from any position.
    const watched = page.waitForResponse((answer) => answer.url().endsWith(`/api/posts/${id}/watch`))
    const listening = page.waitForResponse('**/api/events?*')
    await page.reload()
    await Promise.all([watched, listening])
    const [first] = writers
    const news = await postComment(first ?? reader, id, 'News')
    await page.getByRole('button', { name: 'Show 1 new comment' }).click()
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(`c-${news.id}`)
  })
})
