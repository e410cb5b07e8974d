import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aViewer } from '../../testing/fixtures.ts'
import { recordedNavigations } from '../../testing/recorded-navigations.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { AgeRow } from './AgeRow.tsx'

let net: FakeNetwork
const button = (name: string) => page.getByRole('button', { name, exact: true })
const radio = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

beforeEach(() => {
  net = fakeNetwork()
})

const age = (band: string | null) => ({ band, toldAt: null, guardianAskedAt: null, guardianConfirmedAt: null })

async function openDialog(band: string | null) {
  net.on('GET /api/account/age', { status: 200, body: age(band) })
  renderApp(<AgeRow />, { viewer: aViewer() })
  await userEvent.click(button('Change your age'))
  await expect.element(page.getByRole('dialog', { name: 'How old are you?' })).toBeVisible()
}

describe('AgeRow', () => {
  test('preselects no age band while none is set, and saves the chosen age band', async () => {
    await openDialog(null)
    await expect.element(page.getByText('You haven’t told us.', { exact: false })).toBeInTheDocument()
    for (const name of ['18 or older', '13 to 17', 'Under 13']) await expect.element(radio(name)).not.toBeChecked()
    expect(await listAxeViolations()).toEqual([])
    net.on('PUT /api/account/age', { status: 200, body: { band: '18-or-older' } })
    net.on('GET /api/account/age', { status: 200, body: age('18-or-older') })
    await userEvent.click(radio('18 or older'))
    await userEvent.click(button('Save'))
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(page.getByText('18 or older')).toBeVisible()
    expect(net.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ band: '18-or-older' })
  })

  test('changes the age band from "18 or older" to "13 to 17", and shows that the account is now private', async () => {
    await openDialog('18-or-older')
    await expect.element(radio('18 or older')).toBeChecked()
    net.on('PUT /api/account/age', { status: 200, body: { band: '13-to-17' } })
    await userEvent.click(radio('13 to 17'))
    await userEvent.click(button('Save'))
    await expect.element(page.getByText('Your account is private')).toBeVisible()
  })

  test('hides the option "18 or older" from a user of 13 to 17, and shows help for users who turned 18', async () => {
    await openDialog('13-to-17')
    await expect.element(radio('18 or older')).not.toBeInTheDocument()
    await expect.element(page.getByText('Have you turned 18?', { exact: false })).toBeVisible()
  })

  test('shows an error and does not close the dialog when the server refuses the change', async () => {
    await openDialog(null)
    net.on('PUT /api/account/age', errorReply('unavailable', 503))
    await userEvent.click(radio('18 or older'))
    await userEvent.click(button('Save'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your answer was not saved')
    await expect.element(radio('18 or older')).toBeChecked()
  })

  test('explains that "under 13" closes the account, re-authenticates, and closes it on a second press', async () => {
    localStorage.setItem('user', '{"id":"1"}')
    await openDialog('18-or-older')
    net.on('POST /api/account/under-13', errorReply('sudo-required', 403, { methods: ['zip-code'] }))
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-26T12:10:00.000Z' } })
    await userEvent.click(radio('Under 13'))
    await userEvent.click(button('Save'))
    await expect.element(page.getByRole('dialog', { name: 'Close your account?' })).toBeVisible()
    await expect.element(page.getByText(/It is deleted for good on \d+ \w+ \d{4}/)).toBeVisible()
    expect(net.sent).not.toContain('POST /api/account/under-13')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Close my account'))
    await userEvent.fill(page.getByLabelText('Zip code', { exact: true }), '00100')
    net.on('POST /api/account/under-13', { status: 202, body: { eraseAt: '2026-12-26T12:00:00.000Z' } })
    await userEvent.click(button('Continue'))
    await expect.element(page.getByText('Your account is not closed yet.', { exact: false })).toBeVisible()
    expect(recordedNavigations).toEqual([])
    await userEvent.click(button('Close my account'))
    await expect.poll(() => recordedNavigations).toEqual(['/under-13?closed=2026-12-26'])
    expect(localStorage.getItem('user')).toBeNull()
  })

  test('closes only the dialog, not the account, when "Cancel" is pressed', async () => {
    await openDialog('18-or-older')
    await userEvent.click(radio('Under 13'))
    await userEvent.click(button('Save'))
    await userEvent.click(button('Cancel'))
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await userEvent.click(button('Change your age'))
    await expect.element(radio('18 or older')).toBeChecked()
    expect(net.sent.filter((call) => !call.startsWith('GET'))).toEqual([])
  })
})
