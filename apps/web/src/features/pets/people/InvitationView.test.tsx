import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { aPet } from '../../../testing/fixtures.ts'
import { aReceivedInvitation } from '../../../testing/pet-people-fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { InvitationButtons } from './InvitationButtons.tsx'
import { InvitationView } from './InvitationView.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
})

const show = (more: Parameters<typeof aReceivedInvitation>[0] = {}, token: string | null = null) => {
  const invitation = aReceivedInvitation({ pet: aPet({ name: 'Mango' }), ...more })
  renderApp(
    <main>
      <h1>Invitation</h1>
      <InvitationView invitation={invitation}>
        <InvitationButtons invitation={invitation} token={token} />
      </InvitationView>
    </main>,
  )
}

describe('InvitationView', () => {
  test.for([
    ['sitter', 'Look after Mango until 2 December 2026?', 'Edit the page', false],
    ['carer', 'Help to look after Mango?', 'Edit the page', false],
    ['family', 'Join Mango’s family?', 'Edit the page', true],
    ['owner', 'Become Mango’s owner?', 'Manage people', true, 'owner'],
    ['owner', 'Take over as Mango’s owner?', 'Manage people', true, 'family'],
  ] as const)(
    'shows the question for the role %s, and the rights of that role',
    async ([role, question, right, has, afterwards = null]) => {
      show({ role, until: role === 'sitter' ? '2026-12-02' : null, afterwards })
      await expect.element(page.getByRole('heading', { name: question })).toBeVisible()
      expect(page.getByText(right, { exact: false }).elements()).toHaveLength(has ? 1 : 0)
      expect(await listAxeViolations()).toEqual([])
    },
  )

  test('shows a toast about the ownership after the user accepts the owner role', async () => {
    net.on('POST /api/invitations/*/accept', { status: 200, body: aPet({ name: 'Mango' }) })
    show({ role: 'owner', until: null, afterwards: 'family' })
    await userEvent.click(page.getByRole('button', { name: 'Accept' }))
    await expect.element(page.getByText('You are Mango’s owner now')).toBeVisible()
  })

  test('shows a toast after the user declines the invitation', async () => {
    net.on('POST /api/invitations/*/decline', { status: 204 })
    show()
    await userEvent.click(page.getByRole('button', { name: 'Decline' }))
    await expect.element(page.getByText('Invitation declined')).toBeVisible()
  })

  test('shows an error when the invitation has expired, and when the user already has the role', async () => {
    net.on('POST /api/invitations/*/accept', errorReply('gone', 410))
    show()
    await userEvent.click(page.getByRole('button', { name: 'Accept' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Ask joy.otieno for a new one.')
    net.on('POST /api/invitations/*/accept', errorReply('conflict', 409))
    await userEvent.click(page.getByRole('button', { name: 'Accept' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('You care for Mango already.')
  })

  test('offers only "Accept" for an invitation link, and sends its secret in the request body', async () => {
    net.on('POST /api/invitation-links/accept', errorReply('link-expired', 410))
    show({}, 's3cret')
    await expect.element(page.getByRole('button', { name: 'Decline' })).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Accept' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('This invitation has ended')
    expect(net.requests.map(({ body }) => body)).toEqual([{ token: 's3cret' }])
  })

  test('links to the pet instead of showing buttons when the invitation was accepted before', async () => {
    show({ state: 'accepted' })
    await expect.element(page.getByRole('link', { name: 'See Mango' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
  })
})
