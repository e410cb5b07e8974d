import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const NOT_TYPED = 'The new codes are off, because you did not type one. Make new ones when you are ready.'

let net: FakeNetwork
const codes = Array.from({ length: 10 }, (_, n) => `AAAA${n}-BBBBB`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = () => page.getByLabelText('Type one of the codes', { exact: true })

beforeEach(() => {
  net = fakeNetwork()
})

describe('RecoveryCodes', () => {
  test('shows the codes after re-authentication, and activates them once the user retypes one', async () => {
    net.on('POST /api/recovery-codes', errorReply('sudo-required', 403, { methods: ['zip-code', 'recovery-code'] }))
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-25T12:10:00.000Z' } })
    renderApp(<RecoveryCodes codes={{ left: 3, since: '2026-11-20T08:00:00.000Z' }} />)
    await expect.element(page.getByText('3 of 10 are left. Made on 20 November 2026.')).toBeVisible()
    await userEvent.click(button('Make new codes'))
    await userEvent.click(button('Make recovery codes'))
    await userEvent.click(button('Use a recovery code'))
    await userEvent.fill(page.getByLabelText('Recovery code', { exact: true }), 'aaaaa bbbbb')
    expect(await listAxeViolations()).toEqual([])
    net.on('POST /api/recovery-codes', { status: 201, body: { codes } })
    await userEvent.click(button('Continue'))
    expect(net.requests.find(({ path }) => path === '/api/sudo')?.body).toEqual({ recoveryCode: 'aaaaa bbbbb' })
    for (const code of codes) await expect.element(page.getByText(code)).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    net.on('PUT /api/recovery-codes', errorReply('invalid-code', 401))
    await userEvent.fill(field(), 'x')
    await userEvent.click(button('Switch the codes on'))
    await expect.element(page.getByText('This is not one of the codes above.')).toBeVisible()
    await expect.element(field()).toHaveValue('x')
    await expect.element(page.getByText('AAAA0-BBBBB')).toBeVisible()
    net.on('PUT /api/recovery-codes', { status: 204 })
    await userEvent.fill(field(), 'AAAA0-BBBBB')
    await userEvent.click(button('Switch the codes on'))
    await expect.element(page.getByText('Your recovery codes are on')).toBeVisible()
    await expect.element(page.getByText(NOT_TYPED)).not.toBeInTheDocument()
    await expect.element(page.getByText('AAAA0-BBBBB')).not.toBeInTheDocument()
  })

  test('shows an error when the codes could not be created, and lets the user retry', async () => {
    net.on('POST /api/recovery-codes', errorReply('unavailable', 503))
    renderApp(<RecoveryCodes codes={null} />)
    await userEvent.click(button('Make recovery codes'))
    const inDialog = page.getByRole('dialog').getByRole('button', { name: 'Make recovery codes' })
    await userEvent.click(inDialog)
    await expect.element(page.getByRole('alert')).toMatchTextContent('No codes were made')
    await expect.element(inDialog).toBeEnabled()
  })

  test('keeps the dialog open after a click outside, because the codes are shown only once', async () => {
    net.on('POST /api/recovery-codes', { status: 201, body: { codes } })
    renderApp(<RecoveryCodes codes={null} />)
    await userEvent.click(button('Make recovery codes'))
    const dialog = page.getByRole('dialog')
    await userEvent.click(dialog.getByRole('button', { name: 'Make recovery codes' }))
    await expect.element(page.getByText('AAAA0-BBBBB')).toBeVisible()
    dialog.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    await expect.element(page.getByText('AAAA0-BBBBB')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText('AAAA0-BBBBB')).not.toBeInTheDocument()
    await expect.element(page.getByText(NOT_TYPED)).toBeVisible()
  })
})
