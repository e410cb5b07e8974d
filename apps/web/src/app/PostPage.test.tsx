import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aComment, aPost, aSeenPhoto } from '../testing/given.ts'
import { network } from '../testing/network.ts'
import { openPost } from '../testing/open-post.tsx'

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
