import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../testing/axe.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aComment, aPhoto, aPost, aViewer } from '../testing/fixtures.ts'
import { goOffline } from '../testing/go-offline.ts'
import { unmountAll } from '../testing/render.tsx'
import { renderApp } from '../testing/render-app.tsx'
import { renderFeedPosts } from '../testing/render-feed-posts.tsx'
import { PostCard } from './PostCard.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
})

const like = (count: number) => page.getByRole('button', { name: `Like, ${count} likes` })

describe('long caption on PostCard', () => {
  const caption = `${'A walk in Karura. '.repeat(20)}The end of it. #karura`
  const more = page.getByRole('button', { name: 'more' })

  test('is shown completely beside the photo', async () => {
    await page.viewport(1440, 900)
    renderFeedPosts(aPost({ caption }))
    await expect.element(page.getByText('The end of it.', { exact: false }).last()).toBeVisible()
    await expect.element(more).not.toBeInTheDocument()
  })

  test('is truncated on a phone, and is shown completely after a press of “more”', async () => {
    await page.viewport(390, 844)
    renderFeedPosts(aPost({ caption }))
    await expect.element(more).toBeVisible()
    await expect.element(page.getByRole('link', { name: '#karura' })).not.toBeInTheDocument()
    await userEvent.click(more)
    await expect.element(page.getByRole('link', { name: '#karura' })).toBeVisible()
    await expect.element(page.getByRole('article', { name: /^Post by/ })).toMatchTextContent(caption)
  })
})

