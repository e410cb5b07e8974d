import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { createTestPost } from './test-data.ts'

async function choose(page: Page, caption: string, item: string) {
  const post = page.getByRole('article').filter({ hasText: caption })
  await post.getByRole('button', { name: 'More options for this post' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('pinned post', () => {
  journey('is first on the profile until it is unpinned or another post is pinned', async ({ aMember, visit }) => {
    const { page } = await aMember({ username: 'pili' })
    for (const caption of ['First walk', 'Second walk', 'Third walk']) await createTestPost(page, { caption })
    const order = async (on: Page) =>
      (await on.getByRole('list', { name: 'Posts' }).getByRole('link').all()).length === 3
        ? on
            .getByRole('list', { name: 'Posts' })
            .getByRole('link')
            .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))
        : []
    await page.goto('/dashboard')
    await choose(page, 'First walk', 'Pin to profile')
    await page.getByText('Pinned. It is the first post on your profile.').waitFor()
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    const pinned = (caption: string) => `Post by pili, Pinned: ${caption}`
    const plain = (caption: string) => `Post by pili: ${caption}`
    await expect.poll(() => order(page)).toEqual([pinned('First walk'), plain('Third walk'), plain('Second walk')])
    const visitor = await visit('/@pili')
    await expect.poll(() => order(visitor)).toEqual([pinned('First walk'), plain('Third walk'), plain('Second walk')])

    await page.getByRole('link', { name: plain('Second walk') }).click()
    await choose(page, 'Second walk', 'Pin to profile')
    await page.goBack()
    await expect.poll(() => order(page)).toEqual([pinned('Second walk'), plain('Third walk'), plain('First walk')])
    await page.getByRole('link', { name: plain('First walk') }).click()
    // The menu shows "Pin" again, so the post is no longer pinned.
    await page.getByRole('button', { name: 'More options for this post' }).click()
    await page.getByRole('menuitem', { name: 'Pin to profile' }).waitFor()
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.getByRole('link', { name: pinned('Second walk') }).click()
    await choose(page, 'Second walk', 'Unpin from profile')
    await page.getByText('Unpinned.').waitFor()
    await page.goBack()
    await expect.poll(() => order(page)).toEqual([plain('Third walk'), plain('Second walk'), plain('First walk')])
  })
})
