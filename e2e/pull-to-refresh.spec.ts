import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { waitForLazyModules } from './built-file.ts'
import { type Journey, journey } from './journey.ts'
import { goOffline } from './offline-network.ts'
import { saveScreenshot } from './screenshots.ts'
import { callApi, createFollow, createPhoto, createTestPost } from './test-data.ts'
import { dragFinger, emulateInstalledApp } from './touch-screen.ts'

const TOP = { x: 200, y: 90 }
const LOWER = { x: 205, y: 330 }

const disc = (page: Page) => page.locator('[data-phase]')
const posts = (page: Page) => page.getByRole('article')

/** Signs up a user who follows an author with one post. Opens the feed in the installed app. Blocks live events. */
async function openFeed(aMember: Journey['aMember'], name: string, display: Parameters<Journey['aMember']>[1] = {}) {
  const author = await aMember({ username: `${name}.author` })
  await createTestPost(author.page, { caption: 'By the river' })
  const { page, id } = await aMember({ username: name }, display)
  await createFollow(page, author.id)
  await emulateInstalledApp(page)
  await page.route('**/api/events?*', (route) => route.abort())
  await page.goto('/dashboard')
  await page.getByText('By the river').waitFor()
  await disc(page).waitFor({ state: 'attached' })
  return { author, page, id }
}

describe('pull to refresh in the installed app', () => {
  for (const theme of ['light', 'dark'] as const)
    journey(`loads new posts, and shows a message when the network is lost (${theme})`, async ({ aMember }) => {
      const { page, author } = await openFeed(aMember, `pull.${theme}`, { theme, provoked: /api\/events/ })
      await createTestPost(author.page, { caption: 'On the hill' })
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/api/feed*', async (route) => {
        await released
        await route.continue()
      })
      const lift = await dragFinger(page, TOP, LOWER)
      await expect.poll(() => disc(page).getAttribute('data-phase')).toBe('ready')
      await saveScreenshot(page, `pull-ready-${theme}`)
      await lift()
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'attached' })
      await saveScreenshot(page, `pull-loading-${theme}`)
      release()
      await page.getByText('On the hill').waitFor()
      await page.getByRole('status').filter({ hasText: 'Up to date' }).waitFor({ state: 'attached' })
      await disc(page).waitFor({ state: 'hidden' })
      expect(await page.evaluate('scrollY')).toBe(0)

      await goOffline(page)
      await (await dragFinger(page, TOP, LOWER))()
      await page.getByRole('alert').filter({ hasText: 'We could not load new posts' }).waitFor()
      await disc(page).waitFor({ state: 'hidden' })
      await saveScreenshot(page, `pull-offline-${theme}`)
    })

  journey('shows an indicator that does not move with reduced motion', async ({ aMember }) => {
    const { page } = await openFeed(aMember, 'pull.still', { reducedMotion: true, provoked: /api\/events/ })
    const half = await dragFinger(page, TOP, { x: 200, y: 150 })
    await expect.poll(() => disc(page).getAttribute('data-phase')).toBe('pulling')
    expect(await disc(page).isVisible()).toBe(false)
    await half()
    const tops: (number | undefined)[] = []
    for (const y of [260, 330]) {
      const lift = await dragFinger(page, TOP, { x: 200, y })
      await expect.poll(() => disc(page).getAttribute('data-phase')).toBe('ready')
      tops.push((await disc(page).boundingBox())?.y)
      await lift()
      await page.getByRole('status').filter({ hasText: 'Up to date' }).waitFor({ state: 'attached' })
    }
    expect(tops[0]).toBe(tops[1])
  })

  journey('does not start in a carousel or while a dialog is open', async ({ aMember }) => {
    const { page, author } = await openFeed(aMember, 'pull.strip', { provoked: /api\/events/ })
    const photos = [1, 2].map(async () => ({ ...(await createPhoto(author.page)), alt: 'A dog' }))
    const { id } = await callApi<{ id: string }>(author.page, 'POST', '/api/posts', {
      photos: await Promise.all(photos),
      caption: 'Two photos',
    })
    const isReady = async () => (await callApi<{ isReady: boolean }>(author.page, 'GET', `/api/posts/${id}`)).isReady
    await expect.poll(isReady).toBe(true)
    await page.reload()
    await page.getByText('Two photos').waitFor()
    await waitForLazyModules(page)
    await disc(page).waitFor({ state: 'attached' })
    let requests = 0
    page.on('request', (request) => request.url().includes('/api/feed') && requests++)
    const strip = await posts(page).first().getByRole('group').first().boundingBox()
    const inStrip = { x: 200, y: (strip?.y ?? 0) + 40 }
    await (await dragFinger(page, inStrip, { x: 205, y: inStrip.y + 260 }))()
    expect(await disc(page).getAttribute('data-phase')).toBe('idle')
    await page.getByRole('button', { name: 'More options for this post' }).first().click()
    await page.getByRole('menuitem').first().waitFor()
    await (await dragFinger(page, TOP, LOWER))()
    expect(await disc(page).getAttribute('data-phase')).toBe('idle')
    expect(requests).toBe(0)
  })
})
