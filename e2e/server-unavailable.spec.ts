import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { waitForLazyModules } from './built-file.ts'
import { journey } from './journey.ts'
import { waitForOutbox } from './offline-network.ts'
import { saveScreenshot } from './screenshots.ts'
import { callApi, createFollow, createTestPost } from './test-data.ts'

// Long timeout, because requests fail only after 15 s, and the app restarts during the test.
vi.setConfig({ testTimeout: 180_000 })

const UNAVAILABLE = 'The server did not answer. Nothing you posted is lost. Try again in a moment.'

/** Marks the document so that the test detects a reload. */
const mark = (page: Page) => page.evaluate('window.isStillThere = true')
const isMarked = (page: Page) => page.evaluate('window.isStillThere === true')

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })

describe('app while the server is unavailable', () => {
  journey('shows a message, preserves typed text, and recovers without a reload', async ({ ownApp }) => {
    const author = await ownApp.aMember({ username: 'away.author' })
    const { page, ...reader } = await ownApp.aMember({ username: 'away.reader' })
    await createFollow(page, author.id)
    const guest = await ownApp.aMember({ username: 'away.guest' })
    const { id } = await createTestPost(author.page, { caption: 'By the river' })
    await callApi(guest.page, 'POST', `/api/posts/${id}/comments`, { text: 'Which one?' })
    // Loads the code of the profile page now, because the app cannot load it while the server is unavailable.
    await page.goto('/@away.author')
    await waitForLazyModules(page)
    await page.locator(`main a[href^="/posts/${id}"]`).first().click()
    const field = page.getByLabel('Add a comment')
    await field.fill('Written before')
    await waitForOutbox(page)
    await mark(page)

    await ownApp.end()
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByText('Comment: Written before').waitFor()
    await field.fill('Half written')
    await navigation(page).getByRole('link', { name: 'Search', exact: true }).click()
    await page.getByText(UNAVAILABLE).waitFor()
    await navigation(page).waitFor()
    await saveScreenshot(page, 'server-away')
    await ownApp.start()
    await page.getByRole('heading', { name: 'Explore' }).waitFor({ timeout: 45_000 })
    await expect.poll(() => page.getByText(UNAVAILABLE).count()).toBe(0)
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe('Half written')
    await page.getByRole('article', { name: `${reader.username}: Written before` }).waitFor()

    // The app hangs. It accepts connections, but sends no response.
    ownApp.freeze()
    await page.getByRole('article').getByRole('link', { name: 'away.guest' }).first().click()
    await page.getByText(UNAVAILABLE).waitFor({ timeout: 45_000 })
    await navigation(page).waitFor()
    await ownApp.restart()
    await page.getByRole('heading', { name: guest.fullname }).waitFor({ timeout: 45_000 })
    expect(await isMarked(page)).toBe(true)
  })
})
