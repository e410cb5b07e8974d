import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBuiltFile } from './built-file.ts'

/**
 * Advances the page's clock past the time at which the app registers its service worker. Loads the code for the
 * registration first, because the import times out after two minutes of the page's clock.
 */
export async function advanceClockPastRegistration(page: Page) {
  await page.evaluate(`import('/${findBuiltFile('src/app/offline/background-work.ts')}').then(() => {})`)
  await page.clock.fastForward(4000)
  await page.clock.fastForward(8000)
}

/** Returns whether the service worker of the page is active. */
export const isWorkerActive = (page: Page): Promise<boolean> =>
  page.evaluate(
    "navigator.serviceWorker.getRegistration().then((registration) => registration?.active?.state === 'activated')",
  )

/** Returns whether the service worker handles the requests of the page. */
export const isPageControlled = (page: Page): Promise<boolean> =>
  page.evaluate("navigator.serviceWorker.controller?.state === 'activated'")

/**
 * Returns the names of the stored page parts and the number of stored photos. Also returns whether the app shell is
 * stored.
 */
export const readStoredContent = (page: Page): Promise<{ parts: string[]; photos: number; shell: boolean }> =>
  page.evaluate(`(async () => {
    const photos = (await (await caches.open('photos')).keys()).length
    const shell = Boolean(await caches.match('/app-shell'))
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes('pawtrait-offline')) return { parts: [], photos, shell }
    const parts = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('pawtrait-offline')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const request = opening.result.transaction('pages').objectStore('pages').getAllKeys()
        request.onsuccess = () => resolve(request.result)
        opening.result.close()
      }
    })
    return { parts, photos, shell }
  })()`)

/** Opens the feed and waits until it is stored on the device with its photos and the files of the app. */
export async function storeFeed(page: Page, photos: number) {
  await page.clock.install()
  await page.goto('/dashboard')
  await page.getByRole('article').first().waitFor()
  await advanceClockPastRegistration(page)
  await expect
    .poll(() => readStoredContent(page), { interval: 500 })
    .toEqual({ parts: ['feed', 'notifications', 'profile', 'viewer'], photos, shell: true })
}
