import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aPost } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { BlockedUsersPage } from './BlockedUsersPage.tsx'

let net: FakeNetwork
const { followedByMe: _, ...user } = aPost().author
const users = [{ ...user, blockedAt: '2026-11-20T10:00:00.000Z' }]

beforeEach(() => {
  net = fakeNetwork()
})

describe('BlockedUsersPage', () => {
  test('shows an error when an unblock or a block fails, and unblocks or blocks the user on a retry', async () => {
    net.on('GET /api/blocks', { status: 200, body: { users, cursor: null } })
    net.on('DELETE /api/users/*/block', errorReply('unavailable', 503))
    renderApp(<BlockedUsersPage />)
    await expect.element(page.getByText('Blocked since 20 November 2026')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: `Unblock ${user.username}` }))
    await expect.element(page.getByRole('alert')).toMatchTextContent(' is still blocked')
    net.on('DELETE /api/users/*/block', { status: 200, body: { blockedByMe: false } })
    await userEvent.click(page.getByRole('button', { name: `Unblock ${user.username}` }))
    await expect.element(page.getByText('Unblocked. You no longer follow each other.')).toBeVisible()
    const blockButton = page.getByRole('button', { name: `Block ${user.username}`, exact: true })
    await expect.element(blockButton).toHaveFocus()
    net.on('PUT /api/users/*/block', errorReply('too-many-requests', 429))
    await userEvent.click(blockButton)
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not blocked')
    net.on('PUT /api/users/*/block', { status: 200, body: { blockedByMe: true } })
    await userEvent.click(blockButton)
    await expect.element(page.getByText('Blocked since 20 November 2026')).toBeVisible()
  })

  test('shows an error when loading fails, and an empty state when no user is blocked', async () => {
    renderApp(<BlockedUsersPage />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load the people you blocked')
    net.on('GET /api/blocks', { status: 200, body: { users: [], cursor: null } })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(page.getByText('You haven’t blocked anyone', { exact: true })).toBeVisible()
  })
})
