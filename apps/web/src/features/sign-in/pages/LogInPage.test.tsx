import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as users from '#i18n/en/users.ts'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorResponse } from '../../../testing/fake-server.ts'
import { goOffline } from '../../../testing/go-offline.ts'
import {
  logInButton,
  openLogInPage,
  pageHeading,
  signedInUser,
  submitLogIn,
  usernameField,
  zipCodeField,
} from '../../../testing/log-in-page.tsx'
import {
  hasProofOfWork,
  proofSolution,
  slowChallenge,
  solvableChallenge,
  unsolvableChallenge,
} from '../../../testing/proof-fixtures.ts'
import { recordedNavigations } from '../../../testing/recorded-navigations.ts'
import { unmountAll } from '../../../testing/render.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  // Simulates a browser without passkey autofill. The end-to-end test of passkeys covers autofill.
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
  return page.viewport(390, 844)
})

describe('log-in page', () => {
  test('sends username or email, zip code and time zone, stores the user and opens the feed', async () => {
    const calls = openLogInPage(() => ({ body: { ...signedInUser, email: 'amina@example.com', plan: 'free' } }))
    await submitLogIn()
    await expect.poll(() => recordedNavigations).toEqual(['/dashboard'])
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(calls).toEqual([{ call: 'POST /users', sent: { usernameOrEmail: 'amina.o', zipCode: '00100', timeZone } }])
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(signedInUser)
  })

  test('shows "No passkey was used" when the server is unavailable, and keeps the typed username', async () => {
    const calls = openLogInPage(() => errorResponse(503, 'unavailable'))
    await userEvent.fill(usernameField(), 'amina.o')
    await userEvent.click(page.getByRole('button', { name: 'Use a passkey' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('No passkey was used')
    expect(calls.map(({ call }) => call)).toEqual(['POST /api/session/passkey/options'])
    await expect.element(usernameField()).toHaveValue('amina.o')
    expect(await listAxeViolations()).toEqual([])
  })

  test('restores only the username after a reload, and stores no typed text after a log-in', async () => {
    openLogInPage(() => ({ body: null }))
    await submitLogIn()
    unmountAll()
    openLogInPage(() => ({ body: signedInUser }))
    await expect.element(usernameField()).toHaveValue('amina.o')
    await expect.element(zipCodeField()).toHaveValue('')
    expect(JSON.stringify(sessionStorage)).not.toContain('00100')
    await submitLogIn()
    await expect.poll(() => recordedNavigations).toHaveLength(1)
    // A flag tells the next page that a secret was typed. The secret is not stored.
    expect(Object.entries(sessionStorage)).toEqual([['secret-typed', 'true']])
  })

  test('shows the error of a wrong log-in beside username and zip code, and focuses the zip code', async () => {
    openLogInPage(() => ({ body: null }))
    await submitLogIn()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid username/email or zip code')
    await expect.element(pageHeading()).toHaveTextContent('Check what you typed')
    for (const field of [usernameField(), zipCodeField()]) {
      await expect.element(field).toHaveAttribute('aria-invalid', 'true')
      await expect.element(field).toHaveAccessibleDescription('Invalid username/email or zip code')
    }
    await expect.element(zipCodeField()).toHaveFocus()
    await expect.element(usernameField()).toHaveValue('amina.o')
  })

  test.for([
    ['an internal server error', errorResponse(500, 'internal')],
    ['a mail that cannot be sent', errorResponse(503, 'mail-unavailable')],
  ] as const)('shows the general error for %s, and keeps the typed text', async ([, answer]) => {
    openLogInPage(() => answer)
    await submitLogIn()
    await expect.element(page.getByRole('alert').getByText('Error logging in. Please try again later.')).toBeVisible()
    await expect.element(page.getByRole('alert').getByText('Request 7c1f-20be')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
    await expect.element(zipCodeField()).toHaveValue('00100')
  })

  test.for([
    ['suspended', 'a passkey', 'Use a passkey', '2026-12-03T09:00:00.000Z'],
    ['suspended', 'the zip code', 'Log In', '2026-12-03T09:00:00.000Z'],
    ['banned', 'a passkey', 'Use a passkey', null],
    ['banned', 'the zip code', 'Log In', null],
  ] as const)(
    "shows that the user's account is %s after a log-in with %s, with a link to the reasons",
    async ([state, , button, suspendedUntil]) => {
      openLogInPage(() => errorResponse(403, 'account-suspended', { decisionId: '0199-7', suspendedUntil }))
      await userEvent.fill(usernameField(), 'amina.o')
      await userEvent.fill(zipCodeField(), '00100')
      // The mocked server refuses before it sends a passkey challenge, so this test needs no authenticator.
      await userEvent.click(page.getByRole('button', { name: button }))
      const alert = page.getByRole('alert')
      await expect.element(page.getByRole('heading', { name: `This account is ${state}` })).toBeVisible()
      const words = { suspended: 'It ends: 3 December 2026', banned: 'You can’t log in with this account any more' }
      await expect.element(alert).toMatchTextContent(words[state])
      await expect.element(page.getByText('Error logging in', { exact: false })).not.toBeInTheDocument()
      const reasonsLink = alert.getByRole('link', { name: 'See why, and appeal' })
      await expect.element(reasonsLink).toHaveAttribute('href', '/decisions/0199-7')
      await expect.element(zipCodeField()).toHaveValue('00100')
      expect(await listAxeViolations()).toEqual([])
    },
  )

  test('shows the general error when the server does not respond', async () => {
    openLogInPage(() => {
      throw new TypeError('Failed to fetch')
    })
    await submitLogIn()
    await expect.element(page.getByRole('alert').getByText('Error logging in. Please try again later.')).toBeVisible()
  })

  test('shows how long to wait after too many tries, and disables the button', async () => {
    openLogInPage(() => ({ ...errorResponse(429, 'too-many-attempts'), headers: { 'retry-after': '700' } }))
    await submitLogIn()
    const alert = page.getByRole('alert')
    await expect.element(alert.getByText('Error logging in. Please try again later.')).toBeVisible()
    await expect.element(alert.getByText('You can try again in 12 minutes.')).toBeVisible()
    await expect.element(pageHeading()).toHaveTextContent('Log-in is paused')
    await expect.element(logInButton()).toBeDisabled()
  })

  test('shows "Account created" after a sign-up, and prefills the username', async () => {
    openLogInPage(() => ({}), '?username=amina.o&created=1')
    await expect.element(page.getByRole('status').first()).toHaveTextContent('Account created')
    await expect.element(pageHeading()).not.toMatchTextContent('back')
    await expect.element(usernameField()).toHaveValue('amina.o')
  })
})

describe('log-in page with a proof of work', () => {
  test('computes the proof of work in a worker, resends the log-in with it, and opens the feed', async () => {
    const calls = openLogInPage((_, sent) =>
      hasProofOfWork(sent)
        ? { body: signedInUser }
        : errorResponse(403, 'proof-required', { challenge: solvableChallenge }),
    )
    await submitLogIn()
    await expect.poll(() => recordedNavigations).toEqual(['/dashboard'])
    expect(calls.map(({ sent }) => (sent as { proof?: unknown }).proof)).toEqual([
      undefined,
      { challenge: solvableChallenge, ...proofSolution },
    ])
    expect(calls[1]?.sent).toMatchObject({ usernameOrEmail: 'amina.o', zipCode: '00100' })
  })

  test('announces the progress of the proof of work, and lets the user cancel it by keyboard', async () => {
    const calls = openLogInPage(() => errorResponse(403, 'proof-required', { challenge: slowChallenge }))
    await submitLogIn()
    await expect.element(page.getByRole('status')).toHaveTextContent('Checking that you’re not a robot…')
    const bar = page.getByRole('progressbar', { name: 'Checking that you’re not a robot…' })
    await expect.poll(() => (bar.element() as HTMLProgressElement).value).toBeGreaterThan(0)
    expect(await listAxeViolations()).toEqual([])
    const cancel = page.getByRole('button', { name: 'Cancel' })
    expect(cancel.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    ;(cancel.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(bar).not.toBeInTheDocument()
    await expect.element(logInButton()).toHaveFocus()
    await expect.element(zipCodeField()).toHaveValue('00100')
    expect(calls).toHaveLength(1)
  })

  test('shows an error after the server has refused three proofs of work', async () => {
    const calls = openLogInPage(() => errorResponse(403, 'proof-required', { challenge: solvableChallenge }))
    await submitLogIn()
    await expect.element(page.getByRole('alert')).toHaveTextContent(users.robotCheckFailed)
    expect(calls).toHaveLength(4)
    await expect.element(zipCodeField()).toHaveValue('00100')
    await expect.element(logInButton()).not.toHaveAttribute('aria-busy')
  })

  test.for([
    ['has no workers', solvableChallenge, () => vi.stubGlobal('Worker', undefined)],
    ['finds no solution', unsolvableChallenge, () => {}],
  ] as const)('shows an error in a browser that %s', async ([, sent, prepare]) => {
    openLogInPage(() => errorResponse(403, 'proof-required', { challenge: sent }))
    prepare()
    await submitLogIn()
    await expect.element(page.getByRole('alert')).toHaveTextContent(users.robotCheckFailed)
    await expect.element(usernameField()).toHaveValue('amina.o')
  })

  test('shows the general error when the response to the proof of work is lost', async () => {
    openLogInPage((_, sent) => {
      if (hasProofOfWork(sent)) throw new TypeError('Failed to fetch')
      return errorResponse(403, 'proof-required', { challenge: solvableChallenge })
    })
    await submitLogIn()
    await expect.element(page.getByRole('alert').getByText('Error logging in. Please try again later.')).toBeVisible()
  })

  test('says that the browser is offline when a log-in gets no answer', async () => {
    openLogInPage(() => {
      throw new TypeError('Failed to fetch')
    })
    goOffline()
    await submitLogIn()
    await expect.element(page.getByRole('alert')).toMatchTextContent('You’re offline.')
    expect(page.getByText(users.noAnswerText).elements()).toEqual([])
  })
})

describe.for(['light', 'dark'])('log-in page in the %s theme', (theme) => {
  test.for([
    ['wrong', { body: null }],
    ['failed', errorResponse(500, 'internal')],
    ['throttled', errorResponse(429, 'too-many-attempts')],
    ['code', errorResponse(403, 'verification-required')],
  ] as const)('has no axe violations in the state "%s"', async ([, answer]) => {
    document.documentElement.dataset.theme = theme
    openLogInPage(() => answer)
    await submitLogIn()
    await expect.element(pageHeading()).not.toHaveTextContent('Welcome back')
    expect(await listAxeViolations()).toEqual([])
  })
})
