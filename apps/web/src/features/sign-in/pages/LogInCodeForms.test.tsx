import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorResponse, type FakeResponse } from '../../../testing/fake-server.ts'
import {
  logInButton,
  openLogInPage,
  pageHeading,
  signedInUser,
  submitLogIn,
  usernameField,
} from '../../../testing/log-in-page.tsx'
import { recordedNavigations } from '../../../testing/recorded-navigations.ts'

const code = () => page.getByRole('textbox', { name: '8-digit code' })

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
  return page.viewport(390, 844)
})

describe('code step of the log-in', () => {
  const codeSentReply = { status: 202, body: { sent: true } }
  const tooManyCodesReply = { ...errorResponse(429, 'too-many-codes'), headers: { 'retry-after': '1800' } }
  const codeRequiredReply = errorResponse(403, 'verification-required')
  const mailCodeButton = () => page.getByRole('button', { name: 'Email me a code' })
  const newCodeButton = () => page.getByRole('button', { name: 'Email me a new code' })

  /** Logs in, and waits for the code step. `logIns` are the responses to successive log-ins; the last one repeats. */
  async function toCodeStep(onCode: () => FakeResponse, logIns = [codeRequiredReply]) {
    const remaining = [...logIns]
    const calls = openLogInPage((call) =>
      call === 'POST /users'
        ? ((remaining.length > 1 ? remaining.shift() : remaining[0]) ?? codeRequiredReply)
        : call === 'POST /api/auth/code'
          ? codeSentReply
          : onCode(),
    )
    await submitLogIn()
    await expect.element(pageHeading()).toHaveTextContent('Check your email')
    await expect.element(code()).toHaveFocus()
    return calls
  }

  test('sends the digits of the code and the "remember" choice, then opens the feed', async () => {
    const calls = await toCodeStep(() => ({ body: signedInUser }))
    await userEvent.keyboard('4071 2958')
    await userEvent.click(page.getByRole('checkbox', { name: /Remember this device/ }))
    await userEvent.click(logInButton())
    await expect.poll(() => recordedNavigations).toEqual(['/dashboard'])
    expect(calls.at(-1)).toEqual({ call: 'POST /api/auth/challenge', sent: { code: '40712958', remember: false } })
  })

  test('shows the remaining tries after a wrong code', async () => {
    await toCodeStep(() => errorResponse(401, 'invalid-code', { triesLeft: 3 }))
    await userEvent.keyboard('40712958{Enter}')
    await expect.element(code()).toHaveAccessibleDescription('That code is not right. 3 tries left.')
    await expect.element(code()).toHaveAttribute('aria-invalid', 'true')
  })

  test.for([
    ['has expired', errorResponse(410, 'code-expired'), 'This code has expired'],
    ['had too many wrong tries', errorResponse(401, 'invalid-code', { triesLeft: 0 }), 'Too many wrong tries'],
    ['was replaced', errorResponse(410, 'code-replaced'), 'This code no longer works'],
  ] as const)('shows that a code %s, and requests a new one with the typed zip code', async ([, end, words]) => {
    const calls = await toCodeStep(() => end)
    await userEvent.keyboard('40712958{Enter}')
    await expect.element(pageHeading()).toHaveTextContent(words)
    await userEvent.click(newCodeButton())
    await expect.element(code()).toHaveFocus()
    await expect.element(code()).toHaveValue('')
    await expect.element(page.getByText('A new code is on its way.')).toBeInTheDocument()
    expect(calls.at(-1)).toMatchObject({ call: 'POST /users', sent: { usernameOrEmail: 'amina.o', zipCode: '00100' } })
  })

  test('requests a new code without the zip code when log-ins by zip code are throttled', async () => {
    const calls = await toCodeStep(
      () => errorResponse(410, 'code-expired'),
      [codeRequiredReply, errorResponse(429, 'too-many-attempts')],
    )
    await userEvent.keyboard('40712958{Enter}')
    await userEvent.click(newCodeButton())
    await expect.element(pageHeading()).toHaveTextContent('Check your email')
    await expect.element(page.getByText('If this account exists, a new code is on its way.')).toBeInTheDocument()
    expect(calls.at(-1)?.call).toBe('POST /api/auth/code')
  })

  test('shows when a new code can be requested after the limit is reached, and accepts the last code', async () => {
    const calls = await toCodeStep(() => ({ body: signedInUser }), [tooManyCodesReply])
    await expect.element(page.getByText(/^Use the newest email you have/)).toBeVisible()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/for the next one at \d\d:\d\d.[AP]M\.$/)
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Send a new code' }))
    await expect.poll(() => calls).toHaveLength(2)
    await userEvent.fill(code(), '40712958')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => recordedNavigations).toHaveLength(1)
  })

  test('shows an error when the code has expired and no more codes can be sent', async () => {
    await toCodeStep(() => errorResponse(410, 'code-expired'), [codeRequiredReply, tooManyCodesReply])
    await userEvent.keyboard('40712958{Enter}')
    await userEvent.click(newCodeButton())
    await expect.element(page.getByRole('alert')).toMatchTextContent('No more codes for now.')
    await expect.element(page.getByText('A new code is on its way.')).not.toBeInTheDocument()
  })

  test('shows how long to wait after too many wrong codes from this network', async () => {
    await toCodeStep(() => ({ ...errorResponse(429, 'too-many-attempts'), headers: { 'retry-after': '700' } }))
    await userEvent.keyboard('40712958{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('You can try again in 12 minutes.')
  })

  test('requires a username or email, but no zip code, when "Email me a code" is pressed', async () => {
    openLogInPage(() => codeSentReply)
    await userEvent.click(mailCodeButton())
    await expect.element(usernameField()).toHaveAccessibleDescription('Type your username or email first.')
    await userEvent.fill(usernameField(), 'amina.o')
    await userEvent.click(mailCodeButton())
    await expect.element(code()).toHaveFocus()
  })

  test('shows that no more codes are sent after too many requests for one username', async () => {
    openLogInPage(() => tooManyCodesReply)
    await userEvent.fill(usernameField(), 'amina.o')
    await userEvent.click(mailCodeButton())
    await expect.element(page.getByRole('alert')).toMatchTextContent('No more codes for now.')
    await expect.element(code()).toBeVisible()
  })
})
