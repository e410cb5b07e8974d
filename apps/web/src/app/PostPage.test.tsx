import type { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { commentListKey } from '#features/comments/comment-keys.ts'
import { cachePosts } from '#features/posts/post-cache.ts'
import { englishTranslator } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { errorReply, fakeNetwork } from '../testing/fake-network.ts'
import { aComment, aPost, aViewer, aVisiblePhoto } from '../testing/fixtures.ts'
import { openPost, renderPost } from '../testing/open-post.tsx'
import { unmountAll } from '../testing/render.tsx'
import { loader } from './PostPage.tsx'

test('PostPage focuses a linked comment on open, but not again after a photo is closed', async () => {
  const net = fakeNetwork()
  const post = aPost({ commentCount: 1, photos: [aVisiblePhoto('Asleep')] })
  const linked = aComment(post.id, { text: 'Look' })
  const body = { comments: [linked], commentCount: 1, cursor: null, before: null }
  net.on('GET /api/posts/*/comments', { status: 200, body })
  net.on('PUT /api/posts/*/watch', { status: 204 })
  await openPost(post, linked.id)
  const comment = page.getByRole('article', { name: 'leila: Look', exact: true })
  await expect.element(comment).toHaveFocus()
  const photo = page.getByRole('button', { name: 'Asleep', exact: true })
  photo.element().focus()
  await userEvent.keyboard('{Enter}')
  const viewer = page.getByRole('dialog', { name: 'Photos of this post' })
  await expect.element(viewer).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(photo).toHaveFocus()
  // The page focuses a linked comment asynchronously, so check again after a delay that the photo keeps the focus.
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect.element(photo).toHaveFocus()
})

describe('PostPage while the server is unreachable', () => {
  const post = aPost({ commentCount: 1 })
  const comment = aComment(post.id, { text: 'Look' })
  const match = (search = '') => ({
    params: { id: post.id },
    url: new URL(`/posts/${post.id}${search}`, window.location.origin),
  })
  const open = (queries: QueryClient, search = '') =>
    loader({ queries, call, viewer: aViewer(), t: englishTranslator, publicUrl: 'http://localhost' }, match(search))

  test('shows the cached post and comments on Back', async () => {
    const net = fakeNetwork()
    net.on('GET /api/posts/*/comments', {
      status: 200,
      body: { comments: [comment], commentCount: 1, cursor: null, before: null },
    })
    const queries = await openPost(post)
    unmountAll()
    queries.setQueryData(commentListKey(post.id, null), (list) => list, { updatedAt: 1 })
    const away = fakeNetwork()
    const { head } = await open(queries)
    expect(head.title).toContain(post.author.username)
    expect(away.sent).toEqual([`GET /api/posts/${post.id}`, `GET /api/posts/${post.id}/comments`])
    renderPost(post, queries)
    await expect.element(page.getByRole('article', { name: 'leila: Look', exact: true })).toBeVisible()
    expect(page.getByRole('alert').elements()).toEqual([])
  })

  test('shows a post cached by the feed, and an error in place of its comments', async () => {
    fakeNetwork()
    const queries = createQueryClient({ retries: 0 })
    cachePosts(queries, [post])
    await open(queries)
    renderPost(post, queries)
    await expect.element(page.getByRole('article', { name: /^Post by/ })).toBeVisible()
    await expect.element(page.getByText('We could not load the comments')).toBeVisible()
  })

  test('throws "offline" for a post or a linked comment that is not cached', async () => {
    fakeNetwork()
    const queries = createQueryClient({ retries: 0 })
    await expect(open(queries)).rejects.toMatchObject({ code: 'offline' })
    cachePosts(queries, [post])
    await expect(open(queries, `?comment=${comment.id}`)).rejects.toMatchObject({ code: 'offline' })
  })
  test('does not show a cached post after the server has returned 404 for it', async () => {
    const net = fakeNetwork()
    for (const suffix of ['', '/comments']) net.on(`GET /api/posts/*${suffix}`, errorReply('not-found', 404))
    const queries = createQueryClient({ retries: 0 })
    cachePosts(queries, [post])
    await expect(open(queries)).rejects.toMatchObject({ status: 404 })
    fakeNetwork()
    for (let times = 0; times < 2; times++) await expect(open(queries)).rejects.toMatchObject({ code: 'offline' })
  })
})
