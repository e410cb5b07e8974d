import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { commentKey } from '#features/comments/comment-keys.ts'
import { listAxeViolations } from '../testing/axe.ts'
import { fakeCommentsApi } from '../testing/fake-comments-api.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aComment, aPost } from '../testing/fixtures.ts'
import { openPost } from '../testing/open-post.tsx'
import { unmountAll } from '../testing/render.tsx'

const TOPS = 200
const post = aPost({ commentCount: TOPS })
/** Id of a comment written `ms` milliseconds after the first comment. */
const createId = (ms: number) => `01990000-${ms.toString(16).padStart(4, '0')}-7000-8000-000000000001` as CommentId
const topComments = Array.from({ length: TOPS }, (_, n) => aComment(post.id, { id: createId(n), text: `Top ${n}` }))
const createReplies = (top: Comment, count: number) =>
  Array.from({ length: count }, (_, n) =>
    aComment(post.id, { id: createId(1_000 + n), text: `Answer ${n}`, parentId: top.id, rootId: top.id, depth: 1 }),
  )

let net: FakeNetwork
beforeEach(async () => {
  net = fakeNetwork()
  net.on('PUT /api/posts/*/watch', { status: 204 })
  await page.viewport(390, 844)
  window.scrollTo(0, 0)
  return () => page.viewport(1440, 900)
})

const comment = (text: string) => page.getByRole('article', { name: `leila: ${text}`, exact: true })
const isRendered = (text: string) => comment(text).elements().length > 0
const findTop = (text: string) => Math.round(comment(text).element().getBoundingClientRect().top)
const elements = () => document.querySelectorAll('*').length

/** Returns the comment in the middle of the screen; undefined if there is none. */
function findMiddleComment(): Element | undefined {
  const articles = [...document.querySelectorAll('article[id^="c-"]')]
  return articles.findLast((article) => article.getBoundingClientRect().top < window.innerHeight / 2)
}

/** Scrolls in steps until the comment with this text is on screen. */
async function scrollTo(text: string, step = 400) {
  const isOnScreen = () => isRendered(text) && findTop(text) > 100 && findTop(text) < 750
  await expect
    .poll(
      async () => {
        const shown = findMiddleComment()
        const isBlank = shown && shown.getBoundingClientRect().bottom < 0
        const distance = isRendered(text) ? findTop(text) - 300 : isBlank ? 0 : step
        const list = document.querySelector('[role=list][aria-label=Comments]')?.closest('[class*=words]')
        for (const scroller of [window, list]) scroller?.scrollBy(0, distance)
        await new Promise((resolve) => setTimeout(resolve, 50))
        return isOnScreen()
      },
      { interval: 10, timeout: 25_000 },
    )
    .toBe(true)
}

