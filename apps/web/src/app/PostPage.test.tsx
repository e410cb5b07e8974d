import type { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listKey } from '#features/comments/comment-keys.ts'
import { keepPosts } from '#features/posts/post-cache.ts'
import { english } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { newQueries } from '#lib/server/queries.ts'
import { aComment, aPost, aSeenPhoto, aViewer } from '../testing/given.ts'
import { network, refusal } from '../testing/network.ts'
import { drawPost, openPost } from '../testing/open-post.tsx'
import { takeAway } from '../testing/render.tsx'
import { loader } from './PostPage.tsx'

test('a link to a comment leads there once: a photo that is opened and closed then keeps the focus', async () => {
  const net = network()
  const post = aPost({ commentCount: 1, photos: [aSeenPhoto('Asleep')] })
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
  // What leads to a comment does so in a task of its own.
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect.element(photo).toHaveFocus()
})

describe('while the server is away', () => {
  const post = aPost({ commentCount: 1 })
  const said = aComment(post.id, { text: 'Look' })
  const asked = (search = '') => ({
    params: { id: post.id },
    url: new URL(`/posts/${post.id}${search}`, window.location.origin),
  })
  const open = (queries: QueryClient, search = '') =>
    loader({ queries, call, viewer: aViewer(), t: english, publicUrl: 'http://localhost' }, asked(search))

  test('one who goes back sees the post and what was said as they were', async () => {
    const net = network()
    net.on('GET /api/posts/*/comments', {
      status: 200,
      body: { comments: [said], commentCount: 1, cursor: null, before: null },
    })
    const queries = await openPost(post)
    takeAway()
    queries.setQueryData(listKey(post.id, null), (list) => list, { updatedAt: 1 })
    const away = network()
    const { head } = await open(queries)
    expect(head.title).toContain(post.author.username)
    expect(away.sent).toEqual([`GET /api/posts/${post.id}`, `GET /api/posts/${post.id}/comments`])
    drawPost(post, queries)
    await expect.element(page.getByRole('article', { name: 'leila: Look', exact: true })).toBeVisible()
    expect(page.getByRole('alert').elements()).toEqual([])
  })

  test('a post of the feed is shown, and that its comments did not come', async () => {
    network()
    const queries = newQueries({ retries: 0 })
    keepPosts(queries, [post])
    await open(queries)
    drawPost(post, queries)
    await expect.element(page.getByRole('article', { name: /^Post by/ })).toBeVisible()
    await expect.element(page.getByText('The comments could not be loaded')).toBeVisible()
  })

  test('a comment that was linked to is not called gone, and a post that nobody knows is not there', async () => {
    network()
    const queries = newQueries({ retries: 0 })
    await expect(open(queries)).rejects.toMatchObject({ code: 'offline' })
    keepPosts(queries, [post])
    await expect(open(queries, `?comment=${said.id}`)).rejects.toMatchObject({ code: 'offline' })
  })
  test('a post that was refused since is shown no more, however often one goes back', async () => {
    const net = network()
    for (const what of ['', '/comments']) net.on(`GET /api/posts/*${what}`, refusal('not-found', 404))
    const queries = newQueries({ retries: 0 })
    keepPosts(queries, [post])
    await expect(open(queries)).rejects.toMatchObject({ status: 404 })
    network()
    for (let times = 0; times < 2; times++) await expect(open(queries)).rejects.toMatchObject({ code: 'offline' })
  })
})
