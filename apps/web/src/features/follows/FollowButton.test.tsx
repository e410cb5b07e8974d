import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aPost } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { FollowButton } from './FollowButton.tsx'
import type { FollowState } from './follow-cache.ts'

let net: FakeNetwork
const { id } = aPost().author
const state = (more: object) => ({ followedByMe: false, requestedByMe: false, followerCount: 4, ...more })
const button = () => page.getByRole('button')

beforeEach(() => {
  net = fakeNetwork()
})

const show = (known: FollowState) =>
  void renderApp(<FollowButton followed={{ kind: 'user', id }} known={known} name="wanjiru" />)

describe('FollowButton', () => {
  test('changes to "Following" for a public account, and back to "Follow" on a second press', async () => {
    net.on('PUT /api/users/*/follow', { status: 200, body: state({ followedByMe: true }) })
    net.on('DELETE /api/users/*/follow', { status: 200, body: state({}) })
    show(state({}))
    await userEvent.click(button())
    await expect.element(button()).toMatchTextContent('Following')
    await expect.element(button()).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(button())
    await expect.element(button()).toMatchTextContent('Follow')
    await expect.element(button()).toHaveAttribute('aria-pressed', 'false')
  })

  test('shows "Requested" immediately for a private account, and withdraws the request on a second press', async () => {
    const answer = deferredReply()
    net.on('PUT /api/users/*/follow', answer.answer)
    net.on('DELETE /api/users/*/follow', { status: 200, body: state({}) })
    show(state({ isPrivate: true }))
    await userEvent.click(button())
    await expect.element(button()).toMatchTextContent('Requested')
    answer.give({ status: 200, body: state({ requestedByMe: true }) })
    await expect.element(button()).toHaveAccessibleName('Requested to follow wanjiru. Press to cancel.')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button())
    await expect.element(button()).toHaveAccessibleName('Follow wanjiru')
    expect(net.sent).toEqual([`PUT /api/users/${id}/follow`, `DELETE /api/users/${id}/follow`])
  })

  test('has `aria-busy` during the request when the account may be private, and then shows "Requested"', async () => {
    const answer = deferredReply()
    net.on('PUT /api/users/*/follow', answer.answer)
    show({ followedByMe: false })
    await userEvent.click(button())
    await expect.element(button()).toHaveAttribute('aria-busy', 'true')
    // The button does not show "Following" while the request is pending, because the account may be private.
    await expect.element(button()).toHaveAccessibleName('Follow wanjiru')
    answer.give({ status: 200, body: state({ requestedByMe: true }) })
    await expect.element(button()).toMatchTextContent('Requested')
  })

  test('reverts and shows an error when the request fails', async () => {
    net.on('PUT /api/users/*/follow', errorReply('unavailable', 503))
    show(state({ isPrivate: true }))
    await userEvent.click(button())
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not changed: wanjiru. Try again.')
    expect(page.getByRole('alert').element().getBoundingClientRect().left).toBeGreaterThanOrEqual(0)
    await expect.element(button()).toHaveAccessibleName('Follow wanjiru')
  })
})
