import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { waitForLazyModules } from './built-file.ts'
import { photoThumbnail } from './draft-photos.ts'
import { journey } from './journey.ts'
import { goOffline, restoreNetwork } from './offline-network.ts'
import { callApi, createTestPost, jpegFile } from './test-data.ts'

const QUOTA = 2_000_000

/**
 * Limits the browser storage of the site to 2 MB. Call this function before the site stores anything. After the first
 * write, the browser uses the old limit for up to 30 s.
 */
async function limitStorage(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await devTools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: QUOTA })
}

/** Fills the storage of the site with data in a separate IndexedDB database. */
async function fillStorage(page: Page) {
  await page.evaluate(`(async () => {
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('filler')
      opening.onupgradeneeded = () => opening.result.createObjectStore('data', { autoIncrement: true })
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => resolve(opening.result)
    })
    const add = (size) =>
      new Promise((resolve) => {
        const transaction = database.transaction('data', 'readwrite')
        transaction.oncomplete = () => resolve(true)
        transaction.onabort = () => resolve(false)
        transaction.objectStore('data').add(crypto.getRandomValues(new Uint8Array(size)))
      })
    for (const size of [60_000, 5000, 100]) while (await add(size)) {}
    database.close()
  })()`)
}

describe('page with full browser storage', () => {
  journey('keeps an offline comment and like, shows that they wait, and sends them later', async ({ aMember }) => {
    const { page } = await aMember({ username: 'disk.comment' })
    const post = await createTestPost(page)
    await limitStorage(page)
    await page.goto(`/posts/${post.id}`)
    await waitForLazyModules(page, ['app/offline/background-work.ts', 'shell/outbox/WaitingActions.tsx'])
    await fillStorage(page)
    await goOffline(page)
    const field = page.getByLabel('Add a comment')
    await field.fill('Typed in a tunnel')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByText('You’re offline. We’ll try again when you’re back.').waitFor()
    await page.getByRole('button', { name: /^Like, / }).click()
    await page.getByText('You’re offline. We’ll try again when you’re back.').nth(1).waitFor()
    expect(await field.inputValue()).toBe('Typed in a tunnel')
    expect(await page.getByText('Waiting to send').count()).toBe(0)
    await restoreNetwork(page)
    await page.getByRole('article', { name: 'disk.comment: Typed in a tunnel' }).waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    const path = `/api/posts/${post.id}/comments`
    expect((await callApi<{ comments: unknown[] }>(page, 'GET', path)).comments).toHaveLength(1)
    expect(await callApi(page, 'GET', `/api/posts/${post.id}`)).toMatchObject({ likedByMe: true, likeCount: 1 })
  })

  journey(
    'keeps the text and photo of an offline draft, and asks the user to stay on the page',
    async ({ aMember }) => {
      const { page } = await aMember({ username: 'disk.draft' })
      await limitStorage(page)
      await page.goto('/dashboard/create')
      await waitForLazyModules(page, ['features/posts/editor/DraftEditor.tsx', 'features/drafts/DraftSaveStatus.tsx'])
      await fillStorage(page)
      await goOffline(page)
      await page.locator('input[type=file][multiple]').setInputFiles([await jpegFile()])
      await page.getByLabel('Caption').fill('Written in a tunnel')
      await page.getByText('Not saved yet. Stay on this page.').waitFor()
      await photoThumbnail(page, 1).waitFor()
      expect(await page.getByLabel('Caption').inputValue()).toBe('Written in a tunnel')
    },
  )
})
