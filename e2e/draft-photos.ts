import type { Locator, Page } from 'playwright-core'

/** Returns the locator of a photo's thumbnail in the post editor. */
export const photoThumbnail = (page: Page, number: number): Locator =>
  page.getByRole('list', { name: 'Photos in their order' }).getByRole('button', { name: `Photo ${number}, ` })

/** Opens a photo in the post editor on a phone. */
export const openPhoto = (page: Page, number: number) => photoThumbnail(page, number).click()

export const closePhoto = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

/** Enters the alt text of a photo on a phone. */
export async function enterAltText(page: Page, number: number, words: string) {
  await openPhoto(page, number)
  await page.getByLabel(`Describe photo ${number}`).fill(words)
  await closePhoto(page)
}
