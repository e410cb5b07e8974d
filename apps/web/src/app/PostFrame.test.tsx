import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeNetwork } from '../testing/fake-network.ts'
import { aPhoto, aPost } from '../testing/given.ts'
import { openPost } from '../testing/open-post.tsx'
import { renderFeedPosts } from '../testing/render-feed-posts.tsx'

const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()

// Each case: photo, its size, expected aspect ratio of the frame, expected picture width. Window width: 390 px.
test.for([
  ['a portrait', { width: 800, height: 1000 }, 0.8, 390],
  ['a landscape', { width: 1500, height: 1000 }, 1.5, 390],
  ['a panorama', { width: 3000, height: 1000 }, 1.91, 390],
  ['a very tall photo', { width: 500, height: 1000 }, 0.8, 244],
] as const)('PostCard fits the photo frame to %s and places ALT on the photo', async ([, size, aspect, wide]) => {
  fakeNetwork()
  await page.viewport(390, 844)
  renderFeedPosts(aPost({ photos: [aPhoto({ ...size, alt: 'A dog at a window' })] }))
  const alt = page.getByRole('button', { name: /^ALT/ })
  await expect.element(alt).toBeVisible()
  const frame = boxOf('section[aria-roledescription="carousel"]')
  expect(frame.width / frame.height).toBeCloseTo(aspect, 1)
  const left = frame.left + (frame.width - (wide / 390) * frame.width) / 2
  expect(alt.element().getBoundingClientRect().left).toBeCloseTo(left + 14, 0)
})

// Each case: photo, its size, expected width of the frame. Desktop window with the sidebar.
test.for([
  ['a portrait', { width: 800, height: 1000 }, 630],
  ['a square', { width: 1000, height: 1000 }, 700],
  ['a landscape', { width: 1500, height: 1000 }, 700],
  ['a wide photo', { width: 1910, height: 1000 }, 700],
] as const)('PostPage fits the photo frame to %s', async ([, size, wide]) => {
  const net = fakeNetwork()
  net.on('PUT /api/posts/*/watch', { status: 204 })
  net.on('GET /api/posts/*/comments', {
    status: 200,
    body: { comments: [], commentCount: 0, cursor: null, before: null },
  })
  await page.viewport(1184, 900)
  await openPost(aPost({ photos: [aPhoto(size)] }))
  await expect.element(page.getByRole('article', { name: /^Post by/ })).toBeVisible()
  const frame = boxOf('section[aria-roledescription="carousel"]')
  expect(frame.width / frame.height).toBeCloseTo(size.width / size.height, 2)
  expect(frame.width).toBeCloseTo(wide, -1.5)
  expect(boxOf('article').right - frame.right).toBeGreaterThan(380)
  expect(boxOf('article').bottom).toBeLessThan(900 + 1)
})
