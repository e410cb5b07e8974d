import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aViewer } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { GuardianNotice } from './GuardianNotice.tsx'

const age = { band: '13-to-17', toldAt: '2026-11-26T09:00:00.000Z', guardianAskedAt: null, guardianConfirmedAt: null }

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/account/age', { status: 200, body: age })
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const email = () => page.getByRole('textbox', { name: 'Their email' })
const show = () => renderApp(<GuardianNotice />, { viewer: { ...aViewer(), guardianNeeded: true } })

async function ask(typed: string) {
  show()
  await userEvent.click(button('Ask them'))
  await userEvent.fill(email(), typed)
  await userEvent.click(button('Send'))
}

describe('GuardianNotice', () => {
  test('sends the request to the guardian, and then shows that the request was sent', async () => {
    let isRequested = false
    net.on('POST /api/account/guardian', () => {
      isRequested = true
      return { status: 204 }
    })
    net.on('GET /api/account/age', () => ({
      status: 200,
      body: { ...age, guardianAskedAt: isRequested ? '2026-11-26T10:00:00.000Z' : null },
    }))
    await ask('parent@example.com')
    await expect.element(button('Ask again')).toBeVisible()
    expect(net.requests.find(({ method }) => method === 'POST')?.body).toEqual({ email: 'parent@example.com' })
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows an error beside the field for a rejected email address, and retains the typed text', async () => {
    const errors = [{ field: 'email', code: 'own', message: 'This is your own address.' }]
    net.on('POST /api/account/guardian', errorReply('validation-failed', 400, { errors }))
    await ask('me@example.com')
    await expect.element(email()).toHaveAccessibleDescription('This is your own address.')
    await expect.element(email()).toHaveValue('me@example.com')
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows "We can’t send email here" after a 409 response', async () => {
    net.on('POST /api/account/guardian', errorReply('conflict', 409))
    await ask('parent@example.com')
    await expect.element(page.getByRole('alert')).toMatchTextContent('We can’t send email here.')
  })

  test('disappears when the user closes it', async () => {
    show()
    await userEvent.click(button('Not now'))
    await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
    expect(net.sent).toEqual(['GET /api/account/age'])
  })
})
