import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aPet, aPost } from '../../testing/fixtures.ts'
import { aPremiumStatus } from '../../testing/payment-fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { renderFeedPosts } from '../../testing/render-feed-posts.tsx'
import { HiddenPostsPage } from './HiddenPostsPage.tsx'

let net: FakeNetwork
const text = (words: string) => page.getByText(words, { exact: false })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const [radar, simba] = [aPet({ name: 'Radar' }), aPet({ name: 'Simba' })]
const post = aPost({ pets: [radar, simba] })
const { id, username, fullname, image } = post.author

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/premium', { status: 200, body: aPremiumStatus({ state: 'active' }) })
})

/** Opens the menu of a post and chooses Hide. */
async function askToHide() {
  renderFeedPosts(post)
  await userEvent.click(page.getByRole('button', { name: /More options|Post by/ }).first())
  await userEvent.click(page.getByRole('menuitem', { name: 'Hide posts' }))
}

describe('HideDialog', () => {
  test('hides the posts of a user for the chosen duration, and then offers an undo', async () => {
    net.on('PUT /api/users/*/hide', { status: 200, body: { hiddenByMe: true, until: null } })
    net.on('DELETE /api/users/*/hide', { status: 200, body: { hiddenByMe: false, until: null } })
    await askToHide()
    await expect.element(page.getByRole('dialog', { name: `Hide posts from ${username}` })).toBeVisible()
    await expect.element(text('This does not unfollow them, and they are not told.')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(page.getByText('Until I change it'))
    await userEvent.click(button('Hide posts'))
    await expect.element(text(`Posts from ${username} are hidden`)).toBeVisible()
    expect(net.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ days: null })
    await userEvent.click(button('Undo'))
    await expect.poll(() => net.sent).toContain(`DELETE /api/users/${id}/hide`)
  })

  test('hides only posts with the chosen pet, not all posts of the author', async () => {
    net.on('PUT /api/pets/*/hide', { status: 200, body: { hiddenByMe: true, until: null } })
    net.on('DELETE /api/pets/*/hide', { status: 200, body: { hiddenByMe: false, until: null } })
    await askToHide()
    await expect.element(page.getByRole('radio', { name: 'Seven days' })).toBeChecked()
    await userEvent.click(page.getByRole('checkbox', { name: /^Only posts with Radar/ }))
    await expect.element(text(`You still see ${username}’s other posts.`).first()).toBeVisible()
    await userEvent.click(button('Hide posts'))
    await expect.element(text('Posts with Radar are hidden')).toBeVisible()
    expect(net.sent.filter((sent) => sent.startsWith('PUT'))).toEqual([`PUT /api/pets/${radar.id}/hide`])
    expect(net.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ days: 7 })
    await userEvent.click(button('Undo'))
    await expect.poll(() => net.sent).toContain(`DELETE /api/pets/${radar.id}/hide`)
  })

  test('tells a viewer without Premium that hiding requires Premium, and hides nothing', async () => {
    net.on('GET /api/premium', { status: 200, body: aPremiumStatus() })
    await askToHide()
    await expect.element(text('Hiding posts is part of the Premium Plan.')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'See Premium' })).toHaveAttribute('href', '/dashboard/premium')
    expect(net.sent.filter((sent) => sent.startsWith('PUT'))).toEqual([])
  })

  test('shows an error and stays open when hiding fails', async () => {
    net.on('PUT /api/users/*/hide', errorReply('unavailable', 503))
    await askToHide()
    await userEvent.click(button('Hide posts'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not hidden')
    await expect.element(button('Hide posts')).toBeVisible()
  })
})

describe('HiddenPostsPage', () => {
  const hiddenAt = '2026-11-20T10:00:00.000Z'
  const line = { type: 'user', user: { id, username, fullname, image }, hiddenAt, until: '2026-12-20T12:00:00.000Z' }

  test('shows the end date of a hide, an error when unhiding fails, and unhides the user on a retry', async () => {
    net.on('GET /api/hides', { status: 200, body: { hidden: [line], cursor: null } })
    net.on('DELETE /api/users/*/hide', errorReply('unavailable', 503))
    renderApp(<HiddenPostsPage />)
    await expect.element(text('Until 20 December 2026')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    const unhideButton = button(`Show again: @${username}`)
    await userEvent.click(unhideButton)
    await expect.element(page.getByRole('alert')).toMatchTextContent('They are still hidden')
    net.on('DELETE /api/users/*/hide', { status: 200, body: { hiddenByMe: false, until: null } })
    net.on('GET /api/hides', { status: 200, body: { hidden: [], cursor: null } })
    await userEvent.click(unhideButton)
    await expect.element(text('You haven’t hidden anyone')).toBeVisible()
  })

  test('shows an error when loading fails, and loads again on "Try again"', async () => {
    renderApp(<HiddenPostsPage />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load the people you hid')
    net.on('GET /api/hides', { status: 200, body: { hidden: [line], cursor: null } })
    await userEvent.click(button('Try again'))
    await expect.element(text(`@${username}`)).toBeVisible()
  })
})
