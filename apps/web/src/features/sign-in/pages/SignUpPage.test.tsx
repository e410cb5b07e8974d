import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as users from '#i18n/en/users.ts'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorResponse, type FakeResponse } from '../../../testing/fake-server.ts'
import { goOffline } from '../../../testing/go-offline.ts'
import {
  hasProofOfWork,
  proofSolution,
  slowChallenge,
  solvableChallenge,
  unsolvableChallenge,
} from '../../../testing/proof-fixtures.ts'
import { recordedNavigations } from '../../../testing/recorded-navigations.ts'
import { unmountAll } from '../../../testing/render.tsx'
import {
  fillAndSubmit,
  openSignUp,
  SIGN_UP_INPUT,
  signUpTextField,
  zipCodeInput,
} from '../../../testing/sign-up-page.tsx'
import { MinorSignUpPage } from './SignUpPage.tsx'

const guardian = () => page.getByRole('textbox', { name: 'Email of a parent or guardian' })

const minors = (asksGuardian: boolean) => (
  <MinorSignUpPage url={new URL('http://localhost/signup/13-to-17?next=%2Fpets%2Fnew')} asksGuardian={asksGuardian} />
)

describe('sign-up page', () => {
  beforeEach(() => {
    sessionStorage.clear()
    return page.viewport(390, 844)
  })

  test('sends name, username, email and zip code, and opens the log-in page with the username', async () => {
    const calls = openSignUp(() => ({ status: 201, body: { id: '1', username: 'amina.o' } }))
    await fillAndSubmit()
    await expect.poll(() => recordedNavigations).toEqual(['/login?username=amina.o&created=1'])
    expect(calls.find(({ call }) => call === 'POST /users')?.sent).toEqual({
      fullname: 'Amina Otieno',
      username: 'amina.o',
      email: 'amina@example.com',
      zipcode: '00100',
    })
  })

  test('shows the age confirmation below the button, with a link to the form for minors', async () => {
    openSignUp(() => ({}))
    const sentence = page.getByText('By signing up you confirm that you are 18 or older.', { exact: false })
    await expect.element(sentence).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Are you 13 to 17?' }))
      .toHaveAttribute('href', '/signup/13-to-17')
  })

  test('sends the age band from the form for minors, and links to the page for children under 13', async () => {
    const calls = openSignUp(
      () => ({ status: 201, body: { id: '1', username: 'amina.o' } }),
      Promise.resolve(),
      minors(false),
    )
    await expect.element(page.getByRole('link', { name: 'Under 13?' })).toHaveAttribute('href', '/under-13')
    await expect
      .element(page.getByRole('link', { name: 'Are you 18 or older?' }))
      .toHaveAttribute('href', '/signup?next=%2Fpets%2Fnew')
    await fillAndSubmit()
    await expect
      .poll(() => calls.find(({ call }) => call === 'POST /users')?.sent)
      .toEqual({
        fullname: 'Amina Otieno',
        username: 'amina.o',
        email: 'amina@example.com',
        zipcode: '00100',
        ageBand: '13-to-17',
      })
    await expect.element(guardian()).not.toBeInTheDocument()
  })

  test("asks minors for a guardian's email if the site requires it, and shows an error beside that field", async () => {
    const errors = [{ field: 'guardianEmail', code: 'own', message: 'This is your own address.' }]
    const calls = openSignUp(() => errorResponse(400, 'validation-failed', { errors }), Promise.resolve(), minors(true))
    await userEvent.fill(guardian(), 'amina@example.com')
    await fillAndSubmit()
    await expect.element(guardian()).toHaveAccessibleDescription('This is your own address.')
    await expect.element(guardian()).toHaveFocus()
    expect(calls.find(({ call }) => call === 'POST /users')?.sent).toMatchObject({
      ageBand: '13-to-17',
      guardianEmail: 'amina@example.com',
    })
    expect(JSON.stringify(sessionStorage)).not.toContain('guardian')
    expect(await listAxeViolations()).toEqual([])
  })

  test('keeps the typed text when the user switches to the form for minors', async () => {
    openSignUp(() => ({}))
    await userEvent.fill(signUpTextField('Full name'), 'Amina Otieno')
    unmountAll()
    openSignUp(() => ({}), Promise.resolve(), minors(false))
    await expect.element(signUpTextField('Full name')).toHaveValue('Amina Otieno')
  })

  test('computes a proof of work when the server requires one', async () => {
    const calls = openSignUp((sent) =>
      hasProofOfWork(sent)
        ? { status: 201, body: { id: '1', username: 'amina.o' } }
        : errorResponse(403, 'proof-required', { challenge: solvableChallenge }),
    )
    await fillAndSubmit()
    await expect.poll(() => recordedNavigations).toEqual(['/login?username=amina.o&created=1'])
    expect(calls.findLast(({ call }) => call === 'POST /users')?.sent).toMatchObject({
      zipcode: '00100',
      proof: { challenge: solvableChallenge, ...proofSolution },
    })
  })

  test('keeps the typed text when the proof of work is cancelled', async () => {
    openSignUp(() => errorResponse(403, 'proof-required', { challenge: slowChallenge }))
    await fillAndSubmit()
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    await expect.element(page.getByRole('button', { name: 'Create my account' })).toHaveFocus()
    await expect.element(zipCodeInput()).toHaveValue('00100')
  })

  test('shows an error when the browser cannot compute the proof of work', async () => {
    openSignUp(() => errorResponse(403, 'proof-required', { challenge: unsolvableChallenge }))
    await fillAndSubmit()
    await expect.element(page.getByRole('alert')).toHaveTextContent(users.robotCheckFailed)
    await expect.element(signUpTextField('Username')).toHaveValue('amina.o')
  })

  test('shows an error beside each wrong field, focuses the first, and keeps the typed text', async () => {
    const errors = [
      { field: 'email', code: 'email', message: 'That email is missing its second half.' },
      { field: 'username', code: 'taken', message: 'That username is taken.' },
    ]
    openSignUp(() => errorResponse(409, 'username-taken', { errors }))
    await fillAndSubmit()
    await expect.element(signUpTextField('Username')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(signUpTextField('Username')).toHaveAccessibleDescription('That username is taken.')
    await expect.element(signUpTextField('Email')).toHaveAccessibleDescription('That email is missing its second half.')
    await expect.element(signUpTextField('Username')).toHaveFocus()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Check 2 fields. What you typed is still here.')
    await expect.element(signUpTextField('Full name')).toHaveValue('Amina Otieno')
    await expect.element(zipCodeInput()).toHaveValue('00100')
    await userEvent.type(signUpTextField('Email'), 'x')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Check 1 field. What you typed is still here.')
    await userEvent.type(signUpTextField('Username'), 'x')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test('restores the typed text except the zip code after a reload, until the account is created', async () => {
    const reload = (onSignUp: () => FakeResponse) => {
      unmountAll()
      openSignUp(onSignUp)
    }
    openSignUp(() =>
      errorResponse(400, 'validation-failed', { errors: [{ field: 'email', code: 'email', message: 'Hm.' }] }),
    )
    await fillAndSubmit()
    reload(() => ({ status: 201, body: { id: '1', username: 'amina.o' } }))
    for (const label of ['Full name', 'Username', 'Email'] as const)
      await expect.element(signUpTextField(label)).toHaveValue(SIGN_UP_INPUT[label])
    await expect.element(zipCodeInput()).toHaveValue('')
    expect(JSON.stringify(sessionStorage)).not.toContain(SIGN_UP_INPUT['Zip code'])
    await fillAndSubmit()
    await expect.poll(() => recordedNavigations).toHaveLength(1)
    reload(() => ({}))
    await expect.element(signUpTextField('Email')).toHaveValue('')
  })

  test("removes a field's error when the user types in it", async () => {
    openSignUp(() =>
      errorResponse(400, 'validation-failed', { errors: [{ field: 'email', code: 'email', message: 'Hm.' }] }),
    )
    await fillAndSubmit()
    await expect.element(signUpTextField('Email')).toHaveAttribute('aria-invalid', 'true')
    await userEvent.type(signUpTextField('Email'), 'x')
    await expect.element(signUpTextField('Email')).not.toHaveAttribute('aria-invalid')
    await expect.element(page.getByText('Hm.')).not.toBeInTheDocument()
  })

  test('shows an error and keeps the typed text when the server does not respond', async () => {
    openSignUp(() => {
      throw new TypeError('Failed to fetch')
    })
    await fillAndSubmit()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('We could not create your account. What you typed is still here; please try again.')
    await expect.element(signUpTextField('Username')).toHaveValue('amina.o')
    await expect.element(page.getByRole('button', { name: 'Create my account' })).not.toHaveAttribute('aria-busy')
  })

  test('says that the browser is offline when a sign-up gets no answer, and keeps the typed text', async () => {
    openSignUp(() => {
      throw new TypeError('Failed to fetch')
    })
    goOffline()
    await fillAndSubmit()
    await expect.element(page.getByRole('alert')).toHaveTextContent(users.offlineText)
    await expect.element(signUpTextField('Full name')).toHaveValue('Amina Otieno')
  })

  test('warns of an easily guessed zip code without sending it', async () => {
    const calls = openSignUp(() => ({}))
    await userEvent.fill(zipCodeInput(), '100')
    await expect.element(zipCodeInput()).toHaveAccessibleDescription(users.zipCodeGuessable)
    await expect.element(zipCodeInput()).not.toHaveAttribute('aria-invalid')
    await userEvent.fill(zipCodeInput(), '00100 MK')
    await expect.element(zipCodeInput()).toHaveAccessibleDescription(users.zipCodeHelp)
    expect(calls).toEqual([])
  })

  test('shows and hides the typed zip code on a press of the eye button', async () => {
    openSignUp(() => ({}))
    await expect.element(zipCodeInput()).toHaveAttribute('type', 'password')
    await userEvent.click(page.getByRole('button', { name: 'Show zip code' }))
    await expect.element(zipCodeInput()).toHaveAttribute('type', 'text')
    await userEvent.click(page.getByRole('button', { name: 'Hide zip code' }))
    await expect.element(zipCodeInput()).toHaveAttribute('type', 'password')
  })

  test.for(['light', 'dark'])('has no axe violations in the %s theme', async (theme) => {
    document.documentElement.dataset.theme = theme
    openSignUp(() =>
      errorResponse(400, 'validation-failed', { errors: [{ field: 'email', code: 'email', message: 'Hm.' }] }),
    )
    await fillAndSubmit()
    await expect.element(page.getByText('Hm.')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
  })
})
