import { describe, expect } from 'vitest'
import { awaitResponse } from './await-response.ts'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { createTestPost } from './test-data.ts'

const collected = /\/api\/collections\/[^/]+\/posts\/[^/]+$/

describe('collection', () => {
  journey('is visible only to its owner, and leaves its posts saved when deleted', async ({ aMember }) => {
    const author = await aMember({ username: 'beach.dog' })
    const { page } = await aMember({ username: 'collector' })
    const { id } = await createTestPost(author.page, { caption: 'Sand everywhere' })
    await page.goto(`/posts/${id}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Add to a collection' }).click()
    const choice = page.getByRole('dialog', { name: 'Which collections?' })
    await choice.getByText('You have no collections yet.', { exact: false }).waitFor()
    await choice.getByRole('button', { name: 'New collection' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Beach dogs')
    await awaitResponse(page, 'PUT', collected, () => page.getByRole('button', { name: 'Create' }).click())
    await expect.poll(() => choice.getByRole('checkbox', { name: /^Beach dogs/ }).isChecked()).toBe(true)
    await expectAccessibleScreen(page, 'collect')
    await choice.getByRole('button', { name: 'Done' }).click()

    await page.goto('/saved')
    const card = page.getByRole('link', { name: /^Beach dogs 1 post/ })
    await card.waitFor()
    await card.click()
    await page.getByRole('heading', { name: 'Beach dogs' }).waitFor()
    await page.locator(`main a[href="/posts/${id}"]`).waitFor()
    const address = new URL(page.url()).pathname
    await author.page.goto(address)
    await author.page.getByText('Page not found').waitFor()

    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Wet dogs')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'Wet dogs' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/saved')
    await expect.poll(() => page.getByRole('link', { name: /Wet dogs/ }).count()).toBe(0)
    await page.locator(`main a[href="/posts/${id}"]`).waitFor()
  })

  journey('stops counting a post when the owner of the collection unsaves the post', async ({ aMember }) => {
    const author = await aMember({ username: 'photographed' })
    const { page } = await aMember({ username: 'tidy.one' })
    const { id } = await createTestPost(author.page, { caption: 'Once' })
    await page.goto('/saved')
    await page.getByRole('button', { name: 'New collection' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Short')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Nothing in here yet').waitFor()
    const shelf = page.url()
    await page.goto(`/posts/${id}`)
    await page.getByRole('button', { name: 'More options for this post' }).click()
    await page.getByRole('menuitem', { name: 'Add to a collection' }).click()
    await awaitResponse(page, 'PUT', collected, () => page.getByRole('checkbox', { name: /^Short/ }).check())
    await page.getByRole('button', { name: 'Done' }).click()
    const saved = page.getByRole('button', { name: 'Save', exact: true })
    await expect.poll(() => saved.getAttribute('aria-pressed')).toBe('true')
    await page.goto(shelf)
    await page.locator(`main a[href="/posts/${id}"]`).waitFor()
    await page.goto(`/posts/${id}`)
    await saved.click()
    await expect.poll(() => saved.getAttribute('aria-pressed')).toBe('false')
    await expect
      .poll(async () => (await (await page.request.get('/api/collections')).json()).collections[0].postCount)
      .toBe(0)
  })
})
