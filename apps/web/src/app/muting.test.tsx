import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MutedUsersPage } from '#features/blocks/MutedUsersPage.tsx'
import { NotificationKindSwitches } from '#features/notifications/NotificationKindSwitches.tsx'
import { listAxeViolations } from '../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aPost } from '../testing/fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { renderFeedPosts } from '../testing/render-feed-posts.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
})

const text = (words: string) => page.getByText(words, { exact: false })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const post = aPost()
const { id, username, fullname, image } = post.author

describe('PostMenuList', () => {
  const choose = async (item: string | RegExp) => {
    await userEvent.click(page.getByRole('button', { name: /More options|Post by/ }).first())
    await userEvent.click(page.getByRole('menuitem', { name: item }))
  }

  test('mutes the post on "Mute this post", and offers "Undo" in a toast', async () => {
    net.on('GET /api/posts/*/mute', { status: 200, body: { mutedByMe: false } })
    net.on('PUT /api/posts/*/mute', { status: 200, body: { mutedByMe: true } })
    net.on('DELETE /api/posts/*/mute', { status: 200, body: { mutedByMe: false } })
    renderFeedPosts(post)
    await choose(/^Mute this post/)
    await expect.element(text('This post is muted')).toBeVisible()
    await userEvent.click(button('Undo'))
    await expect.poll(() => net.sent).toContain(`DELETE /api/posts/${post.id}/mute`)
  })

  test('offers "Unmute" for a muted author, and unmutes that author', async () => {
    net.on('GET /api/users/*/mute', { status: 200, body: { mutedByMe: true } })
    net.on('DELETE /api/users/*/mute', { status: 200, body: { mutedByMe: false } })
    renderFeedPosts(post)
    await choose(`Unmute ${username}`)
    await expect.element(text(`${username} is unmuted`)).toBeVisible()
  })

  test('shows an error beside the post when muting the author fails', async () => {
    renderFeedPosts(post)
    await choose(new RegExp(`^Mute ${username}`))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing has changed')
  })
})

describe('MutedUsersPage', () => {
  test('shows an error when unmuting a user fails, and removes the user from the list on a retry', async () => {
    const muted = { id, username, fullname, image, mutedAt: '2026-11-20T10:00:00.000Z' }
    net.on('GET /api/mutes', { status: 200, body: { users: [muted], cursor: null } })
    net.on('DELETE /api/users/*/mute', errorReply('unavailable', 503))
    renderApp(<MutedUsersPage />)
    await expect.element(text(`@${username}`)).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button(`Unmute ${username}`))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing has changed')
    net.on('DELETE /api/users/*/mute', { status: 200, body: { mutedByMe: false } })
    net.on('GET /api/mutes', { status: 200, body: { users: [], cursor: null } })
    await userEvent.click(button(`Unmute ${username}`))
    await expect.element(page.getByText('You haven’t muted anyone', { exact: true })).toBeVisible()
  })
})

describe('NotificationKindSwitches', () => {
  test('turns a kind of notification off immediately, and reverts the switch when the server refuses', async () => {
    net.on('GET /api/notifications/settings', { status: 200, body: { off: ['birthday'] } })
    net.on('PUT /api/notifications/settings/*', { status: 200, body: { off: ['birthday', 'like'] } })
    renderApp(<NotificationKindSwitches />)
    const kind = (name: string) => page.getByRole('switch', { name, exact: true })
    await expect.element(kind('Birthdays')).not.toBeChecked()
    await expect.element(kind('Likes')).toBeChecked()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(kind('Likes'))
    await expect.element(kind('Likes')).not.toBeChecked()
    expect(net.requests.at(-1)).toMatchObject({ path: '/api/notifications/settings/like', body: { on: false } })
    net.on('PUT /api/notifications/settings/*', errorReply('unavailable', 503))
    net.on('GET /api/notifications/settings', { status: 200, body: { off: ['birthday', 'like'] } })
    await userEvent.click(kind('Mentions'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing has changed')
    await expect.element(kind('Mentions')).toBeChecked()
    await expect.element(kind('Likes')).not.toBeChecked()
  })
})
