import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { journey } from './journey.ts'
import { callApi, createPhoto, jpegFile } from './test-data.ts'

/** Returns a function that sets the delay of every later request in ms. */
async function throttleRequests(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  return (latency: number) => devTools.send('Network.emulateNetworkConditions', { ...unlimited, latency })
}

describe('photo viewer', () => {
  journey(
    'opens by click and Enter, closes on Back and Esc, and reopens on Forward and reload',
    async ({ aMember }) => {
      const { page } = await aMember({ username: 'close.look' }, { size: 'desktop' })
      const alts = ['A dog asleep', 'The dog awake']
      const photos: { id: string; alt: string }[] = []
      for (const alt of alts) photos.push({ ...(await createPhoto(page, await jpegFile(2160))), alt })
      const { id } = await callApi<{ id: string }>(page, 'POST', '/api/posts', { photos, caption: 'Before and after' })
      const isReady = async () => (await callApi<{ isReady: boolean }>(page, 'GET', `/api/posts/${id}`)).isReady
      await expect.poll(isReady).toBe(true)
      await page.goto('/dashboard')
      const photo = page.getByRole('button', { name: 'A dog asleep' })
      const viewer = page.getByRole('dialog', { name: 'Photos of this post' })
      const announcement = viewer.getByRole('status')
      const focused = () => page.evaluate('document.activeElement?.textContent || document.activeElement?.innerHTML')

      const setLatency = await throttleRequests(page)
      await setLatency(2000)
      await photo.click()
      // The viewer shows the small file from the page until the larger file has loaded.
      const preview = viewer.locator('picture img').first()
      await viewer.locator('.yarl__slide_image_loading').first().waitFor({ state: 'attached' })
      const width = "document.querySelector('.yarl__slide_current picture img')?.naturalWidth ?? 0"
      await expect.poll(() => page.evaluate(width)).toBeGreaterThan(0)
      expect(await preview.isVisible()).toBe(true)
      await setLatency(0)
      await preview.waitFor({ state: 'hidden' })
      await expect.poll(() => announcement.textContent()).toBe('Photo 1 of 2, A dog asleep')
      await expectAccessibleScreen(page, 'photo-viewer')
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => announcement.textContent()).toBe('Photo 2 of 2, The dog awake')
      await viewer.getByText('2 / 2').waitFor()
      const caption = viewer.getByText('Before and after')
      await caption.waitFor()
      const alt = viewer.getByRole('button', { name: 'ALT' })
      await alt.click()
      await viewer
        .getByRole('paragraph')
        .filter({ hasText: /^The dog awake$/ })
        .waitFor()
      expect(await caption.count()).toBe(0)
      await alt.click()
      expect(await viewer.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
        `/api/photos/${photos[1]?.id}/original`,
      )
      await viewer.getByRole('button', { name: 'Zoom in' }).click()
      await expect.poll(() => viewer.getByRole('button', { name: 'Zoom out' }).isEnabled()).toBe(true)

      await page.goBack()
      await viewer.waitFor({ state: 'detached' })
      await expect.poll(() => new URL(page.url()).hash).toBe('')
      await expect.poll(focused).toContain('A dog asleep')
      await page.goForward()
      await viewer.waitFor()
      await page.reload()
      await expect.poll(() => announcement.textContent()).toBe('Photo 1 of 2, A dog asleep')
      await page.keyboard.press('Escape')
      await viewer.waitFor({ state: 'detached' })
      await expect.poll(() => new URL(page.url()).hash).toBe('')

      await photo.focus()
      await page.keyboard.press('Enter')
      await viewer.waitFor()
      await viewer.getByRole('button', { name: 'Close' }).click()
      await viewer.waitFor({ state: 'detached' })
      await expect.poll(focused).toContain('A dog asleep')
    },
  )

  journey(
    'opens on a tap but not on a double tap, and closes to the post when opened by its URL',
    async ({ aMember }) => {
      const { page } = await aMember({ username: 'tap.once' }, { size: 'phone' })
      const photo = await createPhoto(page)
      const { id } = await callApi<{ id: string }>(page, 'POST', '/api/posts', {
        photos: [{ ...photo, alt: 'A cat' }],
        caption: 'Under the table',
      })
      const read = () => callApi<{ isReady: boolean; likedByMe: boolean }>(page, 'GET', `/api/posts/${id}`)
      await expect.poll(async () => (await read()).isReady).toBe(true)
      await page.goto(`/posts/${id}`)
      const viewer = page.getByRole('dialog', { name: 'Photos of this post' })
      const shown = page.getByRole('button', { name: 'A cat', exact: true })
      // Wait until the app has started. The app would replay only one of two taps made before its start.
      await waitForLazyModules(page)
      await shown.dblclick()
      await expect.poll(async () => (await read()).likedByMe).toBe(true)
      await page.waitForTimeout(600) // longer than the maximum time between the two taps of a double tap
      expect(await viewer.count()).toBe(0)
      await shown.click()
      await viewer.waitFor()
      expect(await viewer.getByRole('button', { name: 'Next photo' }).count()).toBe(0)
      const bar = "[...document.querySelectorAll('.yarl__portal p')].at(-1).parentElement"
      const opacity = () => page.evaluate(`getComputedStyle(${bar}).opacity`)
      expect(await opacity()).toBe('1')
      await expect.poll(opacity, { timeout: 10_000 }).toBe('0')
      await viewer.getByRole('img', { name: 'A cat' }).tap()
      await expect.poll(opacity).toBe('1')
      await viewer.getByRole('img', { name: 'A cat' }).tap()
      await expect.poll(opacity).toBe('0')
      const address = page.url()
      await page.goto('about:blank')
      await page.goto(address)
      await viewer.waitFor()
      await page.keyboard.press('Escape')
      await viewer.waitFor({ state: 'detached' })
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/posts/${id}`)
      await shown.waitFor()
    },
  )
})
