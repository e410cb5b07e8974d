import type { Comment } from '@pawtrait/contract/comments.ts'
import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { CommentList } from '#features/comments/CommentList.tsx'
import { NewCommentsPill } from '#features/comments/NewCommentsPill.tsx'
import { useWatchPost } from '#features/comments/use-watch-post.ts'
import { subscribeToEvents } from '#features/feed/subscribe-to-events.ts'
import { cachePosts, postKey } from '#features/posts/post-cache.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { type FakeEventSource, fakeEventSources } from '../testing/fake-event-source.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aComment, aPost, aViewer } from '../testing/fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'

let net: FakeNetwork
let streams: FakeEventSource[]
beforeEach(() => {
  net = fakeNetwork()
  streams = fakeEventSources()
  net.on('PUT /api/posts/*/watch', { status: 204 })
  net.on('GET /api/feed', { status: 200, body: { posts: [], cursor: null } })
})

const Choices = lazyComponent(
  async () => (await import('#features/moderation/CommentActionsMenu.tsx')).CommentActionsMenu,
)
const post = aPost({ commentCount: 2 })
const createComment = (text: string, more: Partial<Comment> = {}) => aComment(post.id, { text, ...more })
const createReply = (top: Comment, text: string) => createComment(text, { parentId: top.id, rootId: top.id, depth: 1 })
const articleOf = (text: string) => page.getByRole('article', { name: `leila: ${text}`, exact: true })
const listOrder = () => [...document.querySelectorAll('article[id^="c-"]')].map(({ ariaLabel }) => ariaLabel?.slice(7))
const pageOf = (comments: Comment[]) => ({
  status: 200,
  body: { comments, commentCount: comments.length, cursor: null, before: null },
})
const sendEvent = (message: LiveMessage) => streams[0]?.tell(message)
const sendRemoval = ({ id, parentId, rootId }: Comment, gone: 'by-author' | 'by-post-author' = 'by-author') =>
  sendEvent({ type: 'comment-left', postId: post.id, commentId: id, parentId, rootId, gone })
const sendChange = ({ id }: Comment) => sendEvent({ type: 'comment-changed', postId: post.id, commentId: id })
const sendArrival = ({ id, author }: Comment) =>
  sendEvent({ type: 'comment-arrived', postId: post.id, commentId: id, authorId: author?.id ?? post.author.id })
const count = (queries: QueryClient) => queries.getQueryData<{ commentCount: number }>(postKey(post.id))?.commentCount

function PostComments() {
  useWatchPost(post.id, true)
  const context = {
    ...{ post, hrefs: paths, linked: null, onReply: () => {}, onVisitor: undefined, Choices },
    commentHref: (comment: Comment) => paths.comment(post.id, comment.id),
  }
  return (
    <article>
      <CommentList context={context} />
      <NewCommentsPill post={post.id} onElsewhere={() => {}} />
    </article>
  )
}

/** Renders the given comments in the same way as the page of a post, with a live event stream. */
async function openPost(comments: Comment[]) {
  net.on('GET /api/posts/*/comments', pageOf(comments))
  const queries = createQueryClient({ retries: 0 })
  cachePosts(queries, [{ ...post, commentCount: comments.length }])
  const viewer = aViewer()
  renderApp(<PostComments />, { queries, viewer })
  onTestFinished(subscribeToEvents(queries, viewer, { onOrder: () => {}, onNotification: () => {}, onGap: () => {} }))
  await expect.element(articleOf(comments[0]?.text ?? '')).toBeVisible()
  await expect.poll(() => streams).toHaveLength(1)
  return queries
}

