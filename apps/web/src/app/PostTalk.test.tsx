import type { Post } from '@pawtrait/contract/posts.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { endConversion } from '../testing/end-conversion.ts'
import { aComment, aPhoto, aPost, aViewer } from '../testing/given.ts'
import { held, type Network, network } from '../testing/network.ts'
import { goOffline } from '../testing/offline.ts'
import { takeAway } from '../testing/render.tsx'
import { renderApp } from '../testing/render-app.tsx'
import { showPost } from '../testing/show-post.tsx'
import { PostCard } from './PostCard.tsx'

let net: Network
beforeEach(() => {
  net = network()
})

describe('a comment', () => {
  const field = page.getByRole('textbox', { name: 'Add a comment' })

  test('that fails stays in its field, and is sent again under the same key', async () => {
    const post = aPost()
    showPost(post)
    const keys: (string | null)[] = []
    const real = globalThis.fetch
    globalThis.fetch = (address, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      return real(address, init)
    }
    await userEvent.fill(field, 'Longer than ours')
    await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your comment did not reach the server')
    await expect.element(field).toHaveValue('Longer than ours')
    const said = aComment(post.id, { text: 'Longer than ours', mine: true })
    net.on('POST /api/posts/*/comments', { status: 201, body: said })
    await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }))
    await expect.element(page.getByRole('article', { name: 'leila: Longer than ours', exact: true })).toBeVisible()
    await expect.element(field).toHaveValue('')
    await expect.element(page.getByRole('button', { name: 'Comment, 1 comment' })).toBeVisible()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  test('waits for the network, says so, and goes out by itself; words typed meanwhile stay', async () => {
    const post = aPost()
    const comeBack = goOffline()
    showPost(post, { comments: [] })
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

  test('that waits is not sent twice by whoever left its post and comes back', async () => {
    const post = aPost()
    const comeBack = goOffline()
    const queries = showPost(post, { comments: [] })
    const waits = page.getByText('You’re offline. We’ll try again when you’re back.')
    await userEvent.fill(field, 'Longer than ours')
    await userEvent.keyboard('{Enter}')
    await expect.element(waits).toBeVisible()
    takeAway()
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

  test('that failed says so to whoever comes back, and is sent again under the same key', async () => {
    const post = aPost()
    const queries = showPost(post, { comments: [] })
    const keys = () =>
      net.requests.flatMap(({ method, headers }) => (method === 'POST' ? headers.get('idempotency-key') : []))
    await userEvent.fill(field, 'Longer than ours')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your comment did not reach the server')
    takeAway()
    renderApp(<PostCard id={post.id} />, { queries })
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your comment did not reach the server')
    net.on('POST /api/posts/*/comments', { status: 201, body: aComment(post.id, { mine: true }) })
    await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }))
    await expect.element(field).toHaveValue('')
    expect(keys()).toHaveLength(2)
    expect(keys()[0]).toBe(keys()[1])
    // The same words once more are another comment.
    await userEvent.fill(field, 'Longer than ours')
    await userEvent.keyboard('{Enter}')
    await expect.poll(keys).toHaveLength(3)
    expect(keys()[2]).not.toBe(keys()[1])
  })

  test('that arrives leaves the reply alone that was begun meanwhile', async () => {
    const post = aPost()
    const asked = aComment(post.id)
    const answer = held()
    net.on('POST /api/posts/*/comments', answer.answer)
    showPost(post, { comments: [asked] })
    await userEvent.fill(field, 'First')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(page.getByRole('button', { name: 'Reply to leila' }))
    await userEvent.fill(field, 'Second')
    answer.give({ status: 201, body: aComment(post.id, { text: 'First', mine: true }) })
    await expect.element(page.getByRole('article', { name: 'leila: First', exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Stop replying to leila' })).toBeVisible()
    await userEvent.click(field)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => net.requests.at(-1)?.body).toEqual({ text: 'Second', parentId: asked.id })
  })

  test('is sent by Enter, and Shift with Enter begins a new line', async () => {
    const post = aPost()
    net.on('POST /api/posts/*/comments', ({ body }) => ({
      status: 201,
      body: aComment(post.id, { text: (body as { text: string }).text }),
    }))
    showPost(post, { comments: [] })
    await userEvent.click(field)
    await userEvent.keyboard('One{Shift>}{Enter}{/Shift}Two')
    expect(net.sent).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => net.requests.map(({ body }) => body)).toEqual([{ text: 'One\nTwo', parentId: null }])
  })

  test('is not sent by the Enter that ends an IME conversion in Safari, but by the next one', async () => {
    const post = aPost()
    net.on('POST /api/posts/*/comments', ({ body }) => ({
      status: 201,
      body: aComment(post.id, { text: (body as { text: string }).text }),
    }))
    showPost(post, { comments: [] })
    await userEvent.fill(field, '犬')
    endConversion(field.element())
    await userEvent.click(field)
    await userEvent.keyboard('!{Enter}')
    await expect.poll(() => net.requests.map(({ body }) => body)).toEqual([{ text: '犬!', parentId: null }])
  })

  test('answers the comment whose Reply was pressed, and can stop doing so', async () => {
    const post = aPost()
    const comment = aComment(post.id)
    net.on('POST /api/posts/*/comments', { status: 201, body: aComment(post.id, { parentId: comment.id }) })
    showPost(post, { comments: [comment] })
    await userEvent.click(page.getByRole('button', { name: 'Reply to leila' }))
    await expect.element(field).toHaveFocus()
    await userEvent.click(page.getByRole('button', { name: 'Stop replying to leila' }))
    await expect.element(page.getByText('Replying to leila')).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Reply to leila' }))
    await userEvent.keyboard('Quite{Enter}')
    await expect.poll(() => net.requests.at(-1)?.body).toEqual({ text: 'Quite', parentId: comment.id })
    await expect.element(page.getByText('Your reply is posted.')).toBeVisible()
  })

  test('of one’s own is deleted after a question, and stays when that fails', async () => {
    const post = aPost({ commentCount: 1 })
    const comment = aComment(post.id, { mine: true, deletableByMe: true })
    showPost(post, { comments: [comment] })
    await userEvent.click(page.getByRole('button', { name: 'More options for leila’s comment' }))
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }))
    const dialog = page.getByRole('alertdialog', { name: 'Delete this comment?' })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete', exact: true }))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The comment is not deleted')
    net.on('DELETE /api/comments/*', { status: 200, body: { postId: post.id, commentCount: 0 } })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete', exact: true }))
    await expect.element(page.getByText('Longer than ours.')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Comment, 0 comments' })).toBeVisible()
  })

  test('of one’s own is changed in its place; somebody else’s can be reported, and not changed', async () => {
    const post = aPost({ commentCount: 2 })
    const mine = aComment(post.id, { text: 'Mine', mine: true, deletableByMe: true })
    net.on('PATCH /api/comments/*', { status: 200, body: { ...mine, text: 'Ours' } })
    showPost(post, { comments: [aComment(post.id, { text: 'Theirs' }), mine] })
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

describe('on a phone', () => {
  beforeEach(async () => {
    await page.viewport(390, 844)
    return () => page.viewport(1440, 900)
  })

  const field = page.getByRole('textbox', { name: 'Add a comment' })
  const said = (text: string) => page.getByRole('article', { name: `leila: ${text}` })
  const heightOf = (one: Element | null) => one?.getBoundingClientRect().height ?? 0
  /** By key: on a phone what can be done with a comment in the feed shows when it is gone to. */
  const press = async (button: Locator) => {
    const one = button.element()
    if (one instanceof HTMLElement) one.focus()
    expect(heightOf(one)).toBeGreaterThanOrEqual(44)
    await userEvent.keyboard('{Enter}')
  }

  test('the two newest comments are under a post, and the way to the others', async () => {
    const post = aPost({ commentCount: 3 })
    showPost(post, { comments: ['One', 'Two', 'Three'].map((text) => aComment(post.id, { text })) })
    await expect.element(said('Three')).toBeVisible()
    await expect.element(said('Two')).toBeVisible()
    expect(said('One').elements()).toEqual([])
    await expect.element(page.getByRole('link', { name: 'View all 3 comments' })).toBeVisible()
    await page.viewport(1440, 900)
    await expect.element(said('One')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'View all 3 comments' })).not.toBeInTheDocument()
  })

  test('a comment that is being changed stays when newer ones come', async () => {
    const post = aPost({ commentCount: 2 })
    const mine = aComment(post.id, { text: 'Mine', mine: true, deletableByMe: true })
    net.on('POST /api/posts/*/comments', ({ body }) => ({ status: 201, body: aComment(post.id, body as object) }))
    showPost(post, { comments: [mine, aComment(post.id)] })
    await press(page.getByRole('button', { name: /^More options for leila/ }).first())
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit' }))
    await userEvent.click(page.getByRole('button', { name: /^Comment,/ }))
    await userEvent.keyboard('Newer{Enter}')
    await expect.element(said('Newer')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Edit your comment' })).toBeVisible()
  })

  test('the field shows once it is wanted, and stays while something is written there', async () => {
    const post = aPost()
    showPost(post)
    await expect.element(field).toBeInTheDocument()
    const form = field.element().closest('form')
    expect(heightOf(form?.parentElement ?? null)).toBeLessThan(2)
    await press(page.getByRole('button', { name: 'Reply to leila' }))
    await expect.element(field).toHaveFocus()
    await expect.element(page.getByText('Replying to leila')).toBeVisible()
    expect(heightOf(form)).toBeGreaterThan(44)
    // Above the tabs.
    expect(form?.getBoundingClientRect().bottom).toBeLessThan(844 - 69)
    await userEvent.keyboard('Half')
    await userEvent.click(page.getByRole('button', { name: 'Stop replying to leila' }))
    expect(heightOf(form)).toBeGreaterThan(44)
    await userEvent.clear(field)
  })

  test('a post with an upright photo and two comments is no higher than its bars leave of the screen', async () => {
    const post = aPost({ commentCount: 2, photos: [aPhoto({ width: 1080, height: 1350 })] })
    showPost(post, { comments: [aComment(post.id), aComment(post.id, { text: 'Quite so.' })] })
    await expect.element(said('Quite so.')).toBeVisible()
    // Header of 60 px, tabs of 69.
    expect(heightOf(page.getByRole('article', { name: 'Post by wanjiru' }).element())).toBeLessThan(844 - 60 - 69)
    expect(heightOf(page.getByRole('link', { name: 'View all 2 comments' }).element())).toBeGreaterThanOrEqual(44)
  })
})

describe('one’s own post', () => {
  const viewer = aViewer()
  const own = (more: Partial<Post> = {}) => aPost({ author: { ...viewer, followedByMe: false }, ...more })
  const choose = async (name: string) => {
    await userEvent.click(page.getByRole('button', { name: 'More options for this post' }))
    await userEvent.click(page.getByRole('menuitem', { name }))
  }

  test('leaves the screen once the server has deleted it, not before', async () => {
    const answer = held()
    net.on('DELETE /api/posts/*', answer.answer)
    showPost(own(), { viewer })
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

  test('says that its photos are not ready yet', async () => {
    showPost(own({ isReady: false, photos: [aPhoto({ state: 'processing' })] }), { viewer })
    await expect.element(page.getByText(/Getting your photos ready/)).toBeVisible()
  })
})
