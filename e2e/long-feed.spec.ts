import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { type CreatedPost, callApi, createPhoto, jpegFile } from './test-data.ts'
import { readTopWhenStill } from './wait-until-still.ts'

const POSTS = 18

/** Creates posts of the page’s user and waits until their photos are ready. “Post 1” is the oldest. */
async function createPosts(page: Page) {
  const ids: string[] = []
  for (let index = 0; index < POSTS; index++) {
    const { id } = await createPhoto(page)
    const words = { photos: [{ id, alt: 'A dog' }], caption: `Post ${index + 1}` }
    ids.push((await callApi<CreatedPost>(page, 'POST', '/api/posts', words)).id)
  }
  for (const id of ids)
    await expect
      .poll(async () => (await callApi<CreatedPost>(page, 'GET', `/api/posts/${id}`)).isReady, { timeout: 60_000 })
      .toBe(true)
}

const captions = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('main article')].map((post) => /Post \\d+/.exec(post.textContent)?.[0])`,
  )

const post = (page: Page, caption: string) =>
  page.locator('main article[tabindex]').filter({ hasText: new RegExp(`${caption}(?!\\d)`) })

/** Scrolls step by step until the post is on screen. */
async function scrollTo(page: Page, caption: string, step = 400) {
  const isThere = async () => {
    const there = post(page, caption)
    const box = (await there.count()) > 0 ? await there.boundingBox() : null
    return box !== null && box.y < 500 && box.y + box.height > 200
  }
  while (!(await isThere())) {
    await page.mouse.wheel(0, step)
    await page.waitForTimeout(50)
  }
}

describe('long feed', () => {
  journey('keeps the scroll position on Back, Forward and reloads, but not on a new visit', async ({ aMember }) => {
    const { page } = await aMember()
    await createPosts(page)
    await page.goto('/dashboard')
    await scrollTo(page, 'Post 3')
    const place = await readTopWhenStill(post(page, 'Post 3'))
    const moved = async () => Math.abs((await readTopWhenStill(post(page, 'Post 3'))) - place)
    await expect.poll(() => captions(page)).not.toContain('Post 13')
    // the list always renders the first posts, whatever the scroll position
    await expect.poll(() => captions(page)).toContain('Post 18')

    for (const _ of [1, 2]) {
      await post(page, 'Post 3').locator('header p a').click()
      await page.waitForURL('**/posts/*')
      await page.goBack()
      await page.waitForURL('**/dashboard')
      await expect.poll(moved).toBeLessThan(2)
    }
    await page.goForward()
    await page.waitForURL('**/posts/*')
    await page.goBack()
    await page.waitForURL('**/dashboard')
    await expect.poll(moved).toBeLessThan(2)
    await page.reload()
    await expect.poll(moved).toBeLessThan(2)

    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await post(page, 'Post 1').waitFor()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    const end = await readTopWhenStill(post(page, 'Post 1'))
    await page.reload()
    await expect.poll(async () => Math.abs((await readTopWhenStill(post(page, 'Post 1'))) - end)).toBeLessThan(2)
    await page.goto('/dashboard')
    await expect.poll(() => captions(page)).toContain('Post 18')
    await readTopWhenStill(post(page, 'Post 18'))
    expect(await page.evaluate('scrollY')).toBe(0)
    await scrollTo(page, 'Post 3')
    await scrollTo(page, 'Post 10', -400)
    await expect.poll(() => captions(page)).not.toContain('Post 2')
    const inOrder = await captions(page)
    expect(inOrder.toSorted((a, b) => Number(b.slice(5)) - Number(a.slice(5)))).toEqual(inOrder)

    await page.getByRole('link', { name: 'Feed', exact: true }).click()
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
  })

  journey('retains focus, an open menu and typed text of posts that scroll out of view', async ({ aMember }) => {
    const { page } = await aMember()
    await createPosts(page)
    await page.goto('/dashboard')
    const field = (caption: string) => post(page, caption).getByLabel('Add a comment')
    await scrollTo(page, 'Post 13')
    await field('Post 13').fill('Who is a good dog')
    await scrollTo(page, 'Post 12')
    await field('Post 12').focus()
    await scrollTo(page, 'Post 4')
    await expect.poll(() => captions(page)).not.toContain('Post 13')
    await page.keyboard.type('Still here')
    await expect.poll(() => field('Post 12').inputValue()).toBe('Still here')
    await scrollTo(page, 'Post 13', -400)
    await expect.poll(() => field('Post 13').inputValue()).toBe('Who is a good dog')

    await post(page, 'Post 13').getByRole('button', { name: 'More options for this post' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await post(page, 'Post 1').waitFor()
    await expect.poll(() => captions(page)).not.toContain('Post 12')
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    await page.keyboard.press('Escape')
    const focused = 'document.activeElement.closest("article")?.textContent.includes("Post 13")'
    await expect.poll(() => page.evaluate(focused)).toBe(true)
  })
})

describe('long profile', () => {
  journey('keeps the scroll position in a grid of 40 posts after a reload and on Back', async ({ aMember }) => {
    const { page, username } = await aMember()
    const small = await jpegFile(64)
    for (let number = 1; number <= 40; number++) {
      const photos = [{ ...(await createPhoto(page, small)), alt: `Photo ${number}` }]
      await callApi(page, 'POST', '/api/posts', { photos })
    }
    await page.goto(`/@${username}`)
    const tile = page.getByRole('link', { name: `Post by ${username}: Photo 4`, exact: true })
    while ((await tile.count()) === 0) {
      await page.mouse.wheel(0, 600)
      await page.waitForTimeout(50)
    }
    await tile.evaluate((link) => link.scrollIntoView({ block: 'center' }))
    const place = await readTopWhenStill(tile)
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(1_000)
    const moved = async () => Math.abs((await readTopWhenStill(tile)) - place)
    await page.reload()
    await expect.poll(moved).toBeLessThan(2)
    await tile.click()
    await page.waitForURL('**/posts/*')
    await page.goBack()
    await expect.poll(moved).toBeLessThan(2)
  })
})
