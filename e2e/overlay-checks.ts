import type { Page } from 'playwright-core'
import { closePhoto, openPhoto } from './draft-photos.ts'
import type { ScreenCheck } from './page-visits.ts'
import { jpegFile } from './test-data.ts'

export const modalDialog = (page: Page) => page.locator('dialog:modal')

/** Opens and checks the overlays of the feed. */
export async function checkFeedOverlays(page: Page, check: ScreenCheck) {
  const post = page.getByRole('article', { name: 'Post by wanjiru.kamau_x' }).first()
  await post.getByRole('button', { name: 'ALT: Read the description of this photo' }).click()
  await post.getByRole('button', { name: 'Reply to ben.o' }).press('Enter')
  await check(page, 'feed, replying')
  await post.getByRole('button', { name: 'More options for this post' }).click()
  await page.getByRole('menu').waitFor()
  await check(page, 'feed, menu of a post')
  await page.getByRole('menuitem', { name: 'See likes' }).click()
  await modalDialog(page).getByText('@ben.o').waitFor()
  await check(page, 'feed, likes')
  await page.keyboard.press('Escape')
  await post.getByRole('button', { name: 'Chapati in the rain' }).click()
  await page.getByRole('dialog', { name: 'Photos of this post' }).getByRole('button', { name: 'Close' }).waitFor()
  await check(page, 'feed, photo viewer')
}

/** Creates and publishes a post, and checks each screen of the post editor. */
export async function checkPostEditor(page: Page, check: ScreenCheck) {
  await page.getByLabel('Choose photos').setInputFiles([await jpegFile(640, 'one.jpg'), await jpegFile(640, 'two.jpg')])
  await page.getByRole('button', { name: 'Photo 2, + ALT' }).waitFor()
  await openPhoto(page, 1)
  await page.getByTestId('container').waitFor()
  await page.getByLabel('Describe photo 1').fill('A garden')
  await check(page, 'create, a photo', { crowded: true })
  await page.getByText('Adjust', { exact: true }).click()
  await page.getByRole('slider', { name: 'Straighten' }).waitFor()
  await page.getByText('Warm', { exact: true }).click()
  await check(page, 'create, colours of a photo')
  await closePhoto(page)
  await check(page, 'create, two photos', { crowded: true })
  const checked = Promise.withResolvers<void>()
  await page.route('**/api/posts', async (route) => {
    await checked.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('2 of 2 done').waitFor()
  await check(page, 'create, sending')
  checked.resolve()
  await page.getByText('Posted', { exact: true }).waitFor()
  await check(page, 'feed, posted')
  await page.unroute('**/api/posts')
}
