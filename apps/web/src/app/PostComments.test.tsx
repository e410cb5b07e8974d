import type { Post } from '@pawtrait/contract/posts.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { endImeComposition } from '../testing/end-ime-composition.ts'
import { deferredReply, type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
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

describe('PostCard with comments', () => {
  const field = page.getByRole('textbox', { name: 'Add a comment' })

  test('retains the text of a failed comment, and resends it with the same idempotency key', async () => {
    const post = aPost()
    renderFeedPosts(post)
    const keys: (string | null)[] = []
    const real = globalThis.fetch
    globalThis.fetch = (address, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      return real(address, init)
    }
    await userEvent.fill(field, 'Longer than ours')
    await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not posted. It’s still here.')
    await expect.element(field).toHaveValue('Longer than ours')
    const commentOf = aComment(post.id, { text: 'Longer than ours', mine: true })
    net.on('POST /api/posts/*/comments', { status: 201, body: commentOf })
    await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }))
    await expect.element(page.getByRole('article', { name: 'leila: Longer than ours', exact: true })).toBeVisible()
    await expect.element(field).toHaveValue('')
    await expect.element(page.getByRole('button', { name: 'Comment, 1 comment' })).toBeVisible()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  test('sends an offline comment once the network is back, and retains text typed in the meantime', async () => {
    const post = aPost()
    const comeBack = goOffline()
    renderFeedPosts(post, { comments: [] })
    await userEvent.fill(field, 'Longer than ours')
    await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }))
    await expect.element(page.getByText('You’re offline. We’ll try again when you’re back.')).toBeVisible()
    await expect.element(field).toHaveValue('Longer than ours')
    await userEvent.fill(field, 'Longer than ours, by far')
    net.on('POST /api/posts/*/comments', ({ body }) => ({ status: 201, body: aComment(post.id, body as object) }))
    comeBack()
    await expect.element(page.getByRole('article', { name: 'leila: Longer than ours', exact: true })).toBeVisible()
    await expect.element(field).toHaveValue('Longer than ours, by far')
  })

  test('does not send a waiting comment twice when the viewer leaves the post and returns', async () => {
    const post = aPost()
    const comeBack = goOffline()
    const queries = renderFeedPosts(post, { comments: [] })
    const waits = page.getByText('You’re offline. We’ll try again when you’re back.')
    await userEvent.fill(field, 'Longer than ours')
    await userEvent.keyboard('{Enter}')
    await expect.element(waits).toBeVisible()
    unmountAll()
    renderApp(<PostCard id={post.id} />, { queries })
    await expect.element(field).toHaveValue('Longer than ours')
    await expect.element(page.getByRole('button', { name: 'Posting…' })).toHaveAttribute('aria-disabled', 'true')
    await expect.element(waits).toBeVisible()
    await userEvent.click(field)
    await userEvent.keyboard('{Enter}')
    net.on('POST /api/posts/*/comments', ({ body }) => ({ status: 201, body: aComment(post.id, body as object) }))
    const before = net.sent.length
    comeBack()
    await expect.element(field).toHaveValue('')
    await expect.element(page.getByRole('article', { name: 'leila: Longer than ours', exact: true })).toBeVisible()
    expect(net.sent.slice(before).filter((sent) => sent.startsWith('POST'))).toHaveLength(1)
  })

  test('shows a failed comment when the viewer returns, and resends it with the same idempotency key', async () => {
    const post = aPost()
    const queries = renderFeedPosts(post, { comments: [] })
    const keys = () =>
      net.requests.flatMap(({ method, headers }) => (method === 'POST' ? headers.get('idempotency-key') : []))
    await userEvent.fill(field, 'Longer than ours')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not posted. It’s still here.')
    unmountAll()
    renderApp(<PostCard id={post.id} />, { queries })
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not posted. It’s still here.')
    net.on('POST /api/posts/*/comments', { status: 201, body: aComment(post.id, { mine: true }) })
    await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }))
    await expect.element(field).toHaveValue('')
    expect(keys()).toHaveLength(2)
    expect(keys()[0]).toBe(keys()[1])
    // A user who types and sends the same text again wants a second comment, so the idempotency key must be new.
    await userEvent.fill(field, 'Longer than ours')
    await userEvent.keyboard('{Enter}')
    await expect.poll(keys).toHaveLength(3)
    expect(keys()[2]).not.toBe(keys()[1])
  })

  test('retains a reply that was started while another comment was being sent', async () => {
    const post = aPost()
    const parent = aComment(post.id)
    const answer = deferredReply()
    net.on('POST /api/posts/*/comments', answer.answer)
    renderFeedPosts(post, { comments: [parent] })
    await userEvent.fill(field, 'First')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(page.getByRole('button', { name: 'Reply to leila' }))
    await userEvent.fill(field, 'Second')
    answer.give({ status: 201, body: aComment(post.id, { text: 'First', mine: true }) })
    await expect.element(page.getByRole('article', { name: 'leila: First', exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Stop replying to leila' })).toBeVisible()
    await userEvent.click(field)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => net.requests.at(-1)?.body).toEqual({ text: 'Second', parentId: parent.id })
  })

  test('sends on Enter and starts a new line on Shift+Enter', async () => {
    const post = aPost()
    net.on('POST /api/posts/*/comments', ({ body }) => ({
      status: 201,
      body: aComment(post.id, { text: (body as { text: string }).text }),
    }))
    renderFeedPosts(post, { comments: [] })
    await userEvent.click(field)
    await userEvent.keyboard('One{Shift>}{Enter}{/Shift}Two')
    expect(net.sent).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => net.requests.map(({ body }) => body)).toEqual([{ text: 'One\nTwo', parentId: null }])
  })

  test('ignores the Enter that ends an IME conversion in Safari, and sends on the next Enter', async () => {
    const post = aPost()
    net.on('POST /api/posts/*/comments', ({ body }) => ({
      status: 201,
      body: aComment(post.id, { text: (body as { text: string }).text }),
    }))
    renderFeedPosts(post, { comments: [] })
    await userEvent.fill(field, '犬')
    endImeComposition(field.element())
    await userEvent.click(field)
    await userEvent.keyboard('!{Enter}')
    await expect.poll(() => net.requests.map(({ body }) => body)).toEqual([{ text: '犬!', parentId: null }])
  })

  test('replies to the comment of the clicked Reply button, unless the reply is cancelled', async () => {
    const post = aPost()
    const comment = aComment(post.id)
    net.on('POST /api/posts/*/comments', { status: 201, body: aComment(post.id, { parentId: comment.id }) })
    renderFeedPosts(post, { comments: [comment] })
    await userEvent.click(page.getByRole('button', { name: 'Reply to leila' }))
    await expect.element(field).toHaveFocus()
    await userEvent.click(page.getByRole('button', { name: 'Stop replying to leila' }))
    await expect.element(page.getByText('Replying to leila')).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Reply to leila' }))
    await userEvent.keyboard('Quite{Enter}')
    await expect.poll(() => net.requests.at(-1)?.body).toEqual({ text: 'Quite', parentId: comment.id })
    await expect.element(page.getByText('Your reply is posted.')).toBeVisible()
  })

  test("removes the viewer's own comment only after a confirmation and a successful deletion", async () => {
    const post = aPost({ commentCount: 1 })
    const comment = aComment(post.id, { mine: true, deletableByMe: true })
    renderFeedPosts(post, { comments: [comment] })
    await userEvent.click(page.getByRole('button', { name: 'More options for leila’s comment' }))
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }))
    const dialog = page.getByRole('alertdialog', { name: 'Delete this comment?' })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete', exact: true }))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The comment was not deleted')
    net.on('DELETE /api/comments/*', { status: 200, body: { postId: post.id, commentCount: 0 } })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete', exact: true }))
    await expect.element(page.getByText('Longer than ours.')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Comment, 0 comments' })).toBeVisible()
  })

  test("edits the viewer's own comment in place, and offers no Edit or Delete on other users' comments", async () => {
    const post = aPost({ commentCount: 2 })
    const mine = aComment(post.id, { text: 'Mine', mine: true, deletableByMe: true })
    net.on('PATCH /api/comments/*', { status: 200, body: { ...mine, text: 'Ours' } })
    renderFeedPosts(post, { comments: [aComment(post.id, { text: 'Theirs' }), mine] })
    const menuOf = (text: string) =>
      page.getByRole('article', { name: `leila: ${text}` }).getByRole('button', { name: /^More options/ })
    await userEvent.click(menuOf('Theirs'))
    await expect.element(page.getByRole('menuitem', { name: 'Report' })).toBeVisible()
    expect(page.getByRole('menuitem', { name: /^(Edit|Delete)$/ }).elements()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(menuOf('Theirs')).toHaveFocus()
    await userEvent.click(menuOf('Mine'))
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit' }))
    await userEvent.fill(page.getByRole('textbox', { name: 'Edit your comment' }), 'Ours')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('article', { name: 'leila: Ours' })).toHaveFocus()
  })
})

