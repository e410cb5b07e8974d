import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cachePosts } from '#features/posts/post-cache.ts'
import { recordStreamState } from '#lib/server/load-chunk.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { fakeNetwork } from '../testing/fake-network.ts'
import { aPost, aVisiblePhoto } from '../testing/fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { PostCard } from './PostCard.tsx'

/** Returns whether a click at the middle of the element hits the element, not another one above it. */
function isUncovered(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

test('PostCard shows an error when the photo viewer fails to load, and opens the viewer on "Try again"', async () => {
  const net = fakeNetwork()
  const queries = createQueryClient({ retries: 0 })
  const post = aPost({ photos: [aVisiblePhoto('Asleep'), aVisiblePhoto('Awake')] })
  cachePosts(queries, [post])
  // The server is unreachable, so the code of the photo viewer cannot be loaded.
  recordStreamState(false)
  renderApp(<PostCard id={post.id} />, { queries })
  await userEvent.click(page.getByRole('button', { name: 'Asleep', exact: true }))
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  expect(isUncovered(again.element())).toBe(true)
  net.on('GET /livez', { status: 200 })
  await userEvent.click(again)
  await expect.element(page.getByRole('dialog', { name: 'Photos of this post' })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
