import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { recordedNavigations } from '../../testing/recorded-navigations.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { DeleteAccountRow } from './DeleteAccountRow.tsx'

let net: FakeNetwork
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Delete your account?' })

beforeEach(() => {
  net = fakeNetwork()
})

async function ask() {
  renderApp(<DeleteAccountRow />)
  await userEvent.click(button('Delete account…'))
  await expect.element(dialog()).toBeVisible()
}

describe('DeleteAccountDialog', () => {
  test('deletes the account after re-authentication, and removes its data from the browser', async () => {
    localStorage.setItem('user', '{"id":"1"}')
    net.on('DELETE /api/account', errorReply('sudo-required', 403, { methods: ['zip-code'] }))
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-26T12:10:00.000Z' } })
    await ask()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Delete my account'))
    await userEvent.fill(page.getByLabelText('Zip code', { exact: true }), '00100')
    net.on('DELETE /api/account', { status: 202, body: { eraseAt: '2026-12-26T12:00:00.000Z' } })
    await userEvent.click(button('Continue'))
    await expect.element(page.getByText('Nothing is deleted yet.', { exact: false })).toBeVisible()
    expect(recordedNavigations).toEqual([])
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Delete my account'))
    await expect.poll(() => recordedNavigations).toEqual(['/restore?until=2026-12-26'])
    expect(localStorage.getItem('user')).toBeNull()
  })

  test('explains the deletion, and deletes nothing when the focused "Cancel" button is pressed', async () => {
    await ask()
    await expect.element(dialog()).toMatchTextContent(/You can get all of it back until \d+ \w+ \d{4}\./)
    await expect.element(button('Cancel')).toHaveFocus()
    await userEvent.click(button('Cancel'))
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(net.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  test.each([
    [null, 1],
    [{ state: 'ready' }, 0],
  ])('offers an export unless the newest export is ready: %j', async (dataExport, links) => {
    net.on('GET /api/exports', { status: 200, body: { export: dataExport, nextAt: null } })
    await ask()
    await expect.poll(() => net.sent).toContain('GET /api/exports')
    await expect.poll(() => page.getByRole('link', { name: 'Download everything' }).elements().length).toBe(links)
  })

  test('shows an error when the deletion fails, and allows a retry', async () => {
    net.on('DELETE /api/account', errorReply('unavailable', 503))
    await ask()
    await userEvent.click(button('Delete my account'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your account was not deleted')
    await expect.element(button('Delete my account')).toBeEnabled()
  })
})
