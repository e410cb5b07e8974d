import type { UserId } from '@pawtrait/contract/ids.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { feedQuery, prependPost, queueNewPost } from '#features/feed/feed-cache.ts'
import { feedRowHeights } from '#features/feed/use-feed-scroll-restoration.ts'
import { deleteOfflineData, writeStoredPages } from '#lib/offline/offline-database.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { saveListScrollPosition } from '#shell/navigation/list-scroll-positions.ts'
import { listAxeViolations } from '../testing/axe.ts'
import { dispatchTouchDrag } from '../testing/dispatch-touch-drag.ts'
import { emulateInstalledApp } from '../testing/emulate-installed-app.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aFeedPost, anId, aPost, aViewer } from '../testing/fixtures.ts'
import { aFeedLimit } from '../testing/payment-fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { FeedPage } from './FeedPage.tsx'
import { collectContent } from './offline/collect-content.ts'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/suggestions', { status: 200, body: { pets: [], users: [] } })
})

const text = (words: string) => page.getByText(words, { exact: false })
const posts = (...captions: string[]) => captions.map((caption) => aFeedPost({ caption }))
const feed = (body: { posts: unknown[]; cursor: string | null }) => ({
  status: 200,
  body: { limit: aFeedLimit(), ...body },
})

describe('FeedPage', () => {
  test('shows a labelled skeleton while loading, then the posts and the end-of-feed notice', async () => {
    const answer = deferredReply()
    net.on('GET /api/feed', answer.answer)
    renderApp(<FeedPage />)
    await expect.element(text('Loading your feed')).toBeInTheDocument()
    answer.give(feed({ posts: posts('Newest', 'Older'), cursor: null }))
    await expect.element(text('Newest')).toBeVisible()
    await expect.element(text('Loading your feed')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'You’re all caught up' })).toBeInTheDocument()
  })

  test('suggests users to a viewer without follows, and loads the posts of a newly followed user', async () => {
    const user = { id: anId<UserId>(), username: 'wanjiru', fullname: 'Wanjiru K', image: null }
    net.on('GET /api/feed', feed({ posts: [], cursor: null }))
    net.on('GET /api/suggestions', {
      status: 200,
      body: { pets: [], users: [{ ...user, followedByMe: false, me: false }] },
    })
    net.on('PUT /api/users/*/follow', { status: 200, body: { followedByMe: true, followerCount: 1 } })
    renderApp(<FeedPage />)
    await expect.element(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Find pets to follow' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Follow Wanjiru K' }))
    await expect.element(page.getByRole('button', { name: 'Following Wanjiru K' })).toBeVisible()
    net.on('GET /api/feed', feed({ posts: posts('A portrait'), cursor: null }))
    await userEvent.click(page.getByRole('button', { name: 'See their posts' }))
    await expect.element(text('A portrait')).toBeVisible()
    expect(text('No posts yet').elements()).toHaveLength(0)
  })

  test("shows an error when the feed can't be loaded, and focuses the first post after a retry succeeds", async () => {
    renderApp(<FeedPage />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load new posts')
    net.on('GET /api/feed', feed({ posts: posts('Here again'), cursor: null }))
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(text('Here again')).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(page.getByRole('article')).toHaveFocus()
  })

  test('loads the next page near the end of the list, or shows "Try again" if the request fails', async () => {
    const second = deferredReply()
    let times = 0
    net.on('GET /api/feed', ({ query }) => {
      if (!query.has('cursor')) return feed({ posts: posts('First page'), cursor: 'c1' })
      times += 1
      return times === 1 ? errorReply('unavailable', 503) : second.answer()
    })
    renderApp(<FeedPage />)
    await expect.element(text('First page')).toBeVisible()
    await expect.element(text('We could not load more posts')).toBeInTheDocument()
    await expect.element(text('First page')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    second.give(feed({ posts: posts('Second page'), cursor: null }))
    await expect.element(text('Second page')).toBeInTheDocument()
    await expect.element(text('We could not load more posts')).not.toBeInTheDocument()
  })

  test('does not show new posts until the "new posts" pill is pressed', async () => {
    const [old] = posts('Old')
    net.on('GET /api/feed', feed({ posts: [old], cursor: null }))
    const queries = renderApp(<FeedPage />)
    await expect.element(text('Old')).toBeVisible()
    const [fresh] = posts('Fresh')
    const author = { authorId: fresh?.author.id ?? '', username: 'brian', fullname: 'Leila Hassan', image: null }
    if (fresh) queueNewPost(queries, { postId: fresh.id, ...author })
    if (old) queueNewPost(queries, { postId: old.id, ...author })
    const pill = page.getByRole('button', { name: 'Show 1 new post' })
    await expect.element(pill).toBeVisible()
    expect(text('Fresh').elements()).toHaveLength(0)
    net.on('GET /api/feed', feed({ posts: [fresh, old], cursor: null }))
    await userEvent.click(pill)
    await expect.element(page.getByRole('article').first()).toMatchTextContent('Fresh')
    await expect.element(page.getByRole('article').first()).toHaveFocus()
    await expect.element(pill).not.toBeInTheDocument()
  })

  test("still shows the old posts when new posts can't be loaded", async () => {
    net.on('GET /api/feed', feed({ posts: posts('Old'), cursor: null }))
    const queries = renderApp(<FeedPage />)
    await expect.element(text('Old')).toBeVisible()
    queueNewPost(queries, {
      postId: aPost().id,
      authorId: 'x',
      username: 'brian',
      fullname: 'Leila Hassan',
      image: null,
    })
    net.on('GET /api/feed', errorReply('unavailable', 503))
    await userEvent.click(page.getByRole('button', { name: 'Show 1 new post' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent(/These posts are from \d\d:\d\d/)
    await expect.element(text('Old')).toBeVisible()
  })

  test('shows that the viewer is offline, and loads the feed once the network is back', async () => {
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    net.on('GET /api/feed', () => {
      throw new TypeError('Failed to fetch')
    })
    renderApp(<FeedPage />, { queries: createQueryClient() })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/You’re offline\. We’ll try again/)
    net.on('GET /api/feed', feed({ posts: posts('Old'), cursor: null }))
    line.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await expect.element(text('Old')).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test('shows the stored posts and the time they were loaded when the server cannot be reached', async () => {
    const viewer = aViewer()
    const stored = createQueryClient()
    net.on('GET /api/feed', feed({ posts: posts('Stored'), cursor: null }))
    await stored.fetchInfiniteQuery(feedQuery())
    await writeStoredPages(viewer.id, collectContent(stored, viewer), () => false)
    onTestFinished(deleteOfflineData)
    net.on('GET /api/feed', () => {
      throw new TypeError('Failed to fetch')
    })
    renderApp(<FeedPage />, { viewer })
    await expect.element(text('Stored')).toBeVisible()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/These posts are from \d\d:\d\d/)
  })

  const pull = () => dispatchTouchDrag(text('Old').element(), { from: { x: 100, y: 100 }, to: { x: 100, y: 300 } })

  test('loads new posts on pull to refresh in the installed app, or shows an error if the request fails', async () => {
    emulateInstalledApp()
    const [old, fresh] = posts('Old', 'Fresh')
    net.on('GET /api/feed', feed({ posts: [old], cursor: null }))
    renderApp(<FeedPage />)
    await expect.element(text('Old')).toBeVisible()
    await expect.poll(() => document.querySelector('[data-phase=idle]')).not.toBeNull()
    net.on('GET /api/feed', errorReply('unavailable', 503))
    pull()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/These posts are from \d\d:\d\d/)
    net.on('GET /api/feed', feed({ posts: [fresh, old], cursor: null }))
    pull()
    await expect.element(page.getByRole('article').first()).toMatchTextContent('Fresh')
    await expect.element(page.getByRole('status').filter({ hasText: 'Up to date' })).toBeInTheDocument()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    expect(document.activeElement).toBe(document.body)
  })

  test('has no pull to refresh in a browser tab', async () => {
    net.on('GET /api/feed', feed({ posts: posts('Old'), cursor: null }))
    renderApp(<FeedPage />)
    await expect.element(text('Old')).toBeVisible()
    pull()
    expect(document.querySelector('[data-phase]')).toBeNull()
    expect(net.sent.filter((line) => line === 'GET /api/feed')).toHaveLength(1)
  })

  test("shows the viewer's own new post first without a refetch", async () => {
    net.on('GET /api/feed', feed({ posts: posts('Old'), cursor: null }))
    const queries = renderApp(<FeedPage />)
    await expect.element(text('Old')).toBeVisible()
    prependPost(queries, aPost({ caption: 'Mine' }))
    await expect.element(page.getByRole('article').first()).toMatchTextContent('Mine')
    expect(net.sent.filter((line) => line === 'GET /api/feed')).toHaveLength(1)
  })

  function seedFarScrollPosition() {
    const allPosts = posts(...Array.from({ length: 20 }, (_, index) => `Portrait ${index + 11}`)).toReversed()
    const [first, second] = [allPosts.slice(0, 10), allPosts.slice(10)]
    net.on('GET /api/feed', ({ query }) =>
      query.get('cursor') === 'c1' ? feed({ posts: second, cursor: null }) : feed({ posts: first, cursor: 'c1' }),
    )
    const anchor = { id: second[5]?.id ?? '', offset: -40 }
    const pages = [first, second].map((each) => ({ ids: each.map(({ id }) => id), cursor: null, limit: aFeedLimit() }))
    const heldPages = { pages, pageParams: [null, 'c1'] }
    saveListScrollPosition('default feed', { anchor, held: heldPages, heights: { width: 1, rows: [] } })
    return { first, second, anchor }
  }

  test('restores the scroll position after a reload, and announces newer posts in the "new posts" pill', async () => {
    const { first, anchor } = seedFarScrollPosition()
    const queries = createQueryClient({ retries: 0 })
    const [fresh] = posts('Fresh')
    await queries.prefetchInfiniteQuery({
      ...feedQuery(async () => ({ posts: [fresh, ...first.slice(0, 9)], cursor: 'c0', limit: aFeedLimit() }) as never),
    })
    renderApp(<FeedPage />, { queries })
    await expect.element(text('Portrait 15')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Show 1 new post' })).toBeInTheDocument()
    expect(text('Fresh').elements()).toHaveLength(0)
    const findPostTop = () => text('Portrait 15').element().closest('article')?.getBoundingClientRect().top
    await expect.poll(() => Math.abs((findPostTop() ?? 0) - anchor.offset)).toBeLessThan(1)
  })

  test('reserves the expected height of a post that is still loading after a reload', async () => {
    const { first, second, anchor } = seedFarScrollPosition()
    const later = deferredReply()
    net.on('GET /api/feed', ({ query }) =>
      query.get('cursor') === 'c1' ? later.answer() : feed({ posts: first, cursor: 'c1' }),
    )
    const height = feedRowHeights.heightOf(anchor.id)
    renderApp(<FeedPage />)
    const rowHeight = () => document.querySelector(`[data-row="${anchor.id}"]`)?.getBoundingClientRect().height
    await expect.poll(rowHeight).toBeCloseTo(height, 1)
    later.give(feed({ posts: second, cursor: null }))
    await expect.element(text('Portrait 15')).toBeVisible()
  })

  for (const theme of ['light', 'dark'] as const)
    test(`has no accessibility violations while loading, on error and without posts (${theme} theme)`, async () => {
      document.documentElement.dataset.theme = theme
      const answer = deferredReply()
      net.on('GET /api/feed', answer.answer)
      renderApp(<FeedPage />)
      await expect.element(text('Loading your feed')).toBeInTheDocument()
      expect(await listAxeViolations()).toEqual([])
      answer.give(errorReply('unavailable', 503))
      await expect.element(page.getByRole('alert')).toBeVisible()
      expect(await listAxeViolations()).toEqual([])
      net.on('GET /api/feed', feed({ posts: [], cursor: null }))
      await userEvent.click(page.getByRole('button', { name: 'Try again' }))
      await expect.element(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
      expect(await listAxeViolations()).toEqual([])
    })
})
