import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { requireElement } from '#features/sign-in/scripts/dom-templates.ts'
import { attachRecoveryForm } from '#features/sign-in/scripts/send-recovery-code.ts'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorResponse, type FakeResponse, fakeServer } from '../../../testing/fake-server.ts'
import { recordedNavigations } from '../../../testing/recorded-navigations.ts'
import { renderHtml } from '../../../testing/render-html.tsx'
import { RecoverPage } from './RecoverPage.tsx'

const USER = { id: '1', username: 'amina.o', fullname: 'Amina Otieno', image: null, following: [] }
const nameField = () => page.getByRole('textbox', { name: 'Username or email' })
const code = () => page.getByRole('textbox', { name: 'Recovery code' })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

async function send(answer: FakeResponse) {
  renderHtml(<RecoverPage />)
  attachRecoveryForm(requireElement<HTMLFormElement>('form'))
  const calls = fakeServer(() => answer)
  await userEvent.fill(nameField(), 'amina.o')
  await userEvent.fill(code(), '7k2qd m0xrb')
  await userEvent.click(page.getByRole('button', { name: 'Log In' }))
  return calls
}

describe('recovery code page', () => {
  test('logs in with a valid recovery code, and opens the security settings before the feed', async () => {
    const calls = await send({ body: USER })
    await expect.poll(() => recordedNavigations).toEqual(['/settings/security?choose=1&next=%2Fdashboard'])
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const sent = { usernameOrEmail: 'amina.o', code: '7k2qd m0xrb', timeZone }
    expect(calls).toEqual([{ call: 'POST /api/session/recovery-code', sent }])
  })

  test.each([
    ['a wrong code', errorResponse(401, 'invalid-code'), 'That username, email or code is not right'],
    [
      'too many tries',
      { ...errorResponse(429, 'too-many-attempts'), headers: { 'retry-after': '720' } },
      'in 12 minutes.',
    ],
    ['an unavailable server', errorResponse(503, 'unavailable'), 'We could not log you in. Try again in a moment.'],
  ] as const)('shows an error for %s, and keeps the typed text', async (_, answer, message) => {
    await send(answer)
    await expect.element(page.getByRole('alert')).toMatchTextContent(message)
    await expect.element(nameField()).toHaveValue('amina.o')
    await expect.element(code()).toHaveValue('7k2qd m0xrb')
    await expect.element(code()).toHaveFocus()
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows help and a link to the log-in for users without a recovery code', async () => {
    renderHtml(<RecoverPage />)
    await expect.element(page.getByText(/^No codes left\?/)).toBeVisible()
    const back = page.getByRole('link', { name: 'Log in instead' }).last()
    await expect.element(back).toHaveAttribute('href', '/login')
  })
})