describe('CommentList with live comments', () => {
  test('shows comments in the order in which they were written, even if their data arrives out of order', async () => {
    await openPost([createComment('Zero')])
    const late = deferredReply()
    const [first, second, third] = [createComment('One'), createComment('Two'), createComment('Three')]
    net.on(`GET /api/comments/${first.id}`, late.answer)
    for (const comment of [second, third]) net.on(`GET /api/comments/${comment.id}`, { status: 200, body: comment })
    for (const comment of [first, third, second]) sendArrival(comment)
    await expect.element(articleOf('Two')).toBeVisible()
    await expect.poll(listOrder).toEqual(['Zero', 'Two', 'Three'])
    late.give({ status: 200, body: first })
    await expect.poll(listOrder).toEqual(['Zero', 'One', 'Two', 'Three'])
    await expect.element(page.getByRole('button', { name: 'Show 3 new comments' })).toBeVisible()
  })

  test('shows a comment once if its event arrives twice before its data', async () => {
    const queries = await openPost([createComment('Zero')])
    const comment = createComment('One')
    const answer = deferredReply()
    net.on(`GET /api/comments/${comment.id}`, answer.answer)
    sendArrival(comment)
    sendArrival(comment)
    await expect.poll(() => net.sent.filter((sent) => sent.endsWith(comment.id))).toHaveLength(2)
    answer.give({ status: 200, body: comment })
    await expect.element(page.getByRole('button', { name: 'Show 1 new comment', exact: true })).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve))
    await expect.poll(listOrder).toEqual(['Zero', 'One'])
    expect(count(queries)).toBe(2)
    await expect.element(page.getByRole('button', { name: 'Show 1 new comment', exact: true })).toBeVisible()
  })

  test('shows the newest edit of a comment even if the response for an earlier edit arrives last', async () => {
    const comment = createComment('A typpo')
    await openPost([comment])
    const [early, late] = [deferredReply(), deferredReply()]
    net.on(`GET /api/comments/${comment.id}`, early.answer)
    sendChange(comment)
    await expect.poll(() => net.sent.at(-1)).toBe(`GET /api/comments/${comment.id}`)
    net.on(`GET /api/comments/${comment.id}`, late.answer)
    sendChange(comment)
    late.give({ status: 200, body: { ...comment, text: 'A typo', editedAt: '2026-11-20T11:05:00.000Z' } })
    await expect.element(articleOf('A typo')).toBeVisible()
    await expect.element(articleOf('A typo').getByText('· edited')).toBeVisible()
    early.give({ status: 200, body: { ...comment, text: 'A tpo', editedAt: '2026-11-20T11:04:00.000Z' } })
    await new Promise((resolve) => setTimeout(resolve))
    await expect.element(articleOf('A typo')).toBeVisible()
  })

  test('shows a comment first while it is pinned, and in its former place once it is unpinned', async () => {
    const [first, second] = [createComment('First'), createComment('Second')]
    await openPost([first, second])
    const top = page.getByRole('list', { name: 'Pinned comment' })
    net.on(`GET /api/comments/${second.id}`, { status: 200, body: { ...second, isPinned: true } })
    sendChange(second)
    await expect.element(top.getByRole('article', { name: 'leila: Second' })).toBeVisible()
    expect(listOrder()).toEqual(['Second', 'First'])
    net.on(`GET /api/comments/${second.id}`, { status: 200, body: second })
    sendChange(second)
    await expect.poll(listOrder).toEqual(['First', 'Second'])
  })

  test('removes a deleted comment from the list and the count, but shows a tombstone if it has replies', async () => {
    const [first, second] = [createComment('First', { replyCount: 1 }), createComment('Second')]
    const answer = createReply(first, 'An answer')
    const queries = await openPost([first, answer, second])
    sendRemoval(second)
    await expect.element(articleOf('Second')).not.toBeInTheDocument()
    expect(count(queries)).toBe(2)
    sendRemoval(first, 'by-post-author')
    await expect.element(page.getByText('Comment deleted by the author of the post')).toBeVisible()
    await expect.element(articleOf('An answer')).toBeVisible()
    sendRemoval(first, 'by-post-author')
    sendRemoval(answer)
    await expect.poll(listOrder).toEqual([])
    await expect.element(page.getByText('Comment deleted by the author of the post')).not.toBeInTheDocument()
    expect(count(queries)).toBe(0)
  })

  test('omits a comment that is deleted before its data arrives', async () => {
    const queries = await openPost([createComment('First')])
    const answer = deferredReply()
    const brief = createComment('Brief')
    net.on(`GET /api/comments/${brief.id}`, answer.answer)
    sendArrival(brief)
    await expect.poll(() => net.sent.at(-1)).toBe(`GET /api/comments/${brief.id}`)
    sendRemoval(brief)
    await expect.poll(() => count(queries)).toBe(0)
    answer.give({ status: 200, body: brief })
    await new Promise((resolve) => setTimeout(resolve))
    expect(listOrder()).toEqual(['First'])
  })

  test('moves the focus to the next comment when the focused comment is deleted', async () => {
    const [first, second] = [createComment('First'), createComment('Second')]
    await openPost([first, second])
    document.getElementById(`c-${first.id}`)?.focus()
    sendRemoval(first)
    await expect.element(articleOf('Second')).toHaveFocus()
  })

  test('refetches the comments after a gap in the event stream', async () => {
    const [first, second, third] = [
      createComment('First', { replyCount: 2 }),
      createComment('Second'),
      createComment('Third'),
    ]
    const [keptReply, lostReply] = [createReply(first, 'Kept'), createReply(first, 'Lost')]
    const queries = await openPost([first, keptReply, lostReply, second, third])
    const fourth = createComment('Fourth')
    const now = [
      { ...first, text: 'First, edited', editedAt: '2026-11-20T11:05:00.000Z', replyCount: 1 },
      ...[keptReply, third, fourth],
    ]
    net.on('GET /api/posts/*/comments', ({ path }) => pageOf(path.includes(post.id) ? now : []))
    for (const gone of [second, lostReply]) net.on(`GET /api/comments/${gone.id}`, errorReply('not-found', 404))
    sendEvent({ type: 'resync' })
    await expect.poll(listOrder).toEqual(['First, edited', 'Kept', 'Third', 'Fourth'])
    expect(count(queries)).toBe(4)
  })
})
