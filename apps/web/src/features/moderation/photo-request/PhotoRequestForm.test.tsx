import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { proofSolution, solvableChallenge } from '../../../testing/proof-fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { PhotoRequestForm } from './PhotoRequestForm.tsx'
import { PhotoRequestPage } from './PhotoRequestPage.tsx'

let net: FakeNetwork
const sentRequests = () => net.requests.filter(({ path }) => path === '/api/photo-requests').map(({ body }) => body)
const address = () => page.getByLabelText('Address of the page or photo')
const send = () => userEvent.click(page.getByRole('button', { name: 'Send', exact: true }))
const typed = { address: '/@amina', whom: 'my-child', words: '', email: 'parent@example.com' }

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/photo-requests/challenge', { status: 200, body: { challenge: solvableChallenge } })
  net.on('POST /api/photo-requests', { status: 202, body: { reference: 'ABCDE-12345', mailed: true } })
})

async function fill() {
  renderApp(<PhotoRequestForm canMail />)
  await userEvent.fill(address(), typed.address)
  await userEvent.click(page.getByRole('radio', { name: 'My child' }))
  await userEvent.fill(page.getByLabelText('Your email'), typed.email)
}

describe('PhotoRequestForm', () => {
  test('sends the request with a proof of work, and focuses the confirmation with its reference number', async () => {
    await fill()
    expect(await listAxeViolations()).toEqual([])
    await send()
    await expect.element(page.getByRole('heading', { name: 'We received it' })).toHaveFocus()
    await expect.element(page.getByText('ABCDE-12345')).toBeVisible()
    expect(sentRequests()).toEqual([{ ...typed, proof: { challenge: solvableChallenge, ...proofSolution } }])
    expect(await listAxeViolations()).toEqual([])
  })

  test('promises no email when the site sends no mail', async () => {
    net.on('GET /api/config', { status: 200, body: { mail: false } })
    renderApp(<PhotoRequestPage />)
    await expect.element(page.getByText('This site sends no email. You get a number for the answer.')).toBeVisible()
    await expect.element(page.getByText(/^You get a number\. Come back with it/)).toBeVisible()
    await expect.element(page.getByText(/We email you/)).not.toBeInTheDocument()
  })

  test('solves a second proof of work when the server refuses the first', async () => {
    let requestCount = 0
    net.on('POST /api/photo-requests', () =>
      ++requestCount === 1
        ? errorReply('proof-required', 403, { challenge: solvableChallenge })
        : { status: 202, body: { reference: 'ABCDE-12345', mailed: false } },
    )
    await fill()
    await send()
    await expect.element(page.getByText('This site sends no email.', { exact: false })).toBeVisible()
    expect(sentRequests()).toHaveLength(2)
  })

  test('shows an error and sends nothing when the user did not choose who is in the photo', async () => {
    renderApp(<PhotoRequestForm canMail />)
    await userEvent.fill(address(), typed.address)
    await send()
    await expect.element(page.getByText('Choose who is in the photo.')).toBeVisible()
    expect(sentRequests()).toEqual([])
  })

  test('retains the input when the server rejects one field or the whole request', async () => {
    const errors = [{ field: 'address', code: 'elsewhere', message: 'This is not an address here.' }]
    net.on('POST /api/photo-requests', errorReply('validation-failed', 400, { errors }))
    await fill()
    await send()
    await expect.element(page.getByText('This is not an address here.')).toBeVisible()
    await expect.element(address()).toHaveFocus()
    net.on('POST /api/photo-requests', errorReply('too-many-attempts', 429))
    await send()
    await expect.element(page.getByText('Your request was not sent.', { exact: false })).toBeVisible()
    await expect.element(address()).toHaveValue(typed.address)
    await expect.element(page.getByLabelText('Your email')).toHaveValue(typed.email)
  })
})
