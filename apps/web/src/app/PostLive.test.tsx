import type { Comment } from '@pawtrait/contract/comments.ts'
import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { ArrivedPill } from '#features/comments/ArrivedPill.tsx'
import { CommentList } from '#features/comments/CommentList.tsx'
import { useWatchPost } from '#features/comments/use-watch-post.ts'
import { subscribeToEvents } from '#features/feed/subscribe-to-events.ts'
import { keepPosts, postKey } from '#features/posts/post-cache.ts'
import { newQueries } from '#lib/server/queries.ts'
import { lazyPart } from '#ui/states/lazy-part.tsx'
import { aComment, aPost, aViewer } from '../testing/given.ts'
import { held, type Network, network, refusal } from '../testing/network.ts'
import { renderApp } from '../testing/render-app.tsx'
import { type ServerStream, serverStreams } from '../testing/server-stream.ts'

let net: Network
let streams: ServerStream[]
beforeEach(() => {
  net = network()
  streams = serverStreams()
  net.on('PUT /api/posts/*/watch', { status: 204 })
  net.on('GET /api/feed', { status: 200, body: { posts: [], cursor: null } })
})

const Choices = lazyPart(async () => (await import('#features/moderation/CommentChoices.tsx')).CommentChoices)
const post = aPost({ commentCount: 2 })
const said = (text: string, more: Partial<Comment> = {}) => aComment(post.id, { text, ...more })
const answerTo = (top: Comment, text: string) => said(text, { parentId: top.id, rootId: top.id, depth: 1 })
const one = (text: string) => page.getByRole('article', { name: `leila: ${text}`, exact: true })
const order = () => [...document.querySelectorAll('article[id^="c-"]')].map(({ ariaLabel }) => ariaLabel?.slice(7))
const pageOf = (comments: Comment[]) => ({
  status: 200,
  body: { comments, commentCount: comments.length, cursor: null, before: null },
})
const tell = (message: LiveMessage) => streams[0]?.tell(message)
const left = ({ id, parentId, rootId }: Comment, gone: 'by-author' | 'by-post-author' = 'by-author') =>
  tell({ type: 'comment-left', postId: post.id, commentId: id, parentId, rootId, gone })
const changed = ({ id }: Comment) => tell({ type: 'comment-changed', postId: post.id, commentId: id })
const arrived = ({ id, author }: Comment) =>
  tell({ type: 'comment-arrived', postId: post.id, commentId: id, authorId: author?.id ?? post.author.id })
const count = (queries: QueryClient) => queries.getQueryData<{ commentCount: number }>(postKey(post.id))?.commentCount

function Talk() {
  useWatchPost(post.id, true)
  const context = {
    ...{ post, hrefs: paths, linked: null, onReply: () => {}, onVisitor: undefined, Choices },
    commentHref: (comment: Comment) => paths.comment(post.id, comment.id),
  }
  return (
    <article>
      <CommentList context={context} />
      <ArrivedPill post={post.id} onElsewhere={() => {}} />
    </article>
  )
}

/** The talk of a post's own page, told of what happens. */
async function openPost(comments: Comment[]) {
  net.on('GET /api/posts/*/comments', pageOf(comments))
  const queries = newQueries({ retries: 0 })
  keepPosts(queries, [{ ...post, commentCount: comments.length }])
  const viewer = aViewer()
  renderApp(<Talk />, { queries, viewer })
  onTestFinished(subscribeToEvents(queries, viewer, { onOrder: () => {}, onNotification: () => {}, onGap: () => {} }))
  await expect.element(one(comments[0]?.text ?? '')).toBeVisible()
  await expect.poll(() => streams).toHaveLength(1)
  return queries
}

