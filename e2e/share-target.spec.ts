import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { photoThumbnail } from './draft-photos.ts'
import { journey } from './journey.ts'
import { advanceClockPastRegistration, isWorkerActive } from './stored-content.ts'
import { jpegFile } from './test-data.ts'

/** Opens the feed and waits until its service worker is active. */
async function activateWorker(page: Page) {
  await page.clock.install()
  await page.goto('/dashboard')
  await advanceClockPastRegistration(page)
  await expect.poll(() => isWorkerActive(page), { interval: 500 }).toBe(true)
}

/**
 * Posts a form to the share target, as Chrome does when another app shares photos. Without `names`, the form is empty.
 */
async function share(page: Page, names: string[]) {
  await page.evaluate(`{
    const form = document.createElement('form')
    Object.assign(form, { id: 'share', method: 'post', action: '/share', enctype: 'multipart/form-data' })
    form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'photos', multiple: true }))
    document.body.append(form)
  }`)
  const photos = await Promise.all(names.map((name) => jpegFile(640, name)))
  await page.locator('#share input').setInputFiles(photos)
  await Promise.all([page.waitForURL('**/dashboard/create**'), page.evaluate('document.forms.share.submit()')])
}

/** Posts one photo to the share target without opening its page. The service worker stores the photo. */
const storeShare = (page: Page) =>
  page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(640, 480)
    canvas.getContext('2d').fillRect(0, 0, 640, 480)
    const form = new FormData()
    form.append('photos', new File([await canvas.convertToBlob()], 'earlier.png', { type: 'image/png' }))
    await fetch('/share', { method: 'POST', body: form, redirect: 'manual' })
  })()`)

const emptyShare = 'The other app did not hand over the photo. Choose it here.'

describe('share target', () => {
  journey('opens "Create" with both shared photos', async ({ aMember }) => {
    const { page } = await aMember({ username: 'share.two' }, { serviceWorker: true })
    await activateWorker(page)
    await share(page, ['one.jpg', 'two.jpg'])
    await photoThumbnail(page, 2).waitFor()
    expect(await photoThumbnail(page, 3).count()).toBe(0)
    await expect.poll(() => new URL(page.url()).search).toBe('')
    // The page has removed the photos from the store. So a later share without photos does not show them again.
    await page.goto('/dashboard')
    await share(page, [])
    expect(new URL(page.url()).search).toBe('?shared=none')
  })

  journey('shows a message for an empty share, and keeps the photos of an earlier share', async ({ aMember }) => {
    const { page } = await aMember({ username: 'share.none' }, { serviceWorker: true })
    await activateWorker(page)
    await share(page, [])
    await page.getByText(emptyShare).waitFor()
    await page.goto('/dashboard')
    await storeShare(page)
    await share(page, [])
    await photoThumbnail(page, 1).waitFor()
    expect(await page.getByText(emptyShare).count()).toBe(0)
  })

  journey('asks the user to choose the photo while no service worker is active', async ({ aMember }) => {
    const { page } = await aMember({ username: 'share.early' })
    await page.goto('/dashboard')
    await share(page, ['one.jpg'])
    await page.getByText(emptyShare).waitFor()
    await page.goto('/dashboard/create?shared=full')
    await page.getByText('Your device has no space for the shared photo. Choose it here.').waitFor()
  })
})
