import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { requireElement } from '#features/sign-in/scripts/dom-templates.ts'
import { startRevealButton } from '#features/sign-in/scripts/reveal-zip-code.ts'
import { attachSignUpForm } from '#features/sign-in/scripts/send-sign-up.ts'
import * as users from '#i18n/en/users.ts'
import { axeViolations } from '../../../testing/axe.ts'
import { type FakeResponse, fakeServer, refusal } from '../../../testing/fake-server.ts'
import { goOffline } from '../../../testing/go-offline.ts'
import {
  challenge,
  hasProof,
  proofSolution,
  slowChallenge,
  unsolvableChallenge,
} from '../../../testing/proof-fixtures.ts'
import { recordedNavigations } from '../../../testing/recorded-navigations.ts'
import { unmountAll } from '../../../testing/render.tsx'
import { renderHtml } from '../../../testing/render-html.tsx'
import { MinorSignUpPage, SignUpPage } from './SignUpPage.tsx'

const TYPED = { 'Full name': 'Amina Otieno', Username: 'amina.o', Email: 'amina@example.com', 'Zip code': '00100' }

const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const guardian = () => page.getByRole('textbox', { name: 'Email of a parent or guardian' })
const zipCode = () => page.getByLabelText('Zip code', { exact: true })

const adults = <SignUpPage url={new URL('http://localhost/signup')} />
const minors = (asksGuardian: boolean) => (
  <MinorSignUpPage url={new URL('http://localhost/signup/13-to-17?next=%2Fpets%2Fnew')} asksGuardian={asksGuardian} />
)

function open(onSignUp: (sent: unknown) => FakeResponse, untilNamed = Promise.resolve(), form = adults) {
  renderHtml(form)
  attachSignUpForm(requireElement<HTMLFormElement>('form'))
  startRevealButton(requireElement('[data-reveal]'))
  return fakeServer(async (call, sent) => {
    if (call === 'POST /users') return onSignUp(sent)
    await untilNamed
    const name = decodeURIComponent(call.split('/').at(-1)?.split('?')[0] ?? '')
    const isTaken = name === 'taken'
    const suggestions = isTaken ? ['amina.otieno', 'aminaotieno'] : []
    return { body: { name, free: !isTaken, reason: isTaken ? 'That username is taken.' : null, suggestions } }
  })
}

async function fillAndSend() {
  for (const [label, text] of Object.entries(TYPED)) {
    await userEvent.fill(label === 'Zip code' ? zipCode() : field(label), text)
  }
  await userEvent.click(page.getByRole('button', { name: 'Create my account' }))
}

