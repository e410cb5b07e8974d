import { describe, expect } from 'vitest'
import { expectGoodScreen } from './axe.ts'
import { waitForLateModules } from './built-file.ts'
import { journey } from './journey.ts'
import { callApi, createPhoto } from './test-data.ts'

describe('photo viewer', () => {
  journey(
    'opens by click and Enter, closes on Back and Esc, and reopens on Forward and reload',
    async ({ aMember }) => {
      const { page } = await aMember({ username: 'close.look' })
      const alts = ['A dog asleep', 'The dog awake']
      const photos: { id: string; alt: string }[] = []
      for (const alt of alts) photos.push({ ...(await createPhoto(page)), alt })
      const { id } = await callApi<{ id: string }>(page, 'POST', '/api/posts', { photos, caption: 'Before and after' })
      const isReady = async () => (await callApi<{ isReady: boolean }>(page, 'GET', `/api/posts/${id}`)).isReady
      await expect.poll(isReady).toBe(true)
      await page.goto('/dashboard')
      const photo = page.getByRole('button', { name: 'A dog asleep' })
      const viewer = page.getByRole('dialog', { name: 'Photos of this post' })
      const announcement = viewer.getByRole('status')
      const focused = () => page.evaluate('document.activeElement?.textContent || document.activeElement?.innerHTML')

      await photo.click()
      await expect.poll(() => announcement.textContent()).toBe('Photo 1 of 2, A dog asleep')
      await expectGoodScreen(page, 'photo-viewer')
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => announcement.textContent()).toBe('Photo 2 of 2, The dog awake')
      await viewer.getByRole('button', { name: 'Caption' }).click()
      await viewer.getByText('Before and after').waitFor()
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

  journey('opens on a tap but not on a double tap, and closes to the post after a reload', async ({ aMember }) => {
    const { page } = await aMember({ username: 'tap.once' }, { size: 'phone' })
    const photo = await createPhoto(page)
    const { id } = await callApi<{ id: string }>(page, 'POST', '/api/posts', { photos: [{ ...photo, alt: 'A cat' }] })
    const read = () => callApi<{ isReady: boolean; likedByMe: boolean }>(page, 'GET', `/api/posts/${id}`)
    await expect.poll(async () => (await read()).isReady).toBe(true)
    await page.goto(`/posts/${id}`)
    const viewer = page.getByRole('dialog', { name: 'Photos of this post' })
    const shown = page.getByRole('button', { name: 'A cat', exact: true })
    // Wait for the app: of two taps before it runs, it would replay only one.
    await waitForLateModules(page)
    await shown.dblclick()
    await expect.poll(async () => (await read()).likedByMe).toBe(true)
    await page.waitForTimeout(600) // longer than the limit between two taps of a double tap
    expect(await viewer.count()).toBe(0)
    await shown.click()
    await viewer.waitFor()
    expect(await viewer.getByRole('button', { name: 'Next photo' }).count()).toBe(0)
    const address = page.url()
    await page.goto('about:blank')
    await page.goto(address)
    await viewer.waitFor()
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/posts/${id}`)
    await shown.waitFor()
  })
})
