import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aFeedPost, aViewer } from '../testing/fixtures.ts'
import { aFeedLimit } from '../testing/payment-fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { FeedPage } from './FeedPage.tsx'

let net: FakeNetwork
const viewer = aViewer()
const author = { ...viewer, followedByMe: false }
const [first, second] = [aFeedPost({ author, caption: 'First' }), aFeedPost({ author, caption: 'Second' })]
const archivedAt = '2026-11-22T10:00:00.000Z'
const text = (words: string) => page.getByText(words, { exact: true })
const card = (caption: string) => page.getByRole('article').filter({ hasText: caption })

async function choose(choice: string) {
  await userEvent.click(card('First').getByRole('button', { name: 'More options for this post' }))
  await userEvent.click(page.getByRole('menuitem', { name: choice }))
}

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/feed', { status: 200, body: { posts: [first, second], cursor: null, limit: aFeedLimit() } })
  net.on('PUT /api/posts/*/archive', { status: 200, body: { postId: first.id, archivedAt } })
  net.on('DELETE /api/posts/*/archive', { status: 200, body: { postId: first.id, archivedAt: null } })
  renderApp(<FeedPage />, { viewer })
})

describe('FeedPage when the viewer archives a post', () => {
  test('moves the focus to the next post and offers "Undo" in a toast', async () => {
    await choose('Archive')
    await expect.element(text('Archived. Only you can see it.')).toBeVisible()
    await expect.element(card('First')).not.toBeInTheDocument()
    await expect.element(card('Second')).toHaveFocus()
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    await expect.element(card('First')).toBeVisible()
  })

  test('also archives the post on "Archive instead" in the delete dialog', async () => {
    await choose('Delete')
    await userEvent.click(page.getByRole('button', { name: 'Archive instead' }))
    await expect.element(text('Archived. Only you can see it.')).toBeVisible()
    await expect.element(card('First')).not.toBeInTheDocument()
    await expect.element(card('Second')).toHaveFocus()
  })

  test('shows an error with "Try again" when the undo fails', async () => {
    net.on('DELETE /api/posts/*/archive', errorReply('unavailable', 503))
    await choose('Archive')
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    await expect.element(text('Still archived: no answer from the server. Try again.')).toBeVisible()
    net.on('DELETE /api/posts/*/archive', { status: 200, body: { postId: first.id, archivedAt: null } })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(card('First')).toBeVisible()
  })

  test('does not move the focus if the viewer has focused another element in the meantime', async () => {
    const answer = deferredReply()
    net.on('PUT /api/posts/*/archive', answer.answer)
    await choose('Archive')
    const like = card('Second').getByRole('button', { name: /^Like/ })
    like.element().focus()
    answer.give({ status: 200, body: { postId: first.id, archivedAt } })
    await expect.element(card('First')).not.toBeInTheDocument()
    await expect.element(like).toHaveFocus()
  })

  test('shows an error beside the post when the request fails', async () => {
    net.on('PUT /api/posts/*/archive', errorReply('unavailable', 503))
    await choose('Delete')
    await userEvent.click(page.getByRole('button', { name: 'Archive instead' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not archived')
  })
})
