import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { waitForLazyModules } from './built-file.ts'
import { journey, screenSizes } from './journey.ts'
import { saveScreenshot } from './screenshots.ts'
import { callApi, createPhoto, createTestPost } from './test-data.ts'

const TOP = 47
const BOTTOM = 34
const { height } = screenSizes.phone

/** Emulates a phone with a notch at the top and a home indicator at the bottom. */
async function addSafeAreas(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const insets = { top: TOP, topMax: TOP, bottom: BOTTOM, bottomMax: BOTTOM }
  await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

/** Asserts that an element is below the notch and above the home indicator. */
async function expectInSafeArea(element: Locator) {
  await element.waitFor()
  const edges = async () => {
    const { y = 0, height: high = 0 } = (await element.boundingBox()) ?? {}
    return { isBelowNotch: y >= TOP, isAboveIndicator: y + high <= height - BOTTOM }
  }
  await expect.poll(edges).toEqual({ isBelowNotch: true, isAboveIndicator: true })
}

describe('app on a phone with a notch and a home indicator', () => {
  for (const theme of ['light', 'dark'] as const)
    journey(`keeps bars, dialogs and viewers inside the safe area (${theme})`, async ({ aMember }) => {
      const { page } = await aMember({ username: `notch.${theme}` }, { theme, reducedMotion: true })
      await createTestPost(page, { caption: 'Asleep', alt: 'A dog asleep' })
      const { id: photo } = await createPhoto(page)
      const story = await callApi<{ id: string }>(page, 'POST', '/api/stories', { photo, caption: 'Low tide' })
      const isReady = async () => (await callApi<{ isReady: boolean }>(page, 'GET', `/api/stories/${story.id}`)).isReady
      await expect.poll(isReady).toBe(true)
      await addSafeAreas(page)
      await page.goto('/dashboard')
      await waitForLazyModules(page)
      await expectInSafeArea(page.getByRole('button', { name: 'Log Out' }))
      await expectInSafeArea(page.getByRole('link', { name: 'Profile' }).filter({ visible: true }))
      await saveScreenshot(page, `safe-area-feed-${theme}`)

      await page.getByRole('button', { name: 'A dog asleep', exact: true }).click()
      const viewer = page.getByRole('dialog', { name: 'Photos of this post' })
      await expectInSafeArea(viewer.getByRole('button', { name: 'Close' }))
      await expectInSafeArea(viewer.getByRole('link', { name: 'Download' }))
      await saveScreenshot(page, `safe-area-photo-${theme}`)
      await page.goBack()
      await viewer.waitFor({ state: 'detached' })

      await page.getByRole('button', { name: 'More options for this post' }).click()
      await expectInSafeArea(page.getByRole('menuitem').last())
      await page.getByRole('menuitem', { name: /Delete/ }).click()
      await expectInSafeArea(page.getByRole('alertdialog').getByRole('button').last())
      await saveScreenshot(page, `safe-area-dialog-${theme}`)
      await page.keyboard.press('Escape')

      await page.goto(`/stories/${story.id}`)
      const stories = page.getByRole('dialog', { name: 'Stories' })
      await expectInSafeArea(stories.getByRole('button', { name: 'Close' }))
      await saveScreenshot(page, `safe-area-story-${theme}`)
    })
})

describe('app on a phone', () => {
  journey('keeps a focused comment field visible when the keyboard takes half of the screen', async ({ aMember }) => {
    const { page } = await aMember({ username: 'half.screen' })
    const { id } = await createTestPost(page, { caption: 'Asleep' })
    await page.goto(`/posts/${id}`)
    const viewport = page.locator('meta[name=viewport]')
    expect(await viewport.getAttribute('content')).toContain('interactive-widget=resizes-content')
    const field = page.getByLabel('Add a comment').last()
    await field.click()
    // With `resizes-content`, the on-screen keyboard reduces the height of the window.
    await page.setViewportSize({ width: 390, height: 420 })
    // Phones scroll the focused field into view when the keyboard opens.
    await page.evaluate("document.activeElement.scrollIntoView({ block: 'nearest' })")
    const isOnTop = `(() => {
      const field = document.activeElement
      const { left, top, width, height } = field.getBoundingClientRect()
      return field.matches('textarea') && field.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })()`
    await expect.poll(() => page.evaluate(isOnTop)).toBe(true)
  })

  journey('opens the photo picker with two taps from an empty feed', async ({ aMember }) => {
    const { page } = await aMember({ username: 'two.taps' })
    await page.goto('/dashboard')
    await waitForLazyModules(page)
    await page.getByRole('link', { name: 'Post the first photo' }).tap()
    const picker = page.waitForEvent('filechooser')
    await page.getByText('Choose photos', { exact: true }).filter({ visible: true }).last().tap()
    expect((await picker).isMultiple()).toBe(true)
  })

  journey('closes the story viewer on Back, and stays on the feed', async ({ aMember }) => {
    const { page } = await aMember({ username: 'back.closes' }, { reducedMotion: true })
    const { id: photo } = await createPhoto(page)
    const { id } = await callApi<{ id: string }>(page, 'POST', '/api/stories', { photo, caption: 'Low tide' })
    await expect
      .poll(async () => (await callApi<{ isReady: boolean }>(page, 'GET', `/api/stories/${id}`)).isReady)
      .toBe(true)
    await page.goto('/dashboard')
    await waitForLazyModules(page)
    await page.getByRole('list', { name: 'Stories' }).getByRole('link').first().tap()
    const stories = page.getByRole('dialog', { name: 'Stories' })
    await stories.waitFor()
    await page.goBack()
    await stories.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })
})
