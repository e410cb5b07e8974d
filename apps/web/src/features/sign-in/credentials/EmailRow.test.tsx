import type { Viewer } from '@pawtrait/contract/users.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useViewer } from '#shell/viewer.ts'
import { listAxeViolations } from '../../../testing/axe.ts'
import { zipCodeCredentials } from '../../../testing/credentials-fixtures.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { EmailRow } from './EmailRow.tsx'

let net: FakeNetwork
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })

const changed = {
  id: '01900000-0000-7000-8000-000000000001',
  username: 'amina',
  fullname: 'Amina Otieno',
  image: null,
  counts: { followers: 0, following: 0, posts: 0 },
  email: 'new@example.com',
  plan: 'free',
} as unknown as Viewer

function OwnRow() {
  return <EmailRow viewer={useViewer() ?? { email: 'old@example.com' }} />
}

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/credentials', { status: 200, body: zipCodeCredentials() })
})

async function typeAddress() {
  renderApp(<OwnRow />)
  await userEvent.click(button('Change email'))
  await expect.element(page.getByText(/^We email both addresses/)).toBeVisible()
  await typeCode()
}

async function typeCode() {
  await userEvent.fill(field('New email'), 'new@example.com')
  expect(await listAxeViolations()).toEqual([])
  await userEvent.click(button('Save'))
}

describe('email settings row', () => {
  test('changes the email without a code when the site sends no mail, and shows the new address', async () => {
    net.on('GET /api/credentials', { status: 200, body: zipCodeCredentials({ mailsCodes: false }) })
    net.on('PUT /api/account/email', { status: 200, body: { state: 'changed', viewer: changed } })
    renderApp(<OwnRow />)
    await userEvent.click(button('Change email'))
    await expect.element(page.getByText('You can then log in with it.')).toBeVisible()
    await typeCode()
    await expect.element(page.getByText('Your email is changed')).toBeVisible()
    await expect.element(page.getByText('new@example.com. Only you see it.')).toBeVisible()
  })

  test('changes the email after the mailed code is typed, and shows an error for a wrong code', async () => {
    net.on('PUT /api/account/email', { status: 200, body: { state: 'code-sent', viewer: null } })
    await typeAddress()
    net.on('POST /api/account/email/code', errorReply('invalid-code', 401))
    await userEvent.fill(field('8-digit code'), '12345678')
    await userEvent.click(button('Save'))
    await expect.element(page.getByText('That code is not right.')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    net.on('POST /api/account/email/code', { status: 200, body: changed })
    await userEvent.click(button('Save'))
    await expect.element(page.getByText('new@example.com. Only you see it.')).toBeVisible()
  })

  test('shows the error beside the email field when the address is taken, and keeps the typed text', async () => {
    const errors = [{ field: 'email', code: 'taken', message: 'There is an account with this address already.' }]
    net.on('PUT /api/account/email', errorReply('username-or-email-taken', 409, { errors }))
    await typeAddress()
    await expect.element(page.getByText('There is an account with this address already.')).toBeVisible()
    await expect.element(field('New email')).toHaveValue('new@example.com')
  })
})