describe('sign-up page', () => {
  beforeEach(() => {
    sessionStorage.clear()
    return page.viewport(390, 844)
  })

  test('sends name, username, email and zip code, and opens the log-in page with the username', async () => {
    const calls = open(() => ({ status: 201, body: { id: '1', username: 'amina.o' } }))
    await fillAndSend()
    await expect.poll(() => recordedNavigations).toEqual(['/login?username=amina.o&created=1'])
    expect(calls.find(({ call }) => call === 'POST /users')?.sent).toEqual({
      fullname: 'Amina Otieno',
      username: 'amina.o',
      email: 'amina@example.com',
      zipcode: '00100',
    })
  })

  test('shows the age confirmation below the button, with a link to the form for minors', async () => {
    open(() => ({}))
    const sentence = page.getByText('By signing up you confirm that you are 18 or older.', { exact: false })
    await expect.element(sentence).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Are you 13 to 17?' }))
      .toHaveAttribute('href', '/signup/13-to-17')
  })

  test('sends the age band from the form for minors, which links to the page for children under 13', async () => {
    const calls = open(
      () => ({ status: 201, body: { id: '1', username: 'amina.o' } }),
      Promise.resolve(),
      minors(false),
    )
    await expect.element(page.getByRole('link', { name: 'Under 13?' })).toHaveAttribute('href', '/under-13')
    await expect
      .element(page.getByRole('link', { name: 'Are you 18 or older?' }))
      .toHaveAttribute('href', '/signup?next=%2Fpets%2Fnew')
    await fillAndSend()
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

  test("asks minors for a guardian's email if the site requires it, and shows its error beside the field", async () => {
    const errors = [{ field: 'guardianEmail', code: 'own', message: 'This is your own address.' }]
    const calls = open(() => refusal(400, 'validation-failed', { errors }), Promise.resolve(), minors(true))
    await userEvent.fill(guardian(), 'amina@example.com')
    await fillAndSend()
    await expect.element(guardian()).toHaveAccessibleDescription('This is your own address.')
    await expect.element(guardian()).toHaveFocus()
    expect(calls.find(({ call }) => call === 'POST /users')?.sent).toMatchObject({
      ageBand: '13-to-17',
      guardianEmail: 'amina@example.com',
    })
    expect(JSON.stringify(sessionStorage)).not.toContain('guardian')
    expect(await axeViolations()).toEqual([])
  })

  test('keeps the typed text when switching to the form for minors', async () => {
    open(() => ({}))
    await userEvent.fill(field('Full name'), 'Amina Otieno')
    unmountAll()
    renderHtml(<MinorSignUpPage url={new URL('http://localhost/signup/13-to-17')} asksGuardian={false} />)
    attachSignUpForm(requireElement<HTMLFormElement>('form'))
    await expect.element(field('Full name')).toHaveValue('Amina Otieno')
  })

  test('computes a proof of work when the server requires one', async () => {
    const calls = open((sent) =>
      hasProof(sent)
        ? { status: 201, body: { id: '1', username: 'amina.o' } }
        : refusal(403, 'proof-required', { challenge }),
    )
    await fillAndSend()
    await expect.poll(() => recordedNavigations).toEqual(['/login?username=amina.o&created=1'])
    expect(calls.findLast(({ call }) => call === 'POST /users')?.sent).toMatchObject({
      zipcode: '00100',
      proof: { challenge, ...proofSolution },
    })
  })

  test('keeps the typed text when the proof of work is cancelled', async () => {
    open(() => refusal(403, 'proof-required', { challenge: slowChallenge }))
    await fillAndSend()
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    await expect.element(page.getByRole('button', { name: 'Create my account' })).toHaveFocus()
    await expect.element(zipCode()).toHaveValue('00100')
  })

  test('shows an error when the browser cannot compute the proof of work', async () => {
    open(() => refusal(403, 'proof-required', { challenge: unsolvableChallenge }))
    await fillAndSend()
    await expect.element(page.getByRole('alert')).toHaveTextContent(users.robotCheckFailed)
    await expect.element(field('Username')).toHaveValue('amina.o')
  })

  test('shows an error beside each wrong field, focuses the first, and keeps the typed text', async () => {
    const errors = [
      { field: 'email', code: 'email', message: 'That email is missing its second half.' },
      { field: 'username', code: 'taken', message: 'That username is taken.' },
    ]
    open(() => refusal(409, 'username-taken', { errors }))
    await fillAndSend()
    await expect.element(field('Username')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field('Username')).toHaveAccessibleDescription('That username is taken.')
    await expect.element(field('Email')).toHaveAccessibleDescription('That email is missing its second half.')
    await expect.element(field('Username')).toHaveFocus()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Check 2 fields. What you typed is still here.')
    await expect.element(field('Full name')).toHaveValue('Amina Otieno')
    await expect.element(zipCode()).toHaveValue('00100')
    await userEvent.type(field('Email'), 'x')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Check 1 field. What you typed is still here.')
    await userEvent.type(field('Username'), 'x')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test('restores the typed text except the zip code after a reload, until the account is created', async () => {
    const reload = (onSignUp: () => FakeResponse) => {
      unmountAll()
      open(onSignUp)
    }
    open(() => refusal(400, 'validation-failed', { errors: [{ field: 'email', code: 'email', message: 'Hm.' }] }))
    await fillAndSend()
    reload(() => ({ status: 201, body: { id: '1', username: 'amina.o' } }))
    for (const label of ['Full name', 'Username', 'Email'] as const)
      await expect.element(field(label)).toHaveValue(TYPED[label])
    await expect.element(zipCode()).toHaveValue('')
    expect(JSON.stringify(sessionStorage)).not.toContain(TYPED['Zip code'])
    await fillAndSend()
    await expect.poll(() => recordedNavigations).toHaveLength(1)
    reload(() => ({}))
    await expect.element(field('Email')).toHaveValue('')
  })

  test("removes a field's error when the user types in it", async () => {
    open(() => refusal(400, 'validation-failed', { errors: [{ field: 'email', code: 'email', message: 'Hm.' }] }))
    await fillAndSend()
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true')
    await userEvent.type(field('Email'), 'x')
    await expect.element(field('Email')).not.toHaveAttribute('aria-invalid')
    await expect.element(page.getByText('Hm.')).not.toBeInTheDocument()
  })

  test('shows an error and keeps the typed text when the server does not respond', async () => {
    open(() => {
      throw new TypeError('Failed to fetch')
    })
    await fillAndSend()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('We could not create your account. What you typed is still here; please try again.')
    await expect.element(field('Username')).toHaveValue('amina.o')
    await expect.element(page.getByRole('button', { name: 'Create my account' })).not.toHaveAttribute('aria-busy')
  })

  test('says that the browser is offline when a sign-up gets no answer, and keeps the typed text', async () => {
    open(() => {
      throw new TypeError('Failed to fetch')
    })
    goOffline()
    await fillAndSend()
    await expect.element(page.getByRole('alert')).toHaveTextContent(users.offline)
    await expect.element(field('Full name')).toHaveValue('Amina Otieno')
  })

  test('shows whether the username is free while the user types', async () => {
    open(() => ({}))
    await userEvent.type(field('Username'), 'amina.o')
    await expect.element(field('Username')).toHaveAccessibleDescription('amina.o is free.')
    await userEvent.fill(field('Username'), 'taken')
    await expect
      .element(field('Username'))
      .toHaveAccessibleDescription('That username is taken. Free: amina.otieno aminaotieno')
  })

  test('fills in a suggested username on a press, and requests suggestions based on the full name', async () => {
    const calls = open(() => ({}))
    await userEvent.fill(field('Full name'), 'Amina Otieno')
    await userEvent.fill(field('Username'), 'taken')
    await userEvent.click(page.getByRole('button', { name: 'amina.otieno' }))
    await expect.element(field('Username')).toHaveValue('amina.otieno')
    await expect.element(field('Username')).toHaveFocus()
    await expect.element(field('Username')).toHaveAccessibleDescription('amina.otieno is free.')
    expect(calls[0]?.call).toBe('GET /api/usernames/taken?fullname=Amina+Otieno')
  })

  test('adds suggested usernames to the error of a refused sign-up', async () => {
    const errors = [{ field: 'username', code: 'taken', message: 'That username is taken.' }]
    open(() => refusal(409, 'username-taken', { errors }))
    await fillAndSend()
    await userEvent.fill(field('Username'), 'taken')
    await userEvent.click(page.getByRole('button', { name: 'Create my account' }))
    await expect.element(page.getByRole('button', { name: 'aminaotieno' })).toBeVisible()
  })

  test('warns of an easily guessed zip code without sending it', async () => {
    const calls = open(() => ({}))
    await userEvent.fill(zipCode(), '100')
    await expect.element(zipCode()).toHaveAccessibleDescription(users.zipCodeGuessable)
    await expect.element(zipCode()).not.toHaveAttribute('aria-invalid')
    await userEvent.fill(zipCode(), '00100 MK')
    await expect.element(zipCode()).toHaveAccessibleDescription(users.zipCodeHelp)
    expect(calls).toEqual([])
  })

  test('ignores a late username check after the server has refused the form', async () => {
    const named = Promise.withResolvers<void>()
    const errors = [{ field: 'username', code: 'taken', message: 'That username is taken.' }]
    const calls = open(() => refusal(409, 'username-taken', { errors }), named.promise)
    await userEvent.fill(field('Username'), 'amina.o')
    await expect.poll(() => calls).toHaveLength(1)
    await fillAndSend()
    await expect.element(field('Username')).toHaveAccessibleDescription('That username is taken.')
    named.resolve()
    // Wait longer than the debounce of the username check.
    await new Promise((resolve) => setTimeout(resolve, 600))
    await expect.element(field('Username')).toHaveAccessibleDescription('That username is taken.')
  })

  test('shows and hides the zip code', async () => {
    open(() => ({}))
    await expect.element(zipCode()).toHaveAttribute('type', 'password')
    await userEvent.click(page.getByRole('button', { name: 'Show zip code' }))
    await expect.element(zipCode()).toHaveAttribute('type', 'text')
    await userEvent.click(page.getByRole('button', { name: 'Hide zip code' }))
    await expect.element(zipCode()).toHaveAttribute('type', 'password')
  })

  test.for(['light', 'dark'])('has no axe violations in the %s theme', async (theme) => {
    document.documentElement.dataset.theme = theme
    open(() => refusal(400, 'validation-failed', { errors: [{ field: 'email', code: 'email', message: 'Hm.' }] }))
    await fillAndSend()
    await expect.element(page.getByText('Hm.')).toBeVisible()
    expect(await axeViolations()).toEqual([])
  })
})