describe('PostCard on a phone', () => {
  beforeEach(async () => {
    await page.viewport(390, 844)
    return () => page.viewport(1440, 900)
  })

  const field = page.getByRole('textbox', { name: 'Add a comment' })
  const commentOf = (text: string) => page.getByRole('article', { name: `leila: ${text}` })
  const heightOf = (element: Element | null) => element?.getBoundingClientRect().height ?? 0
  /** Focuses a button and presses Enter, because the buttons of a comment are visible only on focus. */
  const press = async (button: Locator) => {
    const element = button.element()
    if (element instanceof HTMLElement) element.focus()
    expect(heightOf(element)).toBeGreaterThanOrEqual(44)
    await userEvent.keyboard('{Enter}')
  }

  test('shows the two newest comments and a link to all comments', async () => {
    const post = aPost({ commentCount: 3 })
    renderFeedPosts(post, { comments: ['One', 'Two', 'Three'].map((text) => aComment(post.id, { text })) })
    await expect.element(commentOf('Three')).toBeVisible()
    await expect.element(commentOf('Two')).toBeVisible()
    expect(commentOf('One').elements()).toEqual([])
    await expect.element(page.getByRole('link', { name: 'View all 3 comments' })).toBeVisible()
    await page.viewport(1440, 900)
    await expect.element(commentOf('One')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'View all 3 comments' })).not.toBeInTheDocument()
  })

  test('still shows a comment in edit mode when newer comments arrive', async () => {
    const post = aPost({ commentCount: 2 })
    const mine = aComment(post.id, { text: 'Mine', mine: true, deletableByMe: true })
    net.on('POST /api/posts/*/comments', ({ body }) => ({ status: 201, body: aComment(post.id, body as object) }))
    renderFeedPosts(post, { comments: [mine, aComment(post.id)] })
    await press(page.getByRole('button', { name: /^More options for leila/ }).first())
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit' }))
    await userEvent.click(page.getByRole('button', { name: /^Comment,/ }))
    await userEvent.keyboard('Newer{Enter}')
    await expect.element(commentOf('Newer')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Edit your comment' })).toBeVisible()
  })

  test('shows the comment field on Reply, and does not hide it while it contains text', async () => {
    const post = aPost()
    renderFeedPosts(post)
    await expect.element(field).toBeInTheDocument()
    const form = field.element().closest('form')
    expect(heightOf(form?.parentElement ?? null)).toBeLessThan(2)
    await press(page.getByRole('button', { name: 'Reply to leila' }))
    await expect.element(field).toHaveFocus()
    await expect.element(page.getByText('Replying to leila')).toBeVisible()
    expect(heightOf(form)).toBeGreaterThan(44)
    // The form must end above the tab bar, which is 69 px high.
    expect(form?.getBoundingClientRect().bottom).toBeLessThan(844 - 69)
    await userEvent.keyboard('Half')
    await userEvent.click(page.getByRole('button', { name: 'Stop replying to leila' }))
    expect(heightOf(form)).toBeGreaterThan(44)
    await userEvent.clear(field)
  })

  test('fits a portrait photo and two comments between the top bar and the tab bar', async () => {
    const post = aPost({ commentCount: 2, photos: [aPhoto({ width: 1080, height: 1350 })] })
    renderFeedPosts(post, { comments: [aComment(post.id), aComment(post.id, { text: 'Quite so.' })] })
    await expect.element(commentOf('Quite so.')).toBeVisible()
    // The top bar is 60 px high and the tab bar 69 px.
    expect(heightOf(page.getByRole('article', { name: 'Post by wanjiru' }).element())).toBeLessThan(844 - 60 - 69)
    expect(heightOf(page.getByRole('link', { name: 'View all 2 comments' }).element())).toBeGreaterThanOrEqual(44)
  })
})

