import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeNetwork } from '../testing/fake-network.ts'
import { aPet, aPhoto, aPost } from '../testing/fixtures.ts'
import { openPost } from '../testing/open-post.tsx'
import { renderFeedPosts } from '../testing/render-feed-posts.tsx'

const findBox = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()

// Test cases in a window 390 px wide: photo, photo size, expected aspect ratio of the frame, expected picture width.
test.for([
  ['a portrait', { width: 800, height: 1000 }, 0.8, 390],
  ['a landscape', { width: 1500, height: 1000 }, 1.5, 390],
  ['a panorama', { width: 3000, height: 1000 }, 1.91, 390],
  ['a very tall photo', { width: 500, height: 1000 }, 0.7, 278],
] as const)('PostCard fits the frame to %s and places the ALT button on the photo', async ([, size, aspect, wide]) => {
  fakeNetwork()
  await page.viewport(390, 844)
  renderFeedPosts(aPost({ photos: [aPhoto({ ...size, alt: 'A dog at a window' })] }))
  const alt = page.getByRole('button', { name: /^ALT/ })
  await expect.element(alt).toBeVisible()
  const frame = findBox('section[aria-roledescription="carousel"]')
  expect(frame.width / frame.height).toBeCloseTo(aspect, 1)
  const left = frame.left + (frame.width - (wide / 390) * frame.width) / 2
  expect(alt.element().getBoundingClientRect().left).toBeCloseTo(left + 14, 0)
})

const petPlates = () => page.getByRole('link', { name: /Mango|Clover/ }).elements()

const overlap = (one: Element, other: Element) => {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

test('PostCard shows the name plates and the ALT button outside of a panorama on a phone', async () => {
  fakeNetwork()
  await page.viewport(390, 844)
  const photo = aPhoto({ width: 4000, height: 1000, alt: 'A field' })
  renderFeedPosts(aPost({ photos: [photo], pets: [aPet({ name: 'Mango' }), aPet()] }))
  const alt = page.getByRole('button', { name: /^ALT/ })
  await expect.element(alt).toBeVisible()
  const frame = findBox('section[aria-roledescription="carousel"]')
  const high = frame.width / 4
  const top = frame.top + (frame.height - high) / 2
  expect(alt.element().getBoundingClientRect().bottom).toBeLessThan(top + 2)
  for (const plate of petPlates()) {
    const { top: from, bottom } = plate.getBoundingClientRect()
    expect(from).toBeGreaterThan(top + high - 2)
    expect(bottom).toBeLessThanOrEqual(frame.bottom)
  }
})

test('PostCard shows the name plates of two pets above ten thumbnails', async () => {
  fakeNetwork()
  await page.viewport(1440, 900)
  const photos = Array.from({ length: 10 }, () => aPhoto({ width: 1600, height: 1200 }))
  renderFeedPosts(aPost({ photos, pets: [aPet({ name: 'Mango' }), aPet()] }))
  const thumbs = page.getByRole('button', { name: /^Photo \d+ of 10/ })
  await expect.element(thumbs.first()).toBeVisible()
  expect(petPlates()).toHaveLength(2)
  expect(thumbs.elements().filter((thumb) => petPlates().some((plate) => overlap(thumb, plate)))).toEqual([])
})

test('PostCard shows the name plates of two pets with long names beside ten carousel dots on a phone', async () => {
  fakeNetwork()
  await page.viewport(390, 844)
  const photos = Array.from({ length: 10 }, () => aPhoto({ width: 1600, height: 900 }))
  const name = 'Mango Bartholomew Featherstonehaugh Wanjiru'
  renderFeedPosts(aPost({ photos, pets: [aPet({ name }), aPet({ name })] }))
  await expect.poll(petPlates).toHaveLength(2)
  const dots = document.querySelector('div[aria-hidden]:has(> i)')
  expect(petPlates().map((plate) => dots && overlap(plate, dots))).toEqual([false, false])
})

test('PostCard on a phone in landscape shows the photo at almost full height, and the text beside it', async () => {
  fakeNetwork()
  await page.viewport(844, 390)
  renderFeedPosts(aPost({ photos: [aPhoto({ width: 1000, height: 1000 })] }))
  const like = page.getByRole('button', { name: /^Like/ }).first()
  await expect.element(like).toBeVisible()
  const frame = findBox('section[aria-roledescription="carousel"]')
  expect(frame.height).toBe(390 - 24)
  expect(like.element().getBoundingClientRect().left).toBeGreaterThan(frame.right)
})

// Test cases in a desktop window with the sidebar: photo, photo size, expected width of the frame.
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
  const frame = findBox('section[aria-roledescription="carousel"]')
  expect(frame.width / frame.height).toBeCloseTo(size.width / size.height, 2)
  expect(frame.width).toBeCloseTo(wide, -1.5)
  expect(findBox('article').right - frame.right).toBeGreaterThan(380)
  expect(findBox('article').bottom).toBeLessThan(900 + 1)
})
