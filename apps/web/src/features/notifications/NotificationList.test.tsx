import type { CommentId, NotificationId, StoryId } from '@pawtrait/contract/ids.ts'
import type { Notification } from '@pawtrait/contract/notifications.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createQueryClient } from '#lib/server/query-client.ts'
import { listAxeViolations } from '../../testing/axe.ts'
import { dispatchTouchDrag } from '../../testing/dispatch-touch-drag.ts'
import { emulateInstalledApp } from '../../testing/emulate-installed-app.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aNotification, anId, aPet } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NotificationBell } from './NotificationBell.tsx'
import { NotificationList } from './NotificationList.tsx'
import { notificationsQuery } from './notification-cache.ts'
import { applyNotificationEvent } from './unread-count-cache.ts'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
})

const text = (words: string) => page.getByText(words, { exact: false })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const line = (words: string) => page.getByRole('listitem').filter({ hasText: words })

const answer = (notifications: Notification[], cursor: string | null = null) =>
  net.on('GET /api/notifications', {
    status: 200,
    body: { notifications, cursor, unread: notifications.filter(({ unread }) => unread).length },
  })

const show = () =>
  renderApp(
    <main>
      <NotificationBell />
      <NotificationList />
    </main>,
  )

const someone = aNotification().actors[0]
const names = (...usernames: string[]) =>
  usernames.flatMap((username) => (someone ? [{ ...someone, id: anId<typeof someone.id>(), username }] : []))

const story = { id: anId<StoryId>(), thumb: null, alt: '', reply: 'The ears!' }

test('NotificationList links the notification of a story reply to the replies panel of that story', async () => {
  answer([aNotification({ type: 'story-reply', post: null, story })])
  show()
  const link = page.getByRole('link', { name: /replied to your story/ })
  await expect.element(link).toHaveAttribute('href', `/stories/${story.id}?panel=replies`)
})

test('NotificationList describes each moderation decision, and says when a decision was reversed', async () => {
  const about = { what: 'decided', action: 'take-down', kind: 'post', automated: false } as const
  const decision = (more: Partial<NonNullable<Notification['decision']>>) =>
    aNotification({ type: 'decision', post: null, actors: [], decisionId: anId(), decision: { ...about, ...more } })
  answer([
    decision({}),
    decision({ action: 'suspend', kind: 'user' }),
    decision({ action: 'take-down', kind: 'comment', automated: true }),
    decision({ what: 'undone' }),
    decision({ what: 'overturned' }),
  ])
  show()
  await expect.element(line('A moderator took down your post')).toBeVisible()
  await expect.element(line('A moderator suspended your account')).toBeVisible()
  await expect.element(line('We hid your comment automatically')).toBeVisible()
  await expect.element(line('The decision about your post was undone')).toBeVisible()
  await expect.element(line('You were right, and the decision is undone')).toBeVisible()
})

test("NotificationList says who invited the user to become a pet's owner, and who became an owner", async () => {
  const pet = aPet({ name: 'Biscuit' })
  const [requesting, accepted] = [names('amina.o'), names('wanjiru.k')]
  const birthday = { pet, post: null, asOwner: true }
  answer([
    aNotification({ ...birthday, type: 'pet-invite', actors: requesting, inviteId: anId() }),
    aNotification({ ...birthday, type: 'pet-person', actors: accepted }),
  ])
  show()
  await expect.element(line('amina.o invited you to become Biscuit’s owner')).toBeVisible()
  await expect.element(line('wanjiru.k is Biscuit’s owner now')).toBeVisible()
})

