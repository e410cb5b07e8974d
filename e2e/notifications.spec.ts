import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { waitForLazyModules } from './built-file.ts'
import { journey } from './journey.ts'
import { saveScreenshot } from './screenshots.ts'
import { callApi, createFollow, createTestPost } from './test-data.ts'

vi.setConfig({ testTimeout: 120_000 })

const line = (page: Page, words: string | RegExp) => page.getByRole('listitem').filter({ hasText: words })
const titled = (page: Page, title: string) => expect.poll(() => page.title()).toBe(title)

describe('notifications', () => {
  journey('arrive live in every tab, link to the comment, and become read in all tabs', async ({ aMember }) => {
    const amina = await aMember({ fullname: 'Amina Otieno', username: 'amina' }, { size: 'desktop' })
    const bella = await aMember({ fullname: 'Bella Njeri', username: 'bella' })
    const { id } = await createTestPost(amina.page, { caption: 'Chapati on the rug' })
    const listening = amina.page.waitForResponse('**/api/events?*')
    await amina.page.goto('/notifications')
    await amina.page.getByRole('heading', { name: 'No notifications yet' }).waitFor()
    await listening
    const feed = await amina.page.context().newPage()
    await feed.goto('/dashboard')
    await titled(feed, 'Feed · Pawtrait')
    await waitForLazyModules(feed) // From now on, this tab receives live events.

    await callApi(bella.page, 'PUT', `/api/posts/${id}/like`)
    await titled(feed, '(1) Feed · Pawtrait')
    await callApi(bella.page, 'POST', `/api/posts/${id}/comments`, { text: 'Where is the rug from?' })
    await createFollow(bella.page, amina.id)
    await titled(feed, '(3) Feed · Pawtrait')
    await feed.getByRole('link', { name: 'Notifications, 3 new' }).waitFor()

    // New notifications do not change the open list. A button announces them.
    expect(await amina.page.getByRole('heading', { name: 'No notifications yet' }).count()).toBe(1)
    await titled(amina.page, '(3) Notifications · Pawtrait')
    await amina.page.getByRole('button', { name: 'Show 3 new notifications' }).click()
    await line(amina.page, 'bella follows you now').waitFor()
    await line(amina.page, 'bella likes your photo').waitFor()
    await saveScreenshot(amina.page, 'notifications-journey')
    await amina.page.getByRole('link', { name: /bella commented on your photo/ }).click()
    await amina.page.waitForURL(`**/posts/${id}?comment=*`)
    await amina.page.getByRole('article', { name: 'bella: Where is the rug from?' }).waitFor()
    await titled(feed, '(2) Feed · Pawtrait')

    await amina.page.goBack()
    await line(amina.page, 'bella likes your photo').waitFor()
    await amina.page.getByRole('button', { name: 'Mark all read' }).click()
    await titled(amina.page, 'Notifications · Pawtrait')
    await titled(feed, 'Feed · Pawtrait')
    await feed.getByRole('link', { name: 'Notifications', exact: true }).waitFor()

    await callApi(bella.page, 'DELETE', `/api/posts/${id}/like`)
    await amina.page.reload()
    await line(amina.page, 'bella follows you now').waitFor()
    await expect.poll(() => line(amina.page, 'bella likes your photo').count()).toBe(0)
  })

  journey('exclude likes when likes are switched off, and comments of a muted user', async ({ aMember }) => {
    const [amina, bella] = [await aMember({ username: 'amina.w' }), await aMember({ username: 'bella.w' })]
    const { page } = amina
    const { id } = await createTestPost(page, { caption: 'Chapati again' })
    const { id: theirs } = await createTestPost(bella.page, { caption: 'A loud dog' })
    await page.goto('/settings/notifications')
    await page.getByRole('switch', { name: 'Likes', exact: true }).click()
    await expect
      .poll(() => callApi<{ off: string[] }>(page, 'GET', '/api/notifications/settings'))
      .toEqual({ off: ['like'] })
    await page.goto(`/posts/${theirs}`)
    await page.getByRole('button', { name: 'More options for this post' }).click()
    await page.getByRole('menuitem', { name: /^Mute bella.w/ }).click()
    await page.getByText('bella.w is muted').waitFor()
    await callApi(bella.page, 'PUT', `/api/posts/${id}/like`)
    await callApi(bella.page, 'POST', `/api/posts/${id}/comments`, { text: 'HELLO' })
    await page.goto('/settings/muted')
    await page.getByRole('button', { name: 'Unmute bella.w' }).click()
    await page.getByText('You haven’t muted anyone', { exact: true }).waitFor()
    await callApi(bella.page, 'POST', `/api/posts/${id}/comments`, { text: 'Sorry for that' })
    await page.goto('/notifications')
    await line(page, 'Sorry for that').waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'bella.w' }).count()).toBe(1)
  })

  journey('are neither lost nor shown twice when the server restarts (security check R04)', async ({ ownApp }) => {
    const { page } = await ownApp.aMember({ username: 'amina.r' })
    const bella = await ownApp.aMember({ username: 'bella.r' })
    const { id } = await createTestPost(page, { caption: 'Through the night' })
    const listening = page.waitForResponse('**/api/events?*')
    await page.goto('/notifications')
    await page.getByRole('heading', { name: 'No notifications yet' }).waitFor()
    await listening
    await callApi(bella.page, 'PUT', `/api/posts/${id}/like`)
    await ownApp.restart()
    await callApi(bella.page, 'POST', `/api/posts/${id}/comments`, { text: 'Still here?' })
    // The event stream resumes after its last event id, and a button announces missed notifications. If the stream has
    // no event id yet, the app loads the list again.
    const show = page.getByRole('button', { name: /^Show \d new notifications?$/ })
    const isThere = async () => {
      if (await show.isVisible()) await show.click({ timeout: 2_000 }) // The button disappears if the list is reloaded.
      return line(page, 'Still here?').isVisible()
    }
    await expect.poll(isThere, { timeout: 60_000 }).toBe(true)
    await titled(page, '(2) Notifications · Pawtrait')
    await line(page, 'bella.r likes your photo').waitFor()
    await page.reload()
    await line(page, 'Still here?').waitFor()
    expect(await line(page, 'bella.r').count()).toBe(2)
  })
})
