import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FeedPage } from '#app/FeedPage.tsx'
import { listAxeViolations } from '../../testing/axe.ts'
import { type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aFeedPost } from '../../testing/fixtures.ts'
import { aFeedLimit, aPremiumStatus } from '../../testing/payment-fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'

let net: FakeNetwork
const text = (words: string) => page.getByText(words, { exact: false })
const heading = (name: string) => page.getByRole('heading', { name })
const feed = (captions: string[], cursor: string | null, limit: object) => ({
  status: 200,
  body: { posts: captions.map((caption) => aFeedPost({ caption })), cursor, limit: aFeedLimit(limit) },
})
const ago = (seconds: number) => new Date(new Date().getTime() - seconds * 1000).toISOString()

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/premium', { status: 200, body: aPremiumStatus() })
})

describe('FeedPage with a daily allowance', () => {
  test('hides the allowance while more than a fifth of it is left', async () => {
    net.on('GET /api/feed', feed(['Asleep'], null, { used: 39 }))
    renderApp(<FeedPage />)
    await expect.element(text('Asleep')).toBeVisible()
    await expect.element(heading('You’re all caught up')).toBeInTheDocument()
    expect(text('posts today').elements()).toHaveLength(0)
  })

  test('shows the allowance once four fifths of it are used', async () => {
    net.on('GET /api/feed', feed(['One'], null, { used: 40 }))
    renderApp(<FeedPage />)
    await expect.element(text('40 of 50 posts today')).toBeVisible()
    await expect.element(page.getByRole('progressbar', { name: 'Posts seen today' })).toBeInTheDocument()
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows an end card with the reset time and a link to Premium once the allowance is used up', async () => {
    let times = 0
    net.on('GET /api/feed', () => {
      times += 1
      return times === 1 ? feed(['The last one'], 'c1', { used: 50 }) : feed([], 'c1', { used: 50 })
    })
    renderApp(<FeedPage />)
    await expect.element(heading('That’s all for today: 50 posts.')).toBeVisible()
    await expect.element(text('in 3 hours')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Post a photo' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'See up to 100 a day' }))
      .toHaveAttribute('href', '/dashboard/premium')
    await expect.element(text('KSh 1,500 for one month.')).toBeVisible()
    await expect.element(text('The last one')).toBeInTheDocument()
    expect(heading('You’re all caught up').elements()).toHaveLength(0)
    expect(await listAxeViolations()).toEqual([])
    expect(times).toBe(2)
  })

  test.each([390, 1440])(
    'shows the end card, not an empty state, when no allowance is left for the first post, in a window %i px wide',
    async (width) => {
      await page.viewport(width, 900)
      net.on('GET /api/feed', feed([], 'top', { used: 50 }))
      renderApp(<FeedPage />)
      await expect.element(heading('That’s all for today: 50 posts.')).toBeVisible()
      expect(heading('No posts yet').elements()).toHaveLength(0)
      document.documentElement.dataset.theme = 'dark'
      expect(await listAxeViolations()).toEqual([])
    },
  )

  test('shows no "all caught up" message on the last page of the feed once the allowance is used up', async () => {
    net.on('GET /api/feed', feed(['My own, from long ago'], null, { used: 50 }))
    renderApp(<FeedPage />)
    await expect.element(heading('That’s all for today: 50 posts.')).toBeVisible()
    await expect.element(text('My own, from long ago')).toBeInTheDocument()
    expect(heading('You’re all caught up').elements()).toHaveLength(0)
  })

  test('does not offer Premium to subscribers in the end card', async () => {
    net.on('GET /api/premium', { status: 200, body: aPremiumStatus({ state: 'active' }) })
    net.on('GET /api/feed', feed([], 'top', { used: 100, max: 100 }))
    renderApp(<FeedPage />)
    await expect.element(heading('That’s all for today: 100 posts.')).toBeVisible()
    expect(page.getByRole('link', { name: 'See up to 100 a day' }).elements()).toHaveLength(0)
  })

  test('loads more posts on request after the allowance was reset', async () => {
    net.on('GET /api/feed', feed([], 'top', { used: 50, resetsAt: ago(60) }))
    renderApp(<FeedPage />)
    await expect.element(text('A new day has begun.')).toBeVisible()
    net.on('GET /api/feed', feed(['A new morning'], null, { used: 1 }))
    await userEvent.click(page.getByRole('button', { name: 'Show new posts' }))
    await expect.element(text('A new morning')).toBeVisible()
    expect(heading('That’s all for today: 50 posts.').elements()).toHaveLength(0)
  })
})
