import type { Comment } from '@pawtrait/contract/comments.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PostCard } from '#app/PostCard.tsx'
import { cachePosts } from '#features/posts/post-cache.ts'
import { storeUser } from '#features/sign-in/sessions/complete-log-in.ts'
import { deleteUnsentText } from '#lib/forms/unsent-text.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aComment, aPost, aViewer } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { renderFeedPosts } from '../../testing/render-feed-posts.tsx'

const field = page.getByRole('textbox', { name: 'Add a comment' })
const stored = () => localStorage.getItem('half-written')

let net: FakeNetwork
beforeEach(() => {
  // Other test files share localStorage and may have left an unsent comment.
  deleteUnsentText()
  net = fakeNetwork()
})
afterEach(deleteUnsentText)

function show(post = aPost()) {
  const queries = createQueryClient({ retries: 0 })
  cachePosts(queries, [post])
  renderApp(<PostCard id={post.id} />, { queries })
  return post
}

test('CommentForm saves an unsent comment on the device after each letter, and deletes it once posted', async () => {
  const post = show()
  await userEvent.type(field, 'Half a tho')
  expect(stored()).toBe(JSON.stringify({ [`comment:${post.id}`]: 'Half a tho' }))
  const posted = aComment(post.id, { text: 'Half a tho', mine: true })
  net.on('POST /api/posts/*/comments', { status: 201, body: posted })
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('')
  expect(stored()).toBe('{}')
})

test('CommentForm restores an unsent comment into its field after a reload', async () => {
  const post = aPost()
  // Simulates a freshly loaded page: nothing is in memory.
  deleteUnsentText()
  localStorage.setItem('half-written', JSON.stringify({ [`comment:${post.id}`]: 'Where was I' }))
  show(post)
  await expect.element(field).toHaveValue('Where was I')
})

test('storeUser deletes an unsent comment when another user logs in, but not when its author logs in', async () => {
  const [first, second] = [aViewer(), aViewer()]
  storeUser(first)
  show()
  await userEvent.type(field, 'Mine')
  storeUser(first)
  expect(stored()).toContain('Mine')
  storeUser(second)
  expect(stored()).toBeNull()
})

describe('unsent reply in CommentForm', () => {
  const chip = page.getByRole('button', { name: 'Stop replying to leila' })
  const deletedNote = page.getByText('leila’s comment was deleted.')

  /** Simulates a reload: the unsent text is only on the device, and no list has loaded its parent comment. */
  function reloadWithReply(comment: Comment) {
    deleteUnsentText()
    const entries = { [`reply-to:${comment.postId}`]: `${comment.id} leila`, [`comment:${comment.postId}`]: 'Quite' }
    localStorage.setItem('half-written', JSON.stringify(entries))
    show(aPost({ id: comment.postId }))
  }

  test('is saved with the id of its parent comment, and is sent as a reply', async () => {
    const post = aPost()
    const comment = aComment(post.id)
    renderFeedPosts(post, { comments: [comment] })
    await userEvent.type(field, 'Quite')
    await userEvent.click(page.getByRole('button', { name: 'Reply to leila' }))
    // Typing continues at the end of the text, not at its start.
    await userEvent.keyboard(' so')
    await expect.element(field).toHaveValue('Quite so')
    expect(JSON.parse(stored() ?? '')).toEqual({
      [`reply-to:${post.id}`]: `${comment.id} leila`,
      [`comment:${post.id}`]: 'Quite so',
    })
    net.on('POST /api/posts/*/comments', { status: 201, body: aComment(post.id, { parentId: comment.id }) })
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue('')
    expect(net.requests.at(-1)?.body).toEqual({ text: 'Quite so', parentId: comment.id })
    expect(stored()).toBe('{}')
  })

  test('is restored as a reply after a reload', async () => {
    const comment = aComment(aPost().id)
    net.on('GET /api/comments/*', { status: 200, body: comment })
    reloadWithReply(comment)
    await expect.element(chip).toBeVisible()
    net.on('POST /api/posts/*/comments', { status: 201, body: aComment(comment.postId, { parentId: comment.id }) })
    await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }))
    await expect.poll(() => net.requests.at(-1)?.body).toEqual({ text: 'Quite', parentId: comment.id })
    await expect.element(chip).not.toBeInTheDocument()
  })

  test.for(['not found', 'deleted'])('is not deleted when the answered comment is %s', async (state) => {
    const comment = aComment(aPost().id)
    const tombstone = aComment(comment.postId, { id: comment.id, gone: 'by-author', author: null, text: '' })
    net.on('GET /api/comments/*', state === 'deleted' ? { status: 200, body: tombstone } : errorReply('not-found', 404))
    reloadWithReply(comment)
    await expect.element(deletedNote).toBeVisible()
    await expect.element(field).toHaveValue('Quite')
    // Enter sends nothing, because the user has not yet chosen to post the reply as a new comment.
    await userEvent.type(field, '{Enter}')
    expect(net.sent.filter((request) => request.startsWith('POST'))).toEqual([])
    net.on('POST /api/posts/*/comments', { status: 201, body: aComment(comment.postId, { mine: true }) })
    await userEvent.click(page.getByRole('button', { name: 'Post as a new comment' }))
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => net.requests.at(-1)?.body).toEqual({ text: 'Quite', parentId: null })
  })

  test('is kept when sending it returns 404, with a note that the answered comment was deleted', async () => {
    const comment = aComment(aPost().id)
    net.on('GET /api/comments/*', { status: 200, body: comment })
    net.on('POST /api/posts/*/comments', errorReply('not-found', 404))
    reloadWithReply(comment)
    await expect.element(chip).toBeVisible()
    await userEvent.type(field, '{Enter}')
    await expect.element(deletedNote).toBeVisible()
    await expect.element(page.getByText('Not posted. It’s still here.', { exact: false })).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('Quite')
  })

  test('is not restored when only its reply target was stored, without text', async () => {
    const post = aPost()
    localStorage.setItem('half-written', JSON.stringify({ [`reply-to:${post.id}`]: `${aComment(post.id).id} leila` }))
    show(post)
    await expect.element(field).toBeVisible()
    await expect.element(chip).not.toBeInTheDocument()
    expect(stored()).toBe('{}')
  })
})
