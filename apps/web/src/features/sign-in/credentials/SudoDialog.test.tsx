import type { SudoMethod } from '@pawtrait/contract/sign-in/credentials.ts'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeNetwork } from '../../../testing/fake-network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { SudoDialog } from './SudoDialog.tsx'

const closed = vi.fn()
const onProven = vi.fn()

const renderDialog = (methods: readonly SudoMethod[]) =>
  renderApp(<SudoDialog open methods={methods} onProven={onProven} onClose={closed} />)

describe('re-authentication dialog', () => {
  test('focuses the zip code field, and sends the typed zip code on Enter', async () => {
    const net = fakeNetwork()
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-26T12:00:00.000Z' } })
    renderDialog(['zip-code', 'email'])
    await expect.element(page.getByLabelText('Zip code', { exact: true })).toHaveFocus()
    await userEvent.keyboard('00100{Enter}')
    await expect.poll(() => net.requests.map(({ body }) => body)).toEqual([{ password: '00100' }])
    await vi.waitFor(() => expect(onProven).toHaveBeenCalledOnce())
    expect(closed).not.toHaveBeenCalled()
  })

  test('focuses the password field when the user has both a password and a passkey', async () => {
    renderDialog(['passkey', 'password'])
    await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus()
  })

  test('focuses the passkey button when a passkey is the only method', async () => {
    renderDialog(['passkey'])
    await expect.element(page.getByRole('button', { name: 'Use a passkey' })).toHaveFocus()
  })
})
