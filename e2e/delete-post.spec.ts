import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { createTestPost } from './test-data.ts'

async function deletePost(page: Page, caption: string) {
  const post = page.getByRole('article').filter({ hasText: caption })
  await post.getByRole('button', { name: 'More options for this post' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete post' }).click()
  await page.getByRole('status').getByText('Post deleted.').waitFor()
}

const focused = (page: Page) =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

describe('post deletion', () => {
  journey('opens the previous page, or the author’s profile if there is no previous page', async ({ aMember }) => {
    const { page } = await aMember({ username: 'zawadi' })
    const [first, second] = [
      await createTestPost(page, { caption: 'One' }),
      await createTestPost(page, { caption: 'Two' }),
    ]
    await page.goto('/tags/none')
    await page.goto('/dashboard/profile')
    await page.locator(`main a[href="/posts/${first.id}"]`).click()
    await page.waitForURL(`**/posts/${first.id}`)
    await deletePost(page, 'One')
    await page.waitForURL('**/dashboard/profile')
    await expect.poll(() => focused(page)).toBe('Profile')
    await expect.poll(() => page.locator('main a[href^="/posts/"]').count()).toBe(1)

    await page.goto(`/posts/${second.id}`)
    const opened = await page.context().newPage()
    await opened.goto(`/posts/${second.id}`)
    await deletePost(opened, 'Two')
    await opened.waitForURL('**/dashboard/profile')
    await opened.getByRole('heading', { name: 'No posts yet' }).waitFor()
  })

  journey('moves the focus to the next post in the feed', async ({ aMember }) => {
    const { page } = await aMember({ username: 'zola' })
    await createTestPost(page, { caption: 'Older' })
    await createTestPost(page, { caption: 'Newer' })
    await page.goto('/dashboard')
    await deletePost(page, 'Newer')
    await expect.poll(() => page.getByText('Newer').count()).toBe(0)
    await expect.poll(() => focused(page)).toBe('Post by zola')
    await page.getByText('Older').waitFor()
  })

  journey('moves the focus to the next post when the live message arrives before the response', async ({ aMember }) => {
    const { page } = await aMember({ username: 'zuri.deletes' })
    await createTestPost(page, { caption: 'Older' })
    const newer = await createTestPost(page, { caption: 'Newer' })
    const listening = page.waitForResponse('**/api/events?*')
    await page.goto('/dashboard')
    await listening
    await page.route(`**/posts/${newer.id}`, async (route) => {
      const answer = await route.fetch()
      await expect.poll(() => page.getByText('Newer').count()).toBe(0)
      await route.fulfill({ response: answer })
    })
    await deletePost(page, 'Newer')
    await expect.poll(() => focused(page)).toBe('Post by zuri.deletes')
  })
})