describe('NotificationList', () => {
  test('lists notifications by day, each with its actors, actor count, action and link', async () => {
    const comment = { id: anId<CommentId>(), text: 'Grey clashes with everything' }
    const liked = aNotification({ actors: names('leila.h', 'brian.m'), actorCount: 14 })
    const replyLine = aNotification({ type: 'reply', comment, unread: false, updatedAt: new Date().toISOString() })
    const pet = aPet({ name: 'Biscuit', birthday: '2022-11-21' })
    const day = '2026-11-21' // in the time zone UTC+3 this day begins at 21:00 UTC of the previous day
    const born = aNotification({ type: 'birthday', actors: [], actorCount: 0, post: null, pet, unread: false })
    answer([replyLine, liked, { ...born, day, updatedAt: '2026-11-20T21:15:00.000Z' }])
    show()
    await expect.element(text('leila.h, brian.m and 12 others')).toBeVisible()
    await expect.element(line('12 others')).toMatchTextContent('Chapati’s photo')
    await expect.element(line('12 others')).toMatchTextContent('unread')
    await expect
      .element(line('Grey clashes'))
      .toMatchTextContent('leila.h replied to you: “Grey clashes with everything”')
    await expect.element(line('Biscuit')).toMatchTextContent('Biscuit turned 4')
    await expect.element(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: /Grey clashes/ }))
      .toHaveAttribute('href', `/posts/${replyLine.post?.id}?comment=${comment.id}`)
    expect(await listAxeViolations()).toEqual([])
  })

  test('updates the unread count when one notification is opened, and when all are marked as read', async () => {
    const [first, second] = [aNotification({ actors: names('ann') }), aNotification({ actors: names('ben') })]
    answer([first, second])
    net.on('PUT /api/notifications/*/read', { status: 200, body: { unread: 1 } })
    net.on('PUT /api/notifications/read', { status: 200, body: { unread: 0 } })
    const queries = show()
    applyNotificationEvent(queries, { type: 'notification', unread: 2 })
    await expect.element(page.getByRole('link', { name: 'Notifications, 2 new' })).toBeVisible()
    await userEvent.click(page.getByRole('link', { name: /ann/ }))
    await expect.element(line('ann')).not.toMatchTextContent('unread')
    await expect.element(page.getByRole('link', { name: 'Notifications, 1 new' })).toBeVisible()
    expect(net.sent).toContain(`PUT /api/notifications/${first.id}/read`)
    await userEvent.click(button('Mark all read'))
    await expect.element(line('ben')).not.toMatchTextContent('unread')
    await expect.element(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    expect(net.requests.at(-1)?.body).toEqual({ upTo: first.updatedAt })
    await expect.element(button('Mark all read')).toBeDisabled()
  })

  test('reverts the notifications to unread and shows an error when marking all as read fails', async () => {
    answer([aNotification()])
    net.on('PUT /api/notifications/read', errorReply('unavailable', 503))
    show()
    await userEvent.click(button('Mark all read'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not marked as read')
    await expect.element(line('leila.h')).toMatchTextContent('unread')
  })

  test('shows new notifications only after a press on "Show 2 new"', async () => {
    const oldNotification = aNotification({ actors: names('ann') })
    answer([oldNotification])
    const queries = show()
    await expect.element(line('ann')).toBeVisible()
    const newNotification = aNotification({ actors: names('ben') })
    answer([newNotification, oldNotification])
    const top = () => line('ann').element().getBoundingClientRect().top
    const before = top()
    for (const id of [newNotification.id, anId<NotificationId>(), newNotification.id])
      applyNotificationEvent(queries, { type: 'notification', unread: 2, id })
    await expect.element(button('Show 2 new notifications')).toBeVisible()
    expect([top(), net.sent.filter((sent) => sent === 'GET /api/notifications')]).toEqual([
      before,
      ['GET /api/notifications'],
    ])
    await userEvent.click(button('Show 2 new notifications'))
    await expect.element(line('ben')).toBeVisible()
    await expect.element(button('Show 2 new notifications')).not.toBeInTheDocument()
  })

  test('marks all notifications as read when another tab has marked them as read', async () => {
    answer([aNotification()])
    const queries = show()
    await expect.element(line('leila.h')).toMatchTextContent('unread')
    applyNotificationEvent(queries, { type: 'notification', unread: 0 })
    await expect.element(line('leila.h')).not.toMatchTextContent('unread')
  })

  test('shows "Accept" for a follow request, a link for an invitation, and "Follow" for a new follower', async () => {
    const requestLine = aNotification({ type: 'follow-request', post: null })
    const invite = aNotification({ type: 'pet-invite', post: null, pet: aPet({ name: 'Mango' }), inviteId: anId() })
    const follow = aNotification({ type: 'follow', post: null, actors: names('njeri_w') })
    answer([requestLine, invite, follow])
    net.on('PUT /api/follow-requests/*', errorReply('unavailable', 503))
    show()
    await expect
      .element(page.getByRole('link', { name: 'Open the invitation of Mango' }))
      .toHaveAttribute('href', `/invitations/${invite.inviteId}`)
    await expect.element(page.getByRole('button', { name: 'Follow njeri_w' })).toBeVisible()
    await userEvent.click(button('Accept leila.h'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing has changed')
    net.on('PUT /api/follow-requests/*', { status: 204 })
    await userEvent.click(button('Accept leila.h'))
    await expect.poll(() => page.getByText('asked to follow you').elements()).toEqual([])
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows the newest follow requests beside the list, and removes an accepted request', async () => {
    answer([])
    const requester = { id: anId(), username: 'hassan_a', fullname: 'Hassan A.', image: null, followers: 3 }
    const requestsReply = {
      requests: [{ ...requester, askedAt: '2026-11-20T10:00:00.000Z' }],
      cursor: null,
      waiting: 3,
    }
    net.on('GET /api/follow-requests', { status: 200, body: requestsReply })
    net.on('PUT /api/follow-requests/*', { status: 204 })
    show()
    await expect.element(page.getByRole('link', { name: 'See all 3' })).toHaveAttribute('href', '/settings/requests')
    expect(await listAxeViolations()).toEqual([])
    net.on('GET /api/follow-requests', { status: 200, body: { requests: [], cursor: null, waiting: 0 } })
    await userEvent.click(button('Accept Hassan A.'))
    await expect.element(text('@hassan_a')).not.toBeInTheDocument()
    expect(net.sent).toContain(`PUT /api/follow-requests/${requester.id}`)
  })

  test('shows an empty state for all notifications and for mentions', async () => {
    answer([])
    show()
    await expect.element(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Mentions'))
    await expect.element(text('Nobody has mentioned you yet')).toBeVisible()
  })

  test('shows an error instead of the empty state when a stored empty list cannot be refreshed', async () => {
    answer([])
    const queries = createQueryClient({ retries: 0 })
    await queries.fetchInfiniteQuery(notificationsQuery('all'))
    net.on('GET /api/notifications', errorReply('unavailable', 503))
    renderApp(<NotificationList />, { queries })
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load your notifications')
    expect(text('No notifications yet').elements()).toHaveLength(0)
  })

  test('shows the time of stored notifications that cannot be refreshed', async () => {
    answer([aNotification()])
    const queries = createQueryClient({ retries: 0 })
    await queries.fetchInfiniteQuery(notificationsQuery('all'))
    net.on('GET /api/notifications', errorReply('unavailable', 503))
    renderApp(<NotificationList />, { queries })
    await expect.element(page.getByText(/These notifications are from \d\d:\d\d/)).toBeVisible()
    await expect.element(line('leila.h')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows an error when loading fails, and loads again on "Try again"', async () => {
    show()
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load your notifications')
    answer([aNotification()])
    await userEvent.click(button('Try again'))
    await expect.element(line('leila.h')).toBeVisible()
  })
})

test('NotificationList refreshes on pull-to-refresh in the installed app, and shows an error on failure', async () => {
  emulateInstalledApp()
  answer([aNotification({ actors: names('wanjiru') })])
  show()
  await expect.element(text('wanjiru')).toBeVisible()
  await expect.poll(() => document.querySelector('[data-phase=idle]')).not.toBeNull()
  const pull = () => dispatchTouchDrag(text('wanjiru').element(), { from: { x: 100, y: 100 }, to: { x: 100, y: 300 } })
  net.on('GET /api/notifications', errorReply('unavailable', 503))
  pull()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(text('wanjiru')).toBeVisible()
  answer([aNotification({ actors: names('brian') })])
  pull()
  await expect.element(text('brian')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