describe('under a post that one reads', () => {
  test('comments stand in the order in which they were written, whichever answer comes first', async () => {
    await openPost([said('Zero')])
    const late = held()
    const [first, second, third] = [said('One'), said('Two'), said('Three')]
    net.on(`GET /api/comments/${first.id}`, late.answer)
    for (const comment of [second, third]) net.on(`GET /api/comments/${comment.id}`, { status: 200, body: comment })
    for (const comment of [first, third, second]) arrived(comment)
    await expect.element(one('Two')).toBeVisible()
    await expect.poll(order).toEqual(['Zero', 'Two', 'Three'])
    late.give({ status: 200, body: first })
    await expect.poll(order).toEqual(['Zero', 'One', 'Two', 'Three'])
    await expect.element(page.getByRole('button', { name: 'Show 3 new comments' })).toBeVisible()
  })

  test('a comment told of twice while its answer is on its way comes once', async () => {
    const queries = await openPost([said('Zero')])
    const comment = said('One')
    const answer = held()
    net.on(`GET /api/comments/${comment.id}`, answer.answer)
    arrived(comment)
    arrived(comment)
    await expect.poll(() => net.sent.filter((sent) => sent.endsWith(comment.id))).toHaveLength(2)
    answer.give({ status: 200, body: comment })
    await expect.element(page.getByRole('button', { name: 'Show 1 new comment', exact: true })).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve))
    await expect.poll(order).toEqual(['Zero', 'One'])
    expect(count(queries)).toBe(2)
    await expect.element(page.getByRole('button', { name: 'Show 1 new comment', exact: true })).toBeVisible()
  })

  test('an edited comment reads as it does now, also when the answer about its first change comes last', async () => {
    const comment = said('A typpo')
    await openPost([comment])
    const [early, late] = [held(), held()]
    net.on(`GET /api/comments/${comment.id}`, early.answer)
    changed(comment)
    await expect.poll(() => net.sent.at(-1)).toBe(`GET /api/comments/${comment.id}`)
    net.on(`GET /api/comments/${comment.id}`, late.answer)
    changed(comment)
    late.give({ status: 200, body: { ...comment, text: 'A typo', editedAt: '2026-11-20T11:05:00.000Z' } })
    await expect.element(one('A typo')).toBeVisible()
    await expect.element(one('A typo').getByText('· edited')).toBeVisible()
    early.give({ status: 200, body: { ...comment, text: 'A tpo', editedAt: '2026-11-20T11:04:00.000Z' } })
    await new Promise((resolve) => setTimeout(resolve))
    await expect.element(one('A typo')).toBeVisible()
  })

  test('what the author of the post pins goes to the top, and back into its place', async () => {
    const [first, second] = [said('First'), said('Second')]
    await openPost([first, second])
    const top = page.getByRole('list', { name: 'Pinned comment' })
    net.on(`GET /api/comments/${second.id}`, { status: 200, body: { ...second, isPinned: true } })
    changed(second)
    await expect.element(top.getByRole('article', { name: 'leila: Second' })).toBeVisible()
    expect(order()).toEqual(['Second', 'First'])
    net.on(`GET /api/comments/${second.id}`, { status: 200, body: second })
    changed(second)
    await expect.poll(order).toEqual(['First', 'Second'])
  })

  test('a deleted comment leaves and is counted no more; one with answers leaves its place', async () => {
    const [first, second] = [said('First', { replyCount: 1 }), said('Second')]
    const answer = answerTo(first, 'An answer')
    const queries = await openPost([first, answer, second])
    left(second)
    await expect.element(one('Second')).not.toBeInTheDocument()
    expect(count(queries)).toBe(2)
    left(first, 'by-post-author')
    await expect.element(page.getByText('Comment deleted by the author of the post')).toBeVisible()
    await expect.element(one('An answer')).toBeVisible()
    left(first, 'by-post-author')
    left(answer)
    await expect.poll(order).toEqual([])
    await expect.element(page.getByText('Comment deleted by the author of the post')).not.toBeInTheDocument()
    expect(count(queries)).toBe(0)
  })

  test('a comment that is deleted before its answer is here does not come', async () => {
    const queries = await openPost([said('First')])
    const answer = held()
    const brief = said('Brief')
    net.on(`GET /api/comments/${brief.id}`, answer.answer)
    arrived(brief)
    await expect.poll(() => net.sent.at(-1)).toBe(`GET /api/comments/${brief.id}`)
    left(brief)
    await expect.poll(() => count(queries)).toBe(0)
    answer.give({ status: 200, body: brief })
    await new Promise((resolve) => setTimeout(resolve))
    expect(order()).toEqual(['First'])
  })

  test('whoever is at a comment that somebody else deletes goes on at the next', async () => {
    const [first, second] = [said('First'), said('Second')]
    await openPost([first, second])
    document.getElementById(`c-${first.id}`)?.focus()
    left(first)
    await expect.element(one('Second')).toHaveFocus()
  })

  test('after a gap everything stands as it does now', async () => {
    const [first, second, third] = [said('First', { replyCount: 2 }), said('Second'), said('Third')]
    const [kept, lost] = [answerTo(first, 'Kept'), answerTo(first, 'Lost')]
    const queries = await openPost([first, kept, lost, second, third])
    const fourth = said('Fourth')
    const now = [
      { ...first, text: 'First, edited', editedAt: '2026-11-20T11:05:00.000Z', replyCount: 1 },
      ...[kept, third, fourth],
    ]
    net.on('GET /api/posts/*/comments', ({ path }) => pageOf(path.includes(post.id) ? now : []))
    for (const gone of [second, lost]) net.on(`GET /api/comments/${gone.id}`, refusal('not-found', 404))
    tell({ type: 'resync' })
    await expect.poll(order).toEqual(['First, edited', 'Kept', 'Third', 'Fourth'])
    expect(count(queries)).toBe(4)
  })
})
