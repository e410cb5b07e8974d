import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../testing/axe.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aFeedPost, aViewer } from '../testing/fixtures.ts'
import { aFeedLimit } from '../testing/payment-fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { FeedPage } from './FeedPage.tsx'

let net: FakeNetwork
const viewer = aViewer()
const own = aFeedPost({ author: { ...viewer, followedByMe: false }, caption: 'Mine' })
const theirs = aFeedPost({ caption: 'Theirs' })
const card = (caption: string) => page.getByRole('article').filter({ hasText: caption })
const dialog = () => page.getByRole('dialog', { name: 'Who sees this post?' })
const radio = (name: RegExp) => dialog().getByRole('radio', { name })
const changes = () => net.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

const openMenu = (caption: string) =>
  userEvent.click(card(caption).getByRole('button', { name: 'More options for this post' }))

async function openDialog() {
  await openMenu('Mine')
  await userEvent.click(page.getByRole('menuitem', { name: 'Change who sees it' }))
  await expect.element(radio(/^Everyone Also/)).toBeChecked()
}

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/feed', { status: 200, body: { posts: [own, theirs], cursor: null, limit: aFeedLimit() } })
  net.on('GET /api/posts/*', { status: 200, body: own })
  renderApp(<FeedPage />, { viewer })
})

describe('audience of a post', () => {
  test('changes when set in the post menu, and appears on the post before the server answers', async () => {
    const answer = deferredReply()
    net.on('PATCH /api/posts/*', answer.answer)
    await openDialog()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(radio(/^Followers The/))
    await expect.element(radio(/^Followers The/)).toBeChecked()
    await expect.element(card('Mine')).toMatchTextContent('for followers')
    expect(changes()).toEqual([{ audience: 'followers' }])
    answer.give({ status: 200, body: { ...own, audience: 'followers', editedAt: own.postedAt } })
    await userEvent.click(dialog().getByRole('button', { name: 'Done' }))
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(card('Mine')).toMatchTextContent('for followers')
  })

  test('reverts when the server refuses the change, with an error in the dialog and on the post', async () => {
    const answer = deferredReply()
    net.on('PATCH /api/posts/*', answer.answer)
    await openDialog()
    await userEvent.click(radio(/^Close friends/))
    await expect.element(radio(/^Close friends/)).toBeChecked()
    answer.give(errorReply('too-many-requests', 429))
    await expect.element(dialog().getByRole('alert')).toMatchTextContent('Who sees it was not changed')
    await expect.element(radio(/^Everyone Also/)).toBeChecked()
    await userEvent.click(dialog().getByRole('button', { name: 'Done' }))
    await expect.element(card('Mine').getByRole('alert')).toMatchTextContent('Who sees it was not changed')
    await openDialog()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test("cannot be changed on another user's post", async () => {
    await openMenu('Theirs')
    await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: 'Change who sees it' })).not.toBeInTheDocument()
  })
})
