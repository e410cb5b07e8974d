import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { clickCheckbox } from '../../testing/click-checkbox.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aPost } from '../../testing/fixtures.ts'
import { unmountAll } from '../../testing/render.tsx'
import { renderApp } from '../../testing/render-app.tsx'
import { CloseFriendsPage } from './CloseFriendsPage.tsx'

let net: FakeNetwork
const aFollower = (username: string) => {
  const { followedByMe: _, ...card } = aPost().author
  return { ...card, username, fullname: `${username} Test` }
}
const [leila, brian] = [aFollower('leila.h'), aFollower('brian.m')]
const relation = { followedByMe: false, requestedByMe: false, me: false }
const checkbox = (username: string) => page.getByRole('checkbox', { name: new RegExp(`@${username}$`) })
const changes = () => net.sent.filter((request) => !request.startsWith('GET'))

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/close-friends', { status: 200, body: { users: [leila], cursor: null, count: 1 } })
  const users = [leila, brian].map((user) => ({ ...user, ...relation }))
  net.on('GET /api/users/*/followers', { status: 200, body: { users, cursor: null } })
})

describe('CloseFriendsPage', () => {
  test('adds and removes close friends by checkbox, and updates the count', async () => {
    net.on('PUT /api/close-friends/*', { status: 204 })
    net.on('DELETE /api/close-friends/*', { status: 204 })
    renderApp(<CloseFriendsPage />)
    await expect.element(checkbox('leila.h')).toBeChecked()
    await expect.element(page.getByRole('status').filter({ hasText: '1 close friend' })).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(checkbox('brian.m'))
    await expect.element(page.getByText('2 close friends')).toBeVisible()
    await userEvent.click(checkbox('leila.h'))
    await expect.element(checkbox('leila.h')).not.toBeChecked()
    await expect.element(page.getByText('1 close friend', { exact: true })).toBeVisible()
    await expect.poll(changes).toEqual([`PUT /api/close-friends/${brian.id}`, `DELETE /api/close-friends/${leila.id}`])
  })

  test('shows a new tick immediately, without a flash of the old state, while its request is pending', async () => {
    net.on('PUT /api/close-friends/*', deferredReply().answer)
    renderApp(<CloseFriendsPage />)
    await expect.element(checkbox('brian.m')).toBeVisible()
    expect(await clickCheckbox(checkbox('brian.m').element())).toBe(true)
  })

  test('unticks a user who could not be added, and shows an error', async () => {
    net.on('PUT /api/close-friends/*', errorReply('conflict', 409))
    renderApp(<CloseFriendsPage />)
    await userEvent.click(checkbox('brian.m'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not changed: brian.m')
    await expect.element(checkbox('brian.m')).not.toBeChecked()
  })

  test('shows an error with the name of a user who could not be added, even after a later change', async () => {
    const adding = deferredReply()
    net.on('PUT /api/close-friends/*', adding.answer)
    net.on('DELETE /api/close-friends/*', { status: 204 })
    renderApp(<CloseFriendsPage />)
    await userEvent.click(checkbox('brian.m'))
    await userEvent.click(checkbox('leila.h'))
    adding.give(errorReply('conflict', 409))
    await expect.poll(changes).toHaveLength(2)
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not changed: brian.m.')
  })

  test('shows the last of several changes to one user, even if the server refused an earlier change', async () => {
    const [adding, addingAgain] = [deferredReply(), deferredReply()]
    const replies = [adding, addingAgain]
    net.on('PUT /api/close-friends/*', () => replies.shift()?.answer() ?? errorReply('internal', 500))
    net.on('DELETE /api/close-friends/*', { status: 204 })
    renderApp(<CloseFriendsPage />)
    for (let presses = 0; presses < 3; presses += 1) await userEvent.click(checkbox('brian.m'))
    adding.give(errorReply('conflict', 409))
    await expect.poll(changes).toHaveLength(3)
    addingAgain.give({ status: 204 })
    await expect.element(page.getByText('2 close friends')).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect.element(checkbox('brian.m')).toBeChecked()
  })

  test('refetches the list when the server refuses both to add and to remove the same user', async () => {
    const adding = deferredReply()
    net.on('PUT /api/close-friends/*', adding.answer)
    net.on('DELETE /api/close-friends/*', errorReply('unavailable', 503))
    renderApp(<CloseFriendsPage />)
    await userEvent.click(checkbox('brian.m'))
    await userEvent.click(checkbox('brian.m'))
    adding.give(errorReply('unavailable', 503))
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.poll(() => net.sent.filter((request) => request === 'GET /api/close-friends')).toHaveLength(2)
    await expect.element(checkbox('brian.m')).not.toBeChecked()
  })

  test('does not show the error of a failed change on the next visit to the page', async () => {
    net.on('PUT /api/close-friends/*', errorReply('conflict', 409))
    const queries = renderApp(<CloseFriendsPage />)
    await userEvent.click(checkbox('brian.m'))
    await expect.element(page.getByRole('alert')).toBeVisible()
    unmountAll()
    renderApp(<CloseFriendsPage />, { queries })
    await expect.element(checkbox('brian.m')).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test('clears the list of close friends after a confirmation', async () => {
    net.on('DELETE /api/close-friends/*', { status: 204 })
    renderApp(<CloseFriendsPage />)
    await userEvent.click(page.getByRole('button', { name: 'Clear the list' }))
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Clear the list' }))
    await expect.element(page.getByText('No close friends yet')).toBeVisible()
    await expect.poll(changes).toEqual([`DELETE /api/close-friends/${leila.id}`])
  })
})
