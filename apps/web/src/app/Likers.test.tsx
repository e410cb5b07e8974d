import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { errorReply, type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aPost, aViewer } from '../testing/fixtures.ts'
import { renderFeedPosts } from '../testing/render-feed-posts.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
})

const like = page.getByRole('button', { name: 'Like, 4 likes' })
const dialog = page.getByRole('dialog', { name: 'Likes' })
const person = { ...aViewer(), username: 'leila', fullname: 'Leila Hassan', followedByMe: false, requestedByMe: false }
const oneLikes = { status: 200, body: { users: [{ ...person, me: false }], cursor: null } }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Dispatches the same events as a browser for a press of `ms` milliseconds. */
async function press(ms: number, { pointerType = 'touch', moveBy = 0 } = {}) {
  const button = like.element()
  const { x, y } = button.getBoundingClientRect()
  const send = (type: string, more: object = {}) =>
    button.dispatchEvent(
      new PointerEvent(type, { bubbles: true, cancelable: true, pointerType, clientX: x, clientY: y, ...more }),
    )
  send('pointerdown')
  if (moveBy) send('pointermove', { clientX: x + moveBy })
  await pause(ms)
  const isOffered = ms > 500 && send('contextmenu')
  send('pointerup')
  send('click', { detail: 1 })
  return { isOffered }
}

describe('long press on Like', () => {
  test.for(['touch', 'mouse'])('shows the likers and does not like the post (%s)', async (pointerType) => {
    net.on('GET /api/posts/*/likes', oneLikes)
    renderFeedPosts(aPost())
    const { isOffered } = await press(600, { pointerType })
    await expect.element(dialog.getByRole('link', { name: /Leila Hassan/ })).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Follow leila' })).toBeVisible()
    // A long press by touch suppresses the context menu; a long press with the mouse does not.
    expect(isOffered).toBe(pointerType === 'mouse')
    expect(net.sent.filter((line) => line.startsWith('PUT'))).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(like).toHaveFocus()
  })

  test('does not like the post on release, but allows a later like with Enter', async () => {
    const post = aPost()
    net.on('GET /api/posts/*/likes', oneLikes)
    net.on('PUT /api/posts/*/like', { status: 200, body: { postId: post.id, likedByMe: true, likeCount: 5 } })
    renderFeedPosts(post)
    await press(600)
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await expect.element(dialog).not.toBeInTheDocument()
    like.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Like, 5 likes' })).toBeVisible()
    expect(net.sent).toEqual([`GET /api/posts/${post.id}/likes`, `PUT /api/posts/${post.id}/like`])
  })

  test('likes the post instead of opening the list of likers if the pointer moves during the press', async () => {
    const post = aPost()
    net.on('PUT /api/posts/*/like', { status: 200, body: { postId: post.id, likedByMe: true, likeCount: 5 } })
    renderFeedPosts(post)
    await press(600, { moveBy: 40 })
    await expect.element(page.getByRole('button', { name: 'Like, 5 likes' })).toBeVisible()
    expect(dialog.elements()).toEqual([])
  })
})

test('PostMenu opens the list of likers', async () => {
  net.on('GET /api/posts/*/likes', { status: 200, body: { users: [], cursor: null } })
  renderFeedPosts(aPost())
  await userEvent.click(page.getByRole('button', { name: 'More options for this post' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'See likes' }))
  await expect.element(dialog.getByText('No likes yet')).toBeVisible()
})

test('LikersDialog shows an error when loading fails, and loads again on "Try again"', async () => {
  net.on('GET /api/posts/*/likes', errorReply('internal', 500))
  renderFeedPosts(aPost())
  await press(600)
  await expect.element(dialog.getByText('We could not load the likes')).toBeVisible()
  net.on('GET /api/posts/*/likes', oneLikes)
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await expect.element(dialog.getByRole('link', { name: /Leila Hassan/ })).toBeVisible()
})
