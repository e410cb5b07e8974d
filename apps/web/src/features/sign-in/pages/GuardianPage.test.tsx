import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { requireElement } from '#features/sign-in/scripts/dom-templates.ts'
import { attachGuardianForm } from '#features/sign-in/scripts/guardian-form.ts'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorResponse, type FakeResponse, fakeServer } from '../../../testing/fake-server.ts'
import { renderHtml } from '../../../testing/render-html.tsx'
import { GuardianPage } from './GuardianPage.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const minor = { username: 'amina.o', fullname: 'Amina Otieno' }

/** Opens the page as a guardian who follows the mailed link. Returns the recorded calls. */
function open(answer: FakeResponse, link: FakeResponse = { body: minor }) {
  renderHtml(<GuardianPage />)
  const calls = fakeServer((call) => (call === 'POST /api/guardian-links' ? link : answer))
  attachGuardianForm(requireElement<HTMLFormElement>('form'), 'a-token')
  return calls
}

describe('guardian page', () => {
  test("shows the minor's name, and confirms the minor's account with one press", async () => {
    const calls = open({ body: minor })
    await expect
      .element(page.getByText('Amina Otieno (amina.o) asks you to confirm their account.', { exact: false }))
      .toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    expect(calls).toEqual([{ call: 'POST /api/guardian-links', sent: { token: 'a-token' } }])
    await userEvent.click(button('Confirm the account'))
    await expect.element(page.getByText('Thank you. The account is confirmed.')).toBeVisible()
    expect(calls[1]?.sent).toEqual({ token: 'a-token', confirms: true })
    await expect.element(page.getByText('Refuse…')).not.toBeVisible()
  })

  test('warns that a refusal cannot be undone before it sends the refusal', async () => {
    const calls = open({ body: minor })
    await userEvent.click(button('Refuse…'))
    await expect.element(page.getByText('This can’t be undone.', { exact: false })).toBeVisible()
    await userEvent.click(button('Back'))
    await expect.element(button('Confirm the account')).toBeVisible()
    expect(calls).toHaveLength(1)
    await userEvent.click(button('Refuse…'))
    await userEvent.click(button('Delete the account for good'))
    await expect.element(page.getByText('is being deleted for good', { exact: false })).toBeVisible()
    expect(calls[1]?.sent).toEqual({ token: 'a-token', confirms: false })
  })

  test('shows an error when the answer was not saved, and lets the guardian retry', async () => {
    open(errorResponse(503, 'unavailable'))
    await userEvent.click(button('Confirm the account'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your answer was not saved.')
    await expect.element(button('Confirm the account')).toBeVisible()
  })

  test('shows an error and no buttons for an expired link', async () => {
    open({ body: minor }, errorResponse(410, 'link-expired'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('This link was used or has expired.')
    await expect.element(page.getByText('Confirm the account')).not.toBeVisible()
  })
})
