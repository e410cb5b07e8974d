import type { Post } from '@pawtrait/contract/posts.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aComment, aPhoto, aPost, aViewer } from '../testing/given.ts'
import { held, type Network, network } from '../testing/network.ts'
import { showPost } from '../testing/show-post.tsx'

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
    await userEvent.click(page.getByRole('button', { name: 'Delete leila’s comment' }))
    const dialog = page.getByRole('alertdialog', { name: 'Delete this comment?' })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete', exact: true }))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Not deleted: no answer from the server.')
    net.on('DELETE /api/comments/*', { status: 200, body: { postId: post.id, commentCount: 0 } })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete', exact: true }))
    await expect.element(page.getByText('Longer than ours.')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Comment, 0 comments' })).toBeVisible()
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
