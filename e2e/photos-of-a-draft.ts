import type { Locator, Page } from 'playwright-core'

/** A photo of a post that is being made or edited. */
export const thumb = (page: Page, number: number): Locator =>
  page.getByRole('list', { name: 'Photos in their order' }).getByRole('button', { name: `Photo ${number}, ` })

/** On a phone a photo opens for its cut, its place and its description. */
export const openPhoto = (page: Page, number: number) => thumb(page, number).click()

export const closePhoto = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

/** Says what a photo shows, on a phone. */
export async function describePhoto(page: Page, number: number, words: string) {
  await openPhoto(page, number)
  await page.getByLabel(`Describe photo ${number}`).fill(words)
  await closePhoto(page)
}
