import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, fakeNetwork } from '../../testing/fake-network.ts'
import { aPost } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { BlockedProfile } from './BlockedProfile.tsx'

describe('BlockedProfile', () => {
  test('shows an error when unblocking fails, and unblocks the user on the next press', async () => {
    const net = fakeNetwork()
    const { followedByMe: _, ...user } = aPost().author
    net.on('DELETE /api/users/*/block', errorReply('unavailable', 503))
    renderApp(
      <main>
        <h1>Profile</h1>
        <BlockedProfile user={user} />
      </main>,
    )
    await expect.element(page.getByRole('heading', { name: `You blocked ${user.fullname}` })).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Unblock' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent(`${user.fullname} is still blocked`)
    net.on('DELETE /api/users/*/block', { status: 200, body: { blockedByMe: false } })
    await userEvent.click(page.getByRole('button', { name: 'Unblock' }))
    await expect.element(page.getByText(`${user.fullname} is unblocked`)).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })
})
