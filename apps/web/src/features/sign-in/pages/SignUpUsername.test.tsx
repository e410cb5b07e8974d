import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as users from '#i18n/en/users.ts'
import { errorResponse, type FakeResponse } from '../../../testing/fake-server.ts'
import { fillAndSubmit, openSignUp, signUpTextField } from '../../../testing/sign-up-page.tsx'

describe('username field of the sign-up page', () => {
  beforeEach(() => {
    sessionStorage.clear()
    return page.viewport(390, 844)
  })

  test('shows whether the username is free while the user types', async () => {
    openSignUp(() => ({}))
    await userEvent.type(signUpTextField('Username'), 'amina.o')
    await expect.element(signUpTextField('Username')).toHaveAccessibleDescription('amina.o is free.')
    await userEvent.fill(signUpTextField('Username'), 'taken')
    await expect
      .element(signUpTextField('Username'))
      .toHaveAccessibleDescription('That username is taken. Free: amina.otieno aminaotieno')
  })

  test('fills in a suggested username on a press, and requests suggestions based on the full name', async () => {
    const calls = openSignUp(() => ({}))
    await userEvent.fill(signUpTextField('Full name'), 'Amina Otieno')
    await userEvent.fill(signUpTextField('Username'), 'taken')
    await userEvent.click(page.getByRole('button', { name: 'amina.otieno' }))
    await expect.element(signUpTextField('Username')).toHaveValue('amina.otieno')
    await expect.element(signUpTextField('Username')).toHaveFocus()
    await expect.element(signUpTextField('Username')).toHaveAccessibleDescription('amina.otieno is free.')
    expect(calls[0]?.call).toBe('GET /api/usernames/taken?fullname=Amina+Otieno')
  })

  test('adds suggested usernames to the error of a refused sign-up', async () => {
    const errors = [{ field: 'username', code: 'taken', message: 'That username is taken.' }]
    openSignUp(() => errorResponse(409, 'username-taken', { errors }))
    await fillAndSubmit()
    await userEvent.fill(signUpTextField('Username'), 'taken')
    await userEvent.click(page.getByRole('button', { name: 'Create my account' }))
    await expect.element(page.getByRole('button', { name: 'aminaotieno' })).toBeVisible()
  })

  test('offers the log-in if the username is taken and an earlier sign-up with it got no response', async () => {
    const errors = [{ field: 'username', code: 'taken', message: 'That username is taken.' }]
    let answer = (): FakeResponse => {
      throw new TypeError('Failed to fetch')
    }
    openSignUp(() => answer())
    const submitAgain = () => userEvent.click(page.getByRole('button', { name: 'Create my account' }))
    await fillAndSubmit()
    await expect.element(page.getByText(users.signUpFailed)).toBeVisible()
    answer = () => ({ ...errorResponse(429, 'too-many-requests'), headers: { 'retry-after': '60' } })
    await submitAgain()
    await expect.element(page.getByText('Too many new accounts from here', { exact: false })).toBeVisible()
    answer = () => errorResponse(409, 'username-taken', { errors })
    await submitAgain()
    await expect.element(page.getByText(users.signUpMaybeCreated, { exact: false })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Log In', exact: true }).first())
      .toHaveAttribute('href', '/login?username=amina.o')
    await userEvent.fill(signUpTextField('Username'), 'amina.other')
    await userEvent.click(page.getByRole('button', { name: 'Create my account' }))
    await expect.element(signUpTextField('Username')).toHaveAccessibleDescription(/That username is taken/)
    await expect.element(page.getByText(users.signUpMaybeCreated, { exact: false })).not.toBeInTheDocument()
  })

  test('ignores a late username check after the server has refused the form', async () => {
    const named = Promise.withResolvers<void>()
    const errors = [{ field: 'username', code: 'taken', message: 'That username is taken.' }]
    const calls = openSignUp(() => errorResponse(409, 'username-taken', { errors }), named.promise)
    await userEvent.fill(signUpTextField('Username'), 'amina.o')
    await expect.poll(() => calls).toHaveLength(1)
    await fillAndSubmit()
    await expect.element(signUpTextField('Username')).toHaveAccessibleDescription('That username is taken.')
    named.resolve()
    // Wait longer than the debounce of the username check.
    await new Promise((resolve) => setTimeout(resolve, 600))
    await expect.element(signUpTextField('Username')).toHaveAccessibleDescription('That username is taken.')
  })
})