describe('CommentList with many comments', () => {
  beforeEach(() => fakeCommentsApi(net, topComments))

  test('loads comments on scroll, and removes comments far outside the viewport from the DOM', async () => {
    await openPost(post)
    await expect.element(comment('Top 0')).toBeInTheDocument()
    await scrollTo('Top 199')
    expect(isRendered('Top 50')).toBe(false)
    expect(elements()).toBeLessThan(2_500)
    // The first comments of the list always remain in the DOM.
    expect(isRendered('Top 0')).toBe(true)
    expect(net.sent.filter((line) => line.endsWith('/comments'))).toHaveLength(7)
    await expect.element(page.getByRole('button', { name: 'Show more comments' })).not.toBeInTheDocument()
  })

  test('starts at the newest comment if the URL requests it, and links to the oldest comment', async () => {
    await openPost(post, 'newest')
    await expect.element(comment('Top 199')).toHaveFocus()
    await expect.element(comment('Top 199')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Oldest' })).toHaveAttribute('href', paths.post(post.id))
    expect(page.getByRole('link', { name: 'Newest' }).elements()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Show earlier comments' }))
    await expect.element(comment('Top 150')).toBeInTheDocument()
  })

  test('scrolls the comment column, not the page, to the linked comment on a wide screen', async () => {
    await page.viewport(1440, 640)
    const { id, text } = topComments[100] as Comment
    for (const [from, led] of [
      ['newest', 'Top 199'],
      [id, text],
    ] as const) {
      await openPost(post, from)
      await expect.element(comment(led)).toHaveFocus()
      const box = comment(led).element().getBoundingClientRect()
      const words = comment(led).element().closest('[class*=words]')?.getBoundingClientRect() ?? new DOMRect()
      expect([box.top > words.top, box.bottom < Math.min(words.bottom, window.innerHeight)]).toEqual([true, true])
      expect(document.documentElement.scrollHeight).toBeGreaterThan(window.innerHeight + 20)
      expect(window.scrollY).toBe(0)
      unmountAll()
    }
  })

  test('exposes the position of each comment to screen readers at any scroll position', async () => {
    // On a wide screen, the comment column beside the photo scrolls separately, and no bar covers this column.
    await page.viewport(1440, 900)
    await openPost(post)
    await scrollTo('Top 120')
    const item = comment('Top 120').element().closest('[role=listitem]')
    expect(item?.getAttribute('aria-posinset')).toBe('121')
    expect(item?.closest('[role=list]')?.getAttribute('aria-label')).toBe('Comments')
    for (const theme of ['light', 'dark'] as const) {
      document.documentElement.dataset.theme = theme
      expect(await listAxeViolations()).toEqual([])
    }
  })

  test('preserves the unsaved text of a comment in edit mode while the reader scrolls away', async () => {
    const mine = aComment(post.id, { id: createId(30), text: 'Mine', mine: true, deletableByMe: true })
    fakeCommentsApi(net, [...topComments.slice(0, 30), mine, ...topComments.slice(31)])
    await openPost(post)
    await scrollTo('Mine')
    await userEvent.click(comment('Mine').getByRole('button', { name: /^More options/ }))
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit' }))
    const field = page.getByRole('textbox', { name: 'Edit your comment' })
    await userEvent.fill(field, 'Half a thought')
    await scrollTo('Top 60')
    // A click on another comment must not discard the unsaved text.
    await userEvent.click(comment('Top 60').getByRole('button', { name: 'Reply to leila' }))
    await scrollTo('Top 120')
    expect(isRendered('Top 32')).toBe(false)
    await expect.element(field).toHaveValue('Half a thought')
    await userEvent.click(page.getByRole('button', { name: 'Stop replying to leila' }))
  })

  test('restores the scroll position after a reload, and omits comments deleted in the meantime', async () => {
    await openPost(post)
    await scrollTo('Top 140')
    const place = findTop('Top 140')
    window.dispatchEvent(new Event('pagehide'))
    unmountAll()
    const sentBefore = net.sent.length
    const deleted = topComments[138] as Comment
    fakeCommentsApi(net, [...topComments.slice(0, 138), ...topComments.slice(139)])
    net.on(`GET /api/comments/${deleted.id}`, errorReply('not-found', 404))
    const queries = await openPost(post)
    await expect.element(comment('Top 140')).toBeVisible()
    await expect.poll(() => queries.getQueryData(commentKey(deleted.id))).toBe(null)
    // The restored scroll position may differ by up to the height of the deleted comment.
    await expect.poll(() => Math.abs(findTop('Top 140') - place)).toBeLessThan(90)
    expect(isRendered('Top 138')).toBe(false)
    expect(net.sent.slice(sentBefore).filter((line) => line.endsWith('/comments')).length).toBeLessThan(5)
  })
})

test('CommentList focuses the first new reply after "Show 50 more replies" and "Show all 130 replies"', async () => {
  const top = aComment(post.id, { id: createId(0), text: 'Top', replyCount: 130 })
  const answers = createReplies(top, 130)
  fakeCommentsApi(net, [top, ...answers, ...topComments.slice(1, 10)])
  await openPost(post)
  await userEvent.click(page.getByRole('button', { name: 'Show 50 more replies' }))
  await expect.element(comment('Answer 3')).toHaveFocus()
  await scrollTo('Answer 52')
  await userEvent.click(page.getByRole('button', { name: 'Show all 130 replies' }))
  await expect.element(comment('Answer 53')).toHaveFocus()
  await scrollTo('Answer 129')
  expect(isRendered('Answer 20')).toBe(false)
  await expect.element(page.getByRole('button', { name: /replies$/ })).not.toBeInTheDocument()
})

test("CommentList appends the viewer's new comment to the loaded comments without loading more", async () => {
  // Uses a new post, because an earlier test has saved a scroll position for the shared post.
  const own = aPost()
  fakeCommentsApi(net, topComments)
  net.on('POST /api/posts/*/comments', ({ body }) => ({
    status: 201,
    body: aComment(own.id, { ...(body as object), id: createId(5_000), mine: true }),
  }))
  await openPost(own)
  await userEvent.fill(page.getByRole('textbox', { name: 'Add a comment' }), 'Mine alone')
  await userEvent.keyboard('{Enter}')
  await expect.element(comment('Mine alone')).toBeVisible()
  const sentBefore = net.sent.filter((line) => line.endsWith('/comments')).length
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(net.sent.filter((line) => line.endsWith('/comments'))).toHaveLength(sentBefore)
  await userEvent.click(page.getByRole('button', { name: 'Show more comments' }))
  await scrollTo('Top 60')
})
