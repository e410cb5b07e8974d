import type { Comment } from '@pawtrait/contract/comments.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CommentList } from '#features/comments/CommentList.tsx'
import { cachePosts } from '#features/posts/post-cache.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { endImeComposition } from '../testing/end-ime-composition.ts'
import { type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aComment, aPost, aViewer } from '../testing/fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { renderFeedPosts } from '../testing/render-feed-posts.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
})

const Choices = lazyComponent(
  async () => (await import('#features/moderation/CommentActionsMenu.tsx')).CommentActionsMenu,
)
const post = aPost({ commentCount: 2 })
const own = (text: string, more: Partial<Comment> = {}) =>
  aComment(post.id, { text, mine: true, deletableByMe: true, pinnableByMe: true, ...more })
const articleOf = (text: string) => page.getByRole('article', { name: `leila: ${text}` })

/** Renders the given comments in the same way as the page of a post. */
async function showComments(comments: Comment[]) {
  net.on('GET /api/posts/*/comments', {
    status: 200,
    body: { comments, commentCount: comments.length, cursor: null, before: null },
  })
  const queries = createQueryClient({ retries: 0 })
  cachePosts(queries, [post])
  const context = {
    ...{ post, hrefs: paths, linked: null, onReply: () => {}, onVisitor: undefined, Choices },
    commentHref: (comment: Comment) => paths.comment(post.id, comment.id),
  }
  renderApp(
    <article>
      <CommentList context={context} />
    </article>,
    { queries, viewer: aViewer() },
  )
  await expect.element(articleOf(comments[0]?.text ?? '')).toBeVisible()
}

async function choose(text: string, name: string) {
  await userEvent.click(articleOf(text).getByRole('button', { name: /^More options/ }))
  await userEvent.click(page.getByRole('menuitem', { name }))
}

async function remove(text: string) {
  await choose(text, 'Delete')
  const dialog = page.getByRole('alertdialog', { name: 'Delete this comment?' })
  await userEvent.click(dialog.getByRole('button', { name: 'Delete', exact: true }))
}

describe('focus in PostCard and CommentList after the deletion of a comment', () => {
  beforeEach(() => net.on('DELETE /api/comments/*', { status: 200, body: { postId: post.id, commentCount: 1 } }))

  test('moves to the next comment, else to the previous comment, else to the comment field', async () => {
    renderFeedPosts(post, { comments: [own('One'), own('Two'), own('Three')] })
    await remove('Two')
    await expect.element(articleOf('Three')).toHaveFocus()
    await remove('Three')
    await expect.element(articleOf('One')).toHaveFocus()
    await remove('One')
    await expect.element(page.getByRole('textbox', { name: 'Add a comment' })).toHaveFocus()
  })

  test('moves to the tombstone if the comment has replies', async () => {
    await showComments([own('Answered', { replyCount: 1 }), own('After')])
    await remove('Answered')
    await expect.element(page.getByText('Comment deleted by its author')).toHaveFocus()
  })
})

test('CommentList focuses a newly pinned comment in the list of pinned comments', async () => {
  const [element, two] = [own('One'), own('Two')]
  net.on('PUT /api/comments/*/pin', { status: 200, body: { ...two, isPinned: true } })
  await showComments([element, two])
  await choose('Two', 'Pin to the top')
  await expect.element(page.getByRole('list', { name: 'Pinned comment' }).getByRole('article')).toHaveFocus()
  await expect.element(page.getByText('Pinned to the top.')).toBeVisible()
})

describe('CommentItem on a phone', () => {
  beforeEach(async () => {
    await page.viewport(390, 844)
    return () => page.viewport(1440, 900)
  })

  test('shows the actions of a comment on one line', async () => {
    await showComments([own('Mine', { editedAt: '2026-11-20T12:00:00.000Z' })])
    const reply = articleOf('Mine').getByRole('button', { name: 'Reply to leila' }).element()
    const line = [...(reply.parentElement?.children ?? [])].map((element) => element.getBoundingClientRect())
    const middles = line.map(({ top, height }) => Math.round((top + height / 2) / 8))
    expect(middles.length).toBeGreaterThan(2)
    expect(new Set(middles).size).toBe(1)
  })
})

test('EditCommentForm ignores keys that end an IME conversion in Safari', async () => {
  const comment = own('One')
  net.on('PATCH /api/comments/*', ({ body }) => ({ status: 200, body: { ...comment, ...(body as object) } }))
  await showComments([comment])
  await choose('One', 'Edit')
  const field = page.getByRole('textbox', { name: 'Edit your comment' })
  await userEvent.fill(field, '犬')
  for (const key of ['Enter', 'Escape'] as const) endImeComposition(field.element(), key)
  await userEvent.click(field)
  await userEvent.keyboard('!{Enter}')
  await expect.element(field).not.toBeInTheDocument()
  const sent = net.requests.filter(({ method }) => method === 'PATCH')
  expect(sent.map(({ body }) => body)).toEqual([{ text: '犬!', seen: null }])
})

test('EditCommentForm counts the remaining characters, adds a line on Shift+Enter and saves on Enter', async () => {
  const comment = own('One')
  net.on('PATCH /api/comments/*', ({ body }) => ({ status: 200, body: { ...comment, ...(body as object) } }))
  await showComments([comment])
  await choose('One', 'Edit')
  const field = page.getByRole('textbox', { name: 'Edit your comment' })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('!')
  await expect.element(field).toHaveValue('One!')
  await userEvent.fill(field, 'x'.repeat(2190))
  await expect.element(page.getByText('10 characters left')).toBeVisible()
  await userEvent.fill(field, 'One')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}Two{Enter}')
  await expect.element(field).not.toBeInTheDocument()
  expect(net.requests.at(-1)?.body).toEqual({ text: 'One\nTwo', seen: null })
})
