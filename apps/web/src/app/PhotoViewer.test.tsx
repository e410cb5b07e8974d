import type { Post } from '@pawtrait/contract/posts.ts'
import { useLocation, useNavigate } from 'react-router'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { subscribeToEvents } from '#features/feed/subscribe-to-events.ts'
import { cachePosts, updateCachedPost } from '#features/posts/post-cache.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { fakeEventSources } from '../testing/fake-event-source.ts'
import { fakeNetwork } from '../testing/fake-network.ts'
import { aPost, aViewer, aVisiblePhoto } from '../testing/fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { PostCard } from './PostCard.tsx'

beforeEach(() => void fakeNetwork())

const photo = (alt: string) => page.getByRole('button', { name: alt, exact: true })
const viewer = page.getByRole('dialog', { name: 'Photos of this post' })
const address = page.getByTestId('address')

/** Renders the current URL fragment as text, and a button that navigates forward. */
function Place() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <p data-testid="address">At {hash || 'the post'}</p>
      <button type="button" onClick={() => void navigate(1)}>
        Forward
      </button>
    </>
  )
}

function show(post: Post, at = '/') {
  const queries = createQueryClient({ retries: 0 })
  cachePosts(queries, [post])
  renderApp(
    <>
      <Place />
      <PostCard id={post.id} />
    </>,
    { queries, at },
  )
  return queries
}

const twoPhotos = () => aPost({ photos: [aVisiblePhoto('Asleep'), aVisiblePhoto('Awake')] })

test('PhotoViewer closes and removes its URL fragment when the post is removed', async () => {
  const streams = fakeEventSources()
  const post = twoPhotos()
  const queries = show(post)
  onTestFinished(
    subscribeToEvents(queries, aViewer(), { onOrder: () => {}, onNotification: () => {}, onGap: () => {} }),
  )
  await expect.poll(() => streams).toHaveLength(1)
  await userEvent.click(photo('Asleep'))
  await expect.element(viewer).toBeVisible()
  await expect.element(address).toHaveTextContent(`At #photo-${post.id}-1`)
  streams[0]?.tell({ type: 'post-left', postId: post.id } as never)
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(address).toHaveTextContent('At the post')
  expect(document.querySelector('[inert]')).toBeNull()
})

test('PhotoViewer shows its buttons on a dark background, and a ring around the focused button', async () => {
  show(twoPhotos())
  await userEvent.click(photo('Asleep'))
  await expect.element(viewer).toBeVisible()
  for (const name of ['Close', 'Next photo']) {
    const { backgroundColor } = getComputedStyle(viewer.getByRole('button', { name }).element())
    expect(backgroundColor).toBe('rgba(14, 22, 19, 0.76)')
  }
  await userEvent.keyboard('{Tab}')
  expect(getComputedStyle(document.activeElement ?? document.body).outlineStyle).toBe('solid')
})

test('PhotoViewer keeps the focus inside when ArrowRight on the "ALT" button shows the next photo', async () => {
  show(twoPhotos())
  await userEvent.click(photo('Asleep'))
  await expect.element(viewer.getByRole('button', { name: /^ALT/ })).toBeVisible()
  viewer.getByRole('button', { name: /^ALT/ }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(viewer.getByText('Photo 2 of 2, Awake')).toBeInTheDocument()
  await expect.poll(() => viewer.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
})

test('PhotoViewer ignores a URL fragment with an invalid photo number, and removes the fragment', async () => {
  const post = twoPhotos()
  show(post, `/#photo-${post.id}-3`)
  await expect.element(photo('Asleep')).toBeVisible()
  await expect.element(address).toHaveTextContent('At the post')
  expect(viewer.elements()).toEqual([])
})

test('PhotoViewer ignores the URL fragment of another post', async () => {
  show(twoPhotos(), `/#photo-${aPost().id}-1`)
  await expect.element(photo('Asleep')).toBeVisible()
  expect(viewer.elements()).toEqual([])
})

test('PhotoViewer shows the last remaining photo when the current photo is removed from the post', async () => {
  const post = twoPhotos()
  const queries = show(post)
  await userEvent.click(photo('Asleep'))
  const announcement = viewer.getByRole('status')
  await expect.element(viewer).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(announcement).toHaveTextContent('Photo 2 of 2, Awake')
  updateCachedPost(queries, post.id, ({ photos }) => ({ photos: photos.slice(0, 1) }))
  await expect.element(announcement).toHaveTextContent('Photo 1 of 1, Asleep')
})

test('PhotoViewer does not open while the photos of the post are still being processed', async () => {
  const post = { ...twoPhotos(), isReady: false }
  show(post, `/#photo-${post.id}-1`)
  await expect.element(address).toHaveTextContent('At the post')
  expect(viewer.elements()).toEqual([])
})

test('PhotoViewer reopens on Forward after it was closed', async () => {
  const post = twoPhotos()
  show(post)
  await userEvent.click(photo('Asleep'))
  await expect.element(viewer).toBeVisible()
  await userEvent.click(viewer.getByRole('button', { name: 'Close' }))
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(address).toHaveTextContent('At the post')
  await userEvent.click(page.getByRole('button', { name: 'Forward' }))
  await expect.element(viewer).toBeVisible()
  await expect.element(address).toHaveTextContent(`At #photo-${post.id}-1`)
})

// Longer than the 320 ms for which the app waits for a second tap before it opens the photo viewer.
const PAUSE_MS = 400

test('PhotoViewer opens only once when the photo is clicked twice', async () => {
  const post = twoPhotos()
  show(post)
  const button = photo('Asleep').element()
  const click = () => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }))
  click()
  click()
  await expect.element(viewer).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(address).toHaveTextContent('At the post')
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  expect(viewer.elements()).toEqual([])
})
