import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { zipCodeCredentials } from '../../../testing/credentials-fixtures.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { AccountHistory } from './AccountHistory.tsx'
import { SignInMethods } from './SignInMethods.tsx'

let net: FakeNetwork
const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const needsSudo = errorReply('sudo-required', 403, { methods: ['zip-code', 'email'] })

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/credentials', { status: 200, body: zipCodeCredentials() })
  net.on('GET /api/passkeys', { status: 200, body: { possible: true, passkeys: [] } })
})

describe('sign-in settings', () => {
  test('asks for re-authentication before a password is set, then resends the typed password', async () => {
    net.on('PUT /api/password', needsSudo)
    net.on('POST /api/sudo', errorReply('wrong-secret', 403))
    renderApp(<SignInMethods />)
    await userEvent.click(button('Set a password'))
    await userEvent.fill(field('New password'), 'a kite over Ngong hills')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Save'))
    await expect.element(field('Zip code')).toHaveFocus()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.fill(field('Zip code'), '1')
    await userEvent.click(button('Continue'))
    await expect.element(page.getByText('That is not right. Try again.')).toBeVisible()
    await expect.element(field('Zip code')).toHaveValue('1')
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-25T12:10:00.000Z' } })
    net.on('PUT /api/password', { status: 204 })
    net.on('GET /api/credentials', {
      status: 200,
      body: zipCodeCredentials({ zipCode: null, password: { since: '2026-11-25T12:00:00.000Z' } }),
    })
    await userEvent.fill(field('Zip code'), '00100')
    await userEvent.click(button('Continue'))
    await expect.element(page.getByText('Your password is set')).toBeVisible()
    await expect.element(button('Change password')).toBeVisible()
    await expect.element(button('Go back to a zip code')).toBeVisible()
    await expect.element(page.getByText('A password or a passkey replaces your zip code.')).not.toBeInTheDocument()
    expect(net.sent.filter((request) => !request.startsWith('GET'))).toEqual([
      'PUT /api/password',
      'POST /api/sudo',
      'POST /api/sudo',
      'PUT /api/password',
    ])
  })

  test('accepts a mailed code as re-authentication', async () => {
    net.on('PUT /api/account/zip-code', needsSudo)
    net.on('POST /api/sudo/code', { status: 202, body: { sent: true } })
    renderApp(<SignInMethods />)
    await userEvent.click(button('Change zip code'))
    await userEvent.fill(field('New zip code'), '20200')
    await userEvent.click(button('Save'))
    await userEvent.click(button('Email me a code'))
    await expect.element(field('8-digit code')).toHaveFocus()
    net.on('POST /api/sudo', errorReply('invalid-code', 401))
    await userEvent.fill(field('8-digit code'), '12345678')
    await userEvent.click(button('Continue'))
    await expect.element(page.getByText('That code is not right.')).toBeVisible()
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-25T12:10:00.000Z' } })
    net.on('PUT /api/account/zip-code', { status: 204 })
    await userEvent.click(button('Continue'))
    await expect.element(page.getByText('Your new zip code is set')).toBeVisible()
  })

  test('shows the error beside the field when the server refuses a password, and keeps the typed text', async () => {
    const errors = [{ field: 'password', code: 'guessable', message: 'This password is easy to guess.' }]
    net.on('PUT /api/password', errorReply('validation-failed', 400, { errors }))
    renderApp(<SignInMethods />)
    await userEvent.click(button('Set a password'))
    await userEvent.fill(field('New password'), 'password123')
    await userEvent.click(button('Save'))
    await expect.element(page.getByText('This password is easy to guess.')).toBeVisible()
    await expect.element(field('New password')).toHaveValue('password123')
    await expect.element(field('New password')).toHaveFocus()
    net.on('PUT /api/password', { status: 500 })
    await userEvent.click(button('Save'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing changed')
    const answer = deferredReply()
    net.on('PUT /api/password', answer.answer)
    await userEvent.click(button('Save'))
    await userEvent.click(button('Save'), { force: true })
    answer.give({ status: 204 })
    await expect.element(page.getByText('Your password is set')).toBeVisible()
    expect(net.sent.filter((request) => request.startsWith('PUT'))).toHaveLength(3)
  })

  test('removes the password without requiring a new zip code when a passkey exists', async () => {
    const phone = { id: '1', name: 'Phone', isSynced: false, createdAt: '2026-11-25T12:00:00.000Z', lastUsedAt: null }
    const bothSecrets = zipCodeCredentials({
      zipCode: null,
      password: { since: '2026-11-25T12:00:00.000Z' },
      passkeys: 1,
    })
    net.on('GET /api/credentials', { status: 200, body: bothSecrets })
    net.on('GET /api/passkeys', { status: 200, body: { possible: true, passkeys: [phone] } })
    net.on('DELETE /api/password', { status: 204 })
    renderApp(<SignInMethods />)
    await userEvent.click(button('Remove password'))
    await expect.element(button('Go back to a zip code')).not.toBeInTheDocument()
    expect(await listAxeViolations()).toEqual([])
    net.on('GET /api/credentials', { status: 200, body: { ...bothSecrets, password: null } })
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Remove password' }))
    await expect.element(page.getByText('Your password is removed')).toBeVisible()
    await expect.element(button('Set a password')).toBeVisible()
    expect(net.requests.find(({ method }) => method === 'DELETE')?.body).toEqual({})
  })

  test('shows the latest five account events, and all events on request', async () => {
    const at = (hour: number) => `2026-11-25T0${hour}:00:00.000Z`
    const logIns = [1, 2, 3, 4, 5].map((hour) => ({
      kind: 'logged-in',
      at: at(hour),
      label: 'Firefox on Linux',
      network: '192.0.2.0/24',
    }))
    const set = { kind: 'password-set', at: at(6), label: 'Safari on iPhone', network: '' }
    net.on('GET /api/account/events', { status: 200, body: { events: [set, ...logIns.toReversed()] } })
    renderApp(<AccountHistory />)
    await expect.element(page.getByRole('listitem').first()).toMatchTextContent(/Password set.*Safari on iPhone$/)
    expect(page.getByRole('listitem').elements()).toHaveLength(5)
    await userEvent.click(button('Show all 6'))
    expect(page.getByRole('listitem').elements()).toHaveLength(6)
    expect(await listAxeViolations()).toEqual([])
  })
})
