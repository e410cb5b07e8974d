import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aPost } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { FollowRequestsPage } from './FollowRequestsPage.tsx'

let net: FakeNetwork
const button = (name: string) => page.getByRole('button', { name, exact: true })

const aRequester = (username: string) => {
  const { followedByMe: _, ...card } = aPost().author
  return { ...card, username, fullname: `${username} Test`, askedAt: '2026-11-20T10:00:00.000Z' }
}
const [hassan, karen, sam] = [aRequester('hassan_a'), aRequester('karen.tort'), aRequester('sam_n')]

beforeEach(() => {
  net = fakeNetwork()
  const requests = [hassan, karen].map((user) => ({ ...user, followers: 3 }))
  net.on('GET /api/follow-requests', { status: 200, body: { requests, cursor: null, waiting: 2 } })
  net.on('GET /api/follow-requests/asked', { status: 200, body: { users: [sam], cursor: null } })
  net.on('GET /api/profile/privacy', { status: 200, body: { isPrivate: true } })
})

describe('FollowRequestsPage', () => {
  test('accepts or declines a request, and focuses the confirmation that replaces it', async () => {
    net.on('PUT /api/follow-requests/*', { status: 204 })
    net.on('DELETE /api/follow-requests/*', { status: 204 })
    renderApp(<FollowRequestsPage />)
    await expect.element(page.getByText('You approve your followers.', { exact: false })).toBeVisible()
    await expect.element(button('Accept hassan_a')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Accept hassan_a'))
    await expect.element(page.getByText('hassan_a follows you now')).toHaveFocus()
    await expect.element(button('Decline hassan_a')).not.toBeInTheDocument()
    await userEvent.click(button('Decline karen.tort'))
    await expect.element(page.getByText('Declined. karen.tort is not told.')).toHaveFocus()
    const answers = net.requests.filter(({ method }) => method !== 'GET')
    expect(answers.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT /api/follow-requests/${hassan.id}`,
      `DELETE /api/follow-requests/${karen.id}`,
    ])
  })

  test('shows an error when the server fails, and when the sender has cancelled the request', async () => {
    net.on('PUT /api/follow-requests/*', errorReply('unavailable', 503))
    renderApp(<FollowRequestsPage />)
    await userEvent.click(button('Accept hassan_a'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('The request was not answered')
    net.on('PUT /api/follow-requests/*', errorReply('not-found', 404))
    await userEvent.click(button('Accept hassan_a'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('This request was cancelled or answered')
  })

  test('cancels a request that the viewer sent, and sends it again', async () => {
    const answer = (requestedByMe: boolean) => ({
      status: 200,
      body: { followedByMe: false, requestedByMe, followerCount: 1 },
    })
    net.on('DELETE /api/users/*/follow', answer(false))
    net.on('PUT /api/users/*/follow', answer(true))
    renderApp(<FollowRequestsPage />)
    await userEvent.click(button('Cancel request to sam_n'))
    await expect.element(page.getByText('Request cancelled')).toBeVisible()
    await expect.element(button('Ask sam_n again')).toHaveFocus()
    await userEvent.click(button('Ask sam_n again'))
    await expect.element(button('Cancel request to sam_n')).toBeVisible()
  })

  test("shows a link to the privacy settings when the viewer's account is public", async () => {
    net.on('GET /api/follow-requests', { status: 200, body: { requests: [], cursor: null, waiting: 0 } })
    net.on('GET /api/profile/privacy', { status: 200, body: { isPrivate: false } })
    renderApp(<FollowRequestsPage />)
    await expect.element(page.getByText('No follow requests')).toBeVisible()
    await expect.element(page.getByText('Your account is public', { exact: false })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Change in Privacy' }))
      .toHaveAttribute('href', '/settings/privacy')
  })
})