describe('Like button on PostCard', () => {
  test('appears pressed immediately on every card of the post, then shows the like count from the server', async () => {
    const post = aPost()
    const answer = deferredReply()
    net.on('PUT /api/posts/*/like', answer.answer)
    renderFeedPosts(post, { times: 2 })
    await userEvent.click(like(4).first())
    await expect.poll(() => like(5).elements()).toHaveLength(2)
    await expect.element(like(5).first()).toHaveAttribute('aria-pressed', 'true')
    answer.give({ status: 200, body: { postId: post.id, likedByMe: true, likeCount: 9 } })
    await expect.poll(() => like(9).elements()).toHaveLength(2)
    expect(net.sent).toEqual([`PUT /api/posts/${post.id}/like`])
  })

  test('reverts and shows an error when the server refuses the like', async () => {
    const answer = deferredReply()
    net.on('PUT /api/posts/*/like', answer.answer)
    renderFeedPosts(aPost())
    await userEvent.click(like(4))
    await expect.element(like(5)).toBeVisible()
    answer.give(errorReply('internal', 500))
    await expect.element(like(4)).toHaveAttribute('aria-pressed', 'false')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your like was not saved')
  })

  test('queues a like while offline, and sends it once the network is back', async () => {
    const post = aPost()
    const comeBack = goOffline()
    renderFeedPosts(post)
    await userEvent.click(like(4))
    await expect.element(page.getByText('You’re offline. We’ll try again when you’re back.')).toBeVisible()
    await expect.element(like(5)).toHaveAttribute('aria-pressed', 'true')
    net.on('PUT /api/posts/*/like', { status: 200, body: { postId: post.id, likedByMe: true, likeCount: 9 } })
    comeBack()
    await expect.element(like(9)).toBeVisible()
    await expect.element(page.getByText('You’re offline', { exact: false })).not.toBeInTheDocument()
  })

  test('still shows that a like waits for the network after the viewer has left the post and returned', async () => {
    const post = aPost()
    goOffline()
    const queries = renderFeedPosts(post)
    await userEvent.click(like(4))
    await expect.element(page.getByText('You’re offline. We’ll try again when you’re back.')).toBeVisible()
    unmountAll()
    renderApp(<PostCard id={post.id} />, { queries })
    await expect.element(like(5)).toBeVisible()
    await expect.element(page.getByText('You’re offline. We’ll try again when you’re back.')).toBeVisible()
  })

  test('sends the requests of several quick taps one at a time in order, then shows the last response', async () => {
    const post = aPost()
    const [first, second, third] = [deferredReply(), deferredReply(), deferredReply()]
    const puts = [first, third]
    net.on('PUT /api/posts/*/like', () => puts.shift()?.answer() ?? errorReply('internal', 500))
    net.on('DELETE /api/posts/*/like', second.answer)
    renderFeedPosts(post)
    await userEvent.click(like(4))
    await userEvent.click(like(5))
    await userEvent.click(like(4))
    await expect.element(like(5)).toBeVisible()
    expect(net.sent).toEqual([`PUT /api/posts/${post.id}/like`])
    first.give({ status: 200, body: { postId: post.id, likedByMe: true, likeCount: 50 } })
    await expect.poll(() => net.sent).toHaveLength(2)
    await expect.element(like(5)).toBeVisible()
    second.give({ status: 200, body: { postId: post.id, likedByMe: false, likeCount: 49 } })
    await expect.poll(() => net.sent).toHaveLength(3)
    expect(net.sent.map((line) => line.split(' ')[0])).toEqual(['PUT', 'DELETE', 'PUT'])
    await expect.element(like(5)).toBeVisible()
    third.give({ status: 200, body: { postId: post.id, likedByMe: true, likeCount: 51 } })
    await expect.element(like(51)).toHaveAttribute('aria-pressed', 'true')
  })

  test('returns to the last confirmed state when the requests of all quick taps fail', async () => {
    renderFeedPosts(aPost())
    const [first, second] = [deferredReply(), deferredReply()]
    net.on('PUT /api/posts/*/like', first.answer)
    net.on('DELETE /api/posts/*/like', second.answer)
    await userEvent.click(like(4))
    await userEvent.click(like(5))
    await expect.element(like(4)).toBeVisible()
    await userEvent.click(like(4))
    await expect.element(like(5)).toBeVisible()
    net.on('PUT /api/posts/*/like', errorReply('internal', 500))
    first.give(errorReply('internal', 500))
    second.give(errorReply('internal', 500))
    await expect.element(like(4)).toHaveAttribute('aria-pressed', 'false')
  })

  test('is pressed by a double tap on the photo, and stays pressed after a second double tap', async () => {
    const post = aPost({ likedByMe: false })
    net.on('PUT /api/posts/*/like', { status: 200, body: { postId: post.id, likedByMe: true, likeCount: 5 } })
    renderFeedPosts(post)
    const photo = page.getByRole('region', { name: 'Photos of this post' })
    const viewer = page.getByRole('dialog', { name: 'Photos of this post' })
    await userEvent.click(photo)
    await expect.element(viewer).toBeVisible()
    expect(net.sent).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(viewer).not.toBeInTheDocument()
    await userEvent.dblClick(photo)
    await expect.element(like(5)).toHaveAttribute('aria-pressed', 'true')
    await userEvent.dblClick(photo)
    await expect.poll(() => net.sent).toHaveLength(2)
    expect(net.sent.every((line) => line.startsWith('PUT'))).toBe(true)
    await expect.element(like(5)).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('Save button on PostCard', () => {
  test('appears pressed immediately, and reverts when the server refuses the change', async () => {
    const answer = deferredReply()
    net.on('PUT /api/posts/*/save', answer.answer)
    renderFeedPosts(aPost())
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await userEvent.click(save)
    await expect.element(save).toHaveAttribute('aria-pressed', 'true')
    answer.give(errorReply('not-found', 404))
    await expect.element(save).toHaveAttribute('aria-pressed', 'false')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not changed. Try again.')
  })
})

describe('Follow button on PostCard', () => {
  const follow = page.getByRole('button', { name: 'Follow wanjiru' })

  test('disappears when clicked, and does not reappear once the server has accepted the follow', async () => {
    const answer = deferredReply()
    net.on('PUT /api/users/*/follow', answer.answer)
    renderFeedPosts(aPost())
    await userEvent.click(follow)
    await expect.element(follow).not.toBeInTheDocument()
    answer.give({ status: 200, body: { followedByMe: true, followerCount: 3 } })
    await userEvent.click(page.getByRole('button', { name: 'More options for this post' }))
    await expect.element(page.getByRole('menuitem', { name: 'Unfollow' })).toBeVisible()
    expect(follow.elements()).toHaveLength(0)
  })

  test('reappears with an error when the request fails', async () => {
    const answer = deferredReply()
    net.on('PUT /api/users/*/follow', answer.answer)
    renderFeedPosts(aPost())
    await userEvent.click(follow)
    await expect.element(follow).not.toBeInTheDocument()
    answer.give(errorReply('unavailable', 503))
    await expect.element(follow).toBeVisible()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not changed: wanjiru. Try again.')
  })

  test("is not offered on the viewer's own post", async () => {
    const viewer = aViewer()
    renderFeedPosts(aPost({ author: { ...viewer, followedByMe: false } }), { viewer })
    await expect.element(like(4)).toBeVisible()
    expect(page.getByRole('button', { name: /^Follow/ }).elements()).toHaveLength(0)
  })
})

describe('PostCard', () => {
  test('shows the alternative text of a photo when the "ALT" button is pressed', async () => {
    renderFeedPosts(aPost())
    const words = page.getByText('A cat beside a vase').last()
    const alt = page.getByRole('button', { name: /^ALT/ })
    await expect.element(alt).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(alt)
    await expect.element(alt).toHaveAttribute('aria-expanded', 'true')
    await expect.element(words).toBeVisible()
  })

  test('links hashtags in the caption', async () => {
    renderFeedPosts(aPost())
    await expect.element(page.getByRole('link', { name: '#tulips' })).toHaveAttribute('href', '/tags/tulips')
  })

  test('links mentions and web addresses in caption and comments, but not HTML or `javascript:` URLs', async () => {
    const post = aPost({
      caption: 'With @ben, @nobody, see https://example.com/a. javascript:alert(1)',
      names: ['ben'],
    })
    const text = '<img src=x onerror=alert(1)> @Leila #Mud http://a@b.example http://example.com'
    renderFeedPosts(post, { comments: [aComment(post.id, { text, names: ['leila'] })] })
    const links = () =>
      [...document.querySelectorAll('a.link')].map((link) => [link.textContent, link.getAttribute('href')])
    await expect.poll(links).toEqual([
      ['@ben', '/@ben'],
      ['https://example.com/a', 'https://example.com/a'],
      ['@Leila', '/@leila'],
      ['#Mud', '/tags/mud'],
      ['http://example.com', 'http://example.com/'],
    ])
    const outside = page.getByRole('link', { name: 'https://example.com/a' })
    await expect.element(outside).toHaveAttribute('rel', 'nofollow noopener ugc')
    await expect.element(outside).toHaveAttribute('target', '_blank')
    page.getByRole('link', { name: '@ben' }).element().focus()
    await userEvent.keyboard('{Tab}')
    await expect.element(outside).toHaveFocus()
    expect(document.body.textContent).toContain('<img src=x onerror=alert(1)> @Leila')
    expect(document.querySelector('img[onerror]')).toBeNull()
  })

  for (const theme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const)
      test(`has no accessibility violations in the ${theme} theme at a width of ${width} px`, async () => {
        document.documentElement.dataset.theme = theme
        await page.viewport(width, height)
        renderFeedPosts(aPost({ photos: [aPhoto(), aPhoto(), aPhoto()], commentCount: 9 }))
        await expect.element(like(4)).toBeVisible()
        expect(await listAxeViolations()).toEqual([])
        await page.viewport(1440, 900)
      })
})
