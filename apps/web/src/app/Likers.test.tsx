import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aPost, aViewer } from '../testing/given.ts'
import { type Network, network, refusal } from '../testing/network.ts'
import { showPost } from '../testing/show-post.tsx'

let net: Network
beforeEach(() => {
  net = network()
})

const like = page.getByRole('button', { name: 'Like, 4 likes' })
const dialog = page.getByRole('dialog', { name: 'Likes' })
const person = { ...aViewer(), username: 'leila', fullname: 'Leila Hassan', followedByMe: false, requestedByMe: false }
const oneLikes = { status: 200, body: { users: [{ ...person, me: false }], cursor: null } }
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** A press of so long, with all that a browser sends. */
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

describe('a long press on Like', () => {
  test.for(['touch', 'mouse'])('of the %s shows who liked, and likes nothing', async (pointerType) => {
    net.on('GET /api/posts/*/likes', oneLikes)
    showPost(aPost())
    const { isOffered } = await press(600, { pointerType })
    await expect.element(dialog.getByRole('link', { name: /Leila Hassan/ })).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Follow leila' })).toBeVisible()
    // The browser's own menu belongs to the mouse alone.
    expect(isOffered).toBe(pointerType === 'mouse')
    expect(net.sent.filter((line) => line.startsWith('PUT'))).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(like).toHaveFocus()
  })

  test('is no short one, no drag, and leaves the next press as it was', async () => {
    const post = aPost()
    net.on('GET /api/posts/*/likes', oneLikes)
    net.on('PUT /api/posts/*/like', { status: 200, body: { postId: post.id, likedByMe: true, likeCount: 5 } })
    showPost(post)
    await press(600)
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await expect.element(dialog).not.toBeInTheDocument()
    like.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Like, 5 likes' })).toBeVisible()
    expect(net.sent).toEqual([`GET /api/posts/${post.id}/likes`, `PUT /api/posts/${post.id}/like`])
  })

  test('that moves away is none', async () => {
    const post = aPost()
    net.on('PUT /api/posts/*/like', { status: 200, body: { postId: post.id, likedByMe: true, likeCount: 5 } })
    showPost(post)
    await press(600, { moveBy: 40 })
    await expect.element(page.getByRole('button', { name: 'Like, 5 likes' })).toBeVisible()
    expect(dialog.elements()).toEqual([])
  })
})

test('the menu of a post has the likes for who holds nothing', async () => {
  net.on('GET /api/posts/*/likes', { status: 200, body: { users: [], cursor: null } })
  showPost(aPost())
  await userEvent.click(page.getByRole('button', { name: 'More options for this post' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'See likes' }))
  await expect.element(dialog.getByText('No likes yet')).toBeVisible()
})

test('that the likes cannot be had is said, and tried again', async () => {
  net.on('GET /api/posts/*/likes', refusal('internal', 500))
  showPost(aPost())
  await press(600)
  await expect.element(dialog.getByText('We could not load the likes')).toBeVisible()
  net.on('GET /api/posts/*/likes', oneLikes)
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await expect.element(dialog.getByRole('link', { name: /Leila Hassan/ })).toBeVisible()
})
