import type { Passkey } from '@pawtrait/contract/sign-in/passkeys.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { PasskeyList } from './PasskeyList.tsx'

let net: FakeNetwork
const button = (name: string) => page.getByRole('button', { name, exact: true })
const phone = {
  id: '01900000-0000-7000-8000-0000000000aa' as Passkey['id'],
  name: 'My phone',
  isSynced: true,
  createdAt: '2026-11-20T08:00:00.000Z',
  lastUsedAt: null,
}

const givenPasskeys = (passkeys: Passkey[], possible = true) =>
  net.on('GET /api/passkeys', { status: 200, body: { possible, passkeys } })

beforeEach(() => {
  net = fakeNetwork()
  givenPasskeys([phone])
})

describe('PasskeyList', () => {
  test('asks for a new zip code when the last passkey is removed, and keeps the typed text on failure', async () => {
    net.on('DELETE /api/passkeys/*', errorReply('unavailable', 503))
    renderApp(<PasskeyList hasPassword={false} />)
    await userEvent.click(button('Remove My phone'))
    await userEvent.fill(page.getByLabelText('New zip code', { exact: true }), '80100')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Remove'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing changed')
    await expect.element(page.getByLabelText('New zip code', { exact: true })).toHaveValue('80100')
    net.on('DELETE /api/passkeys/*', { status: 204 })
    givenPasskeys([])
    await userEvent.click(button('Remove'))
    await expect.element(page.getByText('Passkey removed')).toBeVisible()
    await expect.element(page.getByText('My phone')).not.toBeInTheDocument()
    expect(net.requests.findLast(({ method }) => method === 'DELETE')?.body).toEqual({ zipcode: '80100' })
  })

  test('lets a user with a password rename a passkey, and remove it without a new zip code', async () => {
    net.on('DELETE /api/passkeys/*', { status: 204 })
    net.on('PATCH /api/passkeys/*', { status: 200, body: { ...phone, name: 'Key ring' } })
    renderApp(<PasskeyList hasPassword />)
    await userEvent.click(button('Rename My phone'))
    givenPasskeys([{ ...phone, name: 'Key ring' }])
    await userEvent.fill(page.getByLabelText('Name of the passkey', { exact: true }), 'Key ring')
    await userEvent.click(button('Save'))
    await expect.element(page.getByText('Passkey renamed')).toBeVisible()
    await expect.element(page.getByText('Key ring', { exact: true })).toBeVisible()
    await userEvent.click(button('Remove Key ring'))
    await expect.element(page.getByLabelText('New zip code', { exact: true })).not.toBeInTheDocument()
    await userEvent.click(button('Remove'))
    await expect.element(page.getByText('Passkey removed')).toBeVisible()
  })

  test('explains that a site without a domain name cannot have passkeys', async () => {
    givenPasskeys([], false)
    renderApp(<PasskeyList hasPassword={false} />)
    await expect.element(page.getByText('Passkeys don’t work at this address.')).toBeVisible()
    await expect.element(button('Add a passkey')).not.toBeInTheDocument()
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows an error when adding a passkey fails, and lets the user retry', async () => {
    givenPasskeys([])
    net.on('POST /api/passkeys/options', errorReply('conflict', 409))
    renderApp(<PasskeyList hasPassword={false} />)
    await userEvent.click(button('Add a passkey'))
    await userEvent.click(button('Make a passkey'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('No passkey was added')
    await expect.element(button('Make a passkey')).toBeEnabled()
  })
})
