import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cacheNewestComments } from '#features/comments/comment-keys.ts'
import { postKey } from '#features/posts/post-cache.ts'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aComment, aPost } from '../../testing/fixtures.ts'
import { renderFeedPosts } from '../../testing/render-feed-posts.tsx'

let net: FakeNetwork
const post = aPost()
const { id, username } = post.author
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: `Block ${username}?` })
const blockedReply = { status: 200, body: { blockedByMe: true } }

beforeEach(() => {
  net = fakeNetwork()
})

async function openBlockDialog(): Promise<QueryClient> {
  const queries = renderFeedPosts(post)
  await userEvent.click(page.getByRole('button', { name: 'More options for this post' }))
  await userEvent.click(page.getByRole('menuitem', { name: /^Block/ }))
  await expect.element(dialog()).toBeVisible()
  return queries
}

describe('BlockDialog', () => {
  test("removes the blocked user's post from the page, and offers to undo the block", async () => {
    net.on('PUT /api/users/*/block', blockedReply)
    net.on('DELETE /api/users/*/block', { status: 200, body: { blockedByMe: false } })
    const queries = await openBlockDialog()
    await expect.element(page.getByText('You can’t see each other’s posts', { exact: false })).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await expect.element(button('Cancel')).toHaveFocus()
    await userEvent.click(button('Block'))
    await expect.element(page.getByText(`${username} is blocked`)).toBeVisible()
    await expect.element(page.getByRole('article')).not.toBeInTheDocument()
    expect(queries.getQueryData(postKey(post.id))).toBeNull()
    await userEvent.click(button('Undo'))
    await expect.element(page.getByText(`${username} is unblocked`)).toBeVisible()
    const sent = net.sent.filter((request) => request.endsWith('/block'))
    expect(sent).toEqual([`PUT /api/users/${id}/block`, `DELETE /api/users/${id}/block`])
  })

  test("removes the blocked user's comments from other users' posts, and invalidates the lists of people", async () => {
    net.on('PUT /api/users/*/block', blockedReply)
    const other = aPost({ author: { ...post.author, id: aPost().author.id, username: 'leila' } })
    const queries = await openBlockDialog()
    const theirs = aComment(other.id, { author: post.author })
    cacheNewestComments(queries, other.id, [theirs, aComment(other.id)])
    queries.setQueryData(['people', 'followers', 'x', ''], { pages: [], pageParams: [] })
    await userEvent.click(button('Block'))
    await expect.poll(() => queries.getQueryData(['comment', theirs.id])).toBeNull()
    expect(queries.getQueryState(['people', 'followers', 'x', ''])?.isInvalidated).toBe(true)
  })

  test('requires a reason for an included report, and sends the report before the block', async () => {
    net.on('PUT /api/users/*/block', blockedReply)
    net.on('POST /api/reports', { status: 201, body: { reported: true } })
    await openBlockDialog()
    await userEvent.click(page.getByRole('checkbox', { name: /^Report them as well/ }))
    await userEvent.click(button('Block'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Choose a reason first.')
    await userEvent.click(page.getByRole('radio', { name: 'Someone is being bullied or threatened' }))
    await userEvent.click(button('Block'))
    await expect.element(page.getByText(`${username} is blocked`)).toBeVisible()
    expect(net.requests.filter(({ method }) => method !== 'GET')).toMatchObject([
      { path: '/api/reports', body: { subject: { type: 'user', id }, reason: 'harassment', note: '' } },
      { path: `/api/users/${id}/block` },
    ])
  })

  test('shows an error and stays open when the block fails', async () => {
    net.on('PUT /api/users/*/block', errorReply('unavailable', 503))
    await openBlockDialog()
    await userEvent.click(button('Block'))
    await expect.element(page.getByText('Not blocked')).toBeVisible()
    await expect.element(dialog()).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'More options for this post' })).toBeInTheDocument()
  })
})
