import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startOutbox } from '#lib/outbox/outbox.ts'
import { addToOutbox, type OutboxItem, type OutboxKind, readOutbox } from '#lib/outbox/outbox-database.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { emptyOutbox } from '../../testing/empty-outbox.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aViewer } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { OutboxStatus } from './OutboxStatus.tsx'
import { WaitingActions } from './WaitingActions.tsx'

const viewer = aViewer()
let net: FakeNetwork

afterEach(emptyOutbox)
beforeEach(() => {
  net = fakeNetwork()
  setPageViewer(viewer.id)
})

const state = (kind: OutboxKind, method: string, words = ''): Omit<OutboxItem, 'id'> => ({
  ...{ user: viewer.id, kind, thing: 'post:1', isState: true, words, photo: null, refused: null },
  request: { method, path: `/api/posts/1/${kind}`, body: null, idempotencyKey: null },
})

describe('WaitingActions', () => {
  test.for([
    ['like', 'PUT', 'leila', 'Like: leila'],
    ['like', 'DELETE', 'leila', 'Unlike: leila'],
    ['save', 'DELETE', 'leila', 'Remove from saved: leila'],
    ['follow', 'DELETE', 'leila', 'Unfollow: leila'],
    ['like-comment', 'DELETE', '', 'Unlike of a comment'],
    ['react', 'DELETE', '', 'Removal of a story reaction'],
    ['delete', 'DELETE', 'Mud', 'Delete: Mud'],
  ] as const)('names a queued "%s" action that is sent with %s', async ([kind, method, words, name]) => {
    renderApp(<WaitingActions items={[{ ...state(kind, method, words), id: 1 }]} />)
    await expect.element(page.getByRole('listitem')).toMatchTextContent(name)
  })
})

describe('OutboxStatus', () => {
  test('focuses the next action when an action is cancelled, and the page heading after the last action', async () => {
    await addToOutbox(state('like', 'PUT', 'leila'))
    await addToOutbox(state('save', 'PUT', 'leila'))
    startOutbox(
      () => {},
      () => {},
    )
    renderApp(
      <>
        <h1>Feed</h1>
        <OutboxStatus />
      </>,
    )
    const like = page.getByRole('button', { name: /^Cancel sending: Like: / })
    const save = page.getByRole('button', { name: /^Cancel sending: Save: / })
    await like.click()
    await expect.element(save).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Feed' })).toHaveFocus()
  })

  test('removes a cancelled action at once, even while the server does not answer', async () => {
    const answer = deferredReply()
    net.on('PUT /api/posts/1/like', answer.answer)
    await addToOutbox(state('like', 'PUT', 'leila'))
    startOutbox(
      () => {},
      () => {},
    )
    renderApp(<OutboxStatus />)
    await expect.poll(() => net.sent).toEqual(['PUT /api/posts/1/like'])
    window.dispatchEvent(new Event('online'))
    // The sender still waits for the server and does not update the list on the screen. This message updates the list.
    const channel = new BroadcastChannel('pawtrait-outbox')
    channel.postMessage({ type: 'changed' })
    channel.close()
    await page.getByRole('button', { name: /^Cancel sending: Like: / }).click()
    await expect.element(page.getByText('Waiting to send')).not.toBeInTheDocument()
    expect(await readOutbox()).toEqual([])
    answer.give({ status: 200, body: {} })
  })

  test('asks to log in again when the session has ended', async () => {
    net.on('PUT /api/posts/1/like', errorReply('unauthenticated', 401))
    await addToOutbox(state('like', 'PUT', 'leila'))
    renderApp(<OutboxStatus />)
    window.dispatchEvent(new Event('online'))
    await expect.element(page.getByRole('link', { name: 'Log in again to send this.' })).toBeVisible()
  })
})
