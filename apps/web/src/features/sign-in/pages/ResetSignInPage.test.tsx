import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { requireElement } from '#features/sign-in/scripts/dom-templates.ts'
import { attachResetSignInForm } from '#features/sign-in/scripts/send-reset-sign-in.ts'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorResponse, type FakeResponse, fakeServer } from '../../../testing/fake-server.ts'
import { recordedNavigations } from '../../../testing/recorded-navigations.ts'
import { renderHtml } from '../../../testing/render-html.tsx'
import { ResetSignInPage } from './ResetSignInPage.tsx'

const zipCode = () => page.getByLabelText('New zip code')

async function send(answer: FakeResponse) {
  renderHtml(<ResetSignInPage url={new URL('http://localhost/reset-signin')} />)
  const calls = fakeServer((call) => (call.endsWith('/reset-link') ? { body: { username: 'amina.o' } } : answer))
  attachResetSignInForm(requireElement<HTMLFormElement>('form'), 'one-time')
  await userEvent.fill(zipCode(), '00200')
  await userEvent.click(page.getByRole('button', { name: 'Set my zip code' }))
  return calls
}

describe('reset page for the zip code', () => {
  test('sets the new zip code and opens the log-in', async () => {
    const calls = await send({ body: { username: 'amina.o' } })
    await expect.poll(() => recordedNavigations).toEqual(['/login?username=amina.o&reset=1'])
    await expect.element(page.getByText('This link is for @amina.o.')).toBeVisible()
    expect(calls.slice(1)).toEqual([{ call: 'POST /api/auth/reset', sent: { token: 'one-time', zipcode: '00200' } }])
  })

  test('shows an error when the link was used after the page opened', async () => {
    await send(errorResponse(410, 'link-expired'))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('This link was used or has expired. Ask the Pawtrait team for a new one.')
  })

  test('hides the fields when the link was already used before the page opens', async () => {
    renderHtml(<ResetSignInPage url={new URL('http://localhost/reset-signin')} />)
    fakeServer(() => errorResponse(410, 'link-expired'))
    attachResetSignInForm(requireElement<HTMLFormElement>('form'), 'used')
    await expect.element(page.getByRole('alert')).toMatchTextContent('This link was used')
    await expect.element(zipCode()).not.toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Set my zip code' })).not.toBeInTheDocument()
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows the error beside the field when the server refuses the new zip code', async () => {
    await send(
      errorResponse(400, 'validation-failed', { errors: [{ field: 'zipcode', code: 'zip', message: 'Too short.' }] }),
    )
    await expect.element(zipCode()).toHaveAccessibleDescription('Too short.')
    expect(await listAxeViolations()).toEqual([])
  })
})