describe("PostCard of the viewer's own post", () => {
  const viewer = aViewer()
  const own = (more: Partial<Post> = {}) => aPost({ author: { ...viewer, followedByMe: false }, ...more })
  const choose = async (name: string) => {
    await userEvent.click(page.getByRole('button', { name: 'More options for this post' }))
    await userEvent.click(page.getByRole('menuitem', { name }))
  }

  test('stays on the screen until the server has deleted the post', async () => {
    const answer = deferredReply()
    net.on('DELETE /api/posts/*', answer.answer)
    renderFeedPosts(own(), { viewer })
    await choose('Delete')
    const dialog = page.getByRole('alertdialog', { name: 'Delete this post?' })
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete post' }))
    await expect.element(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible()
    expect(page.getByRole('article', { name: 'Post by amina' }).elements()).toHaveLength(1)
    answer.give({ status: 204 })
    await expect.element(page.getByRole('article', { name: 'Post by amina' })).not.toBeInTheDocument()
    await expect.element(page.getByText('Post deleted.')).toBeVisible()
  })

  test('shows that the photos are still being processed', async () => {
    renderFeedPosts(own({ isReady: false, photos: [aPhoto({ state: 'processing' })] }), { viewer })
    await expect.element(page.getByText(/Getting your photos ready/)).toBeVisible()
  })
})
