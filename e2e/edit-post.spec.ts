import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { closePhoto, openPhoto } from './draft-photos.ts'
import { journey } from './journey.ts'
import { callApi, createTestPet, createTestPost, jpegFile } from './test-data.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const openMenu = async (page: Page, choice: string) => {
  await page.getByRole('button', { name: 'More options for this post' }).first().click()
  await page.getByRole('menuitem', { name: choice }).click()
}
const sources = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main article img')].map((image) => image.currentSrc)`)

describe('published post', () => {
  journey(
    'shows edits of text, pets, place and photos to readers, and the edit history to the author only',
    async ({ aMember }) => {
      const author = await aMember({ username: 'changes.all' })
      const other = await aMember({ username: 'looks.on' })
      const { page } = author
      await createTestPet(page, { name: 'Radar' })
      const { id } = await createTestPost(page, { caption: 'He found a wall' })
      await page.goto(`/posts/${id}`)
      await page.getByText('He found a wall').waitFor()
      const [before] = await sources(page)

      await openMenu(page, 'Edit')
      await page.getByLabel('Caption').fill('He found the one wall')
      await page.getByRole('button', { name: 'Radar' }).click()
      await page.getByLabel('Place').fill('Karura Forest')
      await openPhoto(page, 1)
      await page.getByText('1:1', { exact: true }).click()
      // The stored crop is loaded once the crop editor is visible.
      await page.getByTestId('cropper').waitFor()
      await closePhoto(page)
      await page.getByLabel('Add photos').setInputFiles([await jpegFile(640, 'second.jpg')])
      await page.getByRole('button', { name: 'Photo 2, + ALT' }).click()
      await page.getByLabel('Describe photo 2').fill('Radar in the garden')
      await page.getByRole('button', { name: 'Move photo earlier' }).click()
      await closePhoto(page)
      await save(page).click()
      await page.waitForURL(`**/posts/${id}`)
      await page.getByText('He found the one wall').waitFor()
      await page.getByText('Karura Forest').waitFor()

      await other.page.goto(`/posts/${id}`)
      await other.page.getByText('· edited').waitFor()
      await other.page.getByRole('link', { name: /Radar/ }).first().waitFor()
      expect(await other.page.getByRole('link', { name: 'edited' }).count()).toBe(0)
      // The server has deleted the file of the old crop.
      expect((await page.request.get(before ?? '')).status()).toBe(404)

      await page.getByRole('link', { name: 'edited' }).click()
      await page.waitForURL(`**/posts/${id}/history`)
      for (const line of [
        '1 photo added',
        'A new photo comes first',
        'Photo 1 cropped',
        'Radar tagged',
        'Place: Karura Forest',
      ])
        await page.getByText(line, { exact: true }).waitFor()
      await page.locator('ins', { hasText: 'the one' }).waitFor()
      await page.locator('del', { hasText: 'a' }).waitFor()
      for (const where of ['history', 'edit']) {
        await other.page.goto(`/posts/${id}/${where}`)
        await other.page.getByText('Page not found').waitFor()
      }
    },
  )

  journey('is hidden from readers when archived, and visible again when restored', async ({ aMember }) => {
    const author = await aMember({ username: 'puts.away' })
    const reader = await aMember({ username: 'reads.on' })
    await callApi(reader.page, 'PUT', `/api/users/${author.id}/follow`)
    const { id } = await createTestPost(author.page, { caption: 'Marmaladesky' })
    const listening = reader.page.waitForResponse('**/api/events?*')
    await reader.page.goto('/dashboard')
    await reader.page.getByText('Marmaladesky').waitFor()
    await listening
    const { page } = author
    await page.goto(`/posts/${id}`)
    await openMenu(page, 'Delete')
    await page.getByRole('button', { name: 'Archive instead' }).click()
    // `exact` selects the toast. The note below the post contains the same text, but also a link.
    await page.getByText('Archived. Only you can see it.', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Open archive' }).waitFor()
    await expect.poll(() => reader.page.getByText('Marmaladesky').count()).toBe(0)
    expect((await reader.page.request.get(`/api/posts/${id}`)).status()).toBe(404)

    await page.goto('/dashboard/profile')
    await page.getByText('No posts yet').waitFor()
    await page.getByRole('link', { name: 'Archive' }).click()
    await page.getByRole('checkbox', { name: 'Select: Marmaladesky' }).check()
    await page.getByRole('button', { name: 'Show on profile' }).click()
    await page.getByText('Back on your profile.').waitFor()
    await page.getByText('No archived posts').waitFor()
    await reader.page.goto(`/posts/${id}`)
    await reader.page.getByText('Marmaladesky').waitFor()

    // In the feed, the card of the archived post disappears, but its Undo button remains.
    await page.goto('/dashboard')
    await page.getByText('Marmaladesky').waitFor()
    await openMenu(page, 'Archive')
    // A toast closes after eight seconds, unless the pointer is over it.
    await page.getByText('Archived. Only you can see it.').hover()
    await expect.poll(() => page.getByText('Marmaladesky').count()).toBe(0)
    await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('main')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Marmaladesky').waitFor()
  })

  journey('reports an edit from another window, and preserves the text typed in this window', async ({ aMember }) => {
    const { page } = await aMember({ username: 'two.windows' })
    const { id } = await createTestPost(page, { caption: 'As it was' })
    const second = await page.context().newPage()
    for (const window of [page, second]) {
      await window.goto(`/posts/${id}/edit`)
      await window.getByLabel('Caption').waitFor()
    }
    await page.getByLabel('Caption').fill('First')
    await save(page).click()
    await page.waitForURL(`**/posts/${id}`)
    await second.getByLabel('Caption').fill('Second')
    await save(second).click()
    await second.getByText('This post was changed in another window').waitFor()
    await second.getByText('It now says “First”.').waitFor()
    await expect.poll(() => second.getByLabel('Caption').inputValue()).toBe('Second')
    await expectAccessibleScreen(second, 'post-edit-late')
    await second.getByRole('button', { name: 'Save my version' }).click()
    await second.waitForURL(`**/posts/${id}`)
    await second.getByText('Second').waitFor()
  })
})
