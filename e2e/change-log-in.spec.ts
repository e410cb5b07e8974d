import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { fillLogIn, signUp } from './person.ts'

const password = 'a kite over Ngong hills'

describe('log-in settings', () => {
  journey('let a user replace the zip code with a password, which logs out other browsers', async ({ visit }) => {
    const page = await visit('/signup', { size: 'desktop' })
    const amina = await signUp(page, { username: 'amina.pw' })
    const other = await visit('/login', { size: 'phone' })
    await fillLogIn(other, amina.username, amina.zipcode)
    await other.waitForURL('**/dashboard')
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Set a password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New password').fill('amina.pw 2026')
    await dialog.getByRole('button', { name: 'Save' }).click()
    // The app asks for a proof of identity before it checks the password. The form keeps the typed text.
    await dialog.getByLabel('Zip code', { exact: true }).fill(amina.zipcode)
    await expectAccessibleScreen(page, 'proving who one is')
    await dialog.getByLabel('Zip code', { exact: true }).press('Enter')
    await dialog.getByText('This password is easy to guess.').waitFor()
    expect(await dialog.getByLabel('New password').inputValue()).toBe('amina.pw 2026')
    await dialog.getByLabel('New password').fill(password)
    await dialog.getByLabel('New password').press('Enter')
    await page.getByText('Your password is set').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('listitem').filter({ hasText: 'Password set' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Change password' }).waitFor()
    await expectAccessibleScreen(page, 'settings with a password')
    await other.goto('/dashboard')
    await other.waitForURL('**/login**')
    await fillLogIn(other, amina.username, amina.zipcode)
    await other.getByText('Invalid username/email or zip code').waitFor()
    await fillLogIn(other, amina.username, password)
    await other.waitForURL('**/dashboard')
  })

  journey('let a user change the zip code, and replace a password with a new zip code', async ({ visit }) => {
    const page = await visit('/signup', { size: 'phone', theme: 'dark' })
    const juma = await signUp(page, { username: 'juma.zip' })
    await page.goto('/settings/security')
    const dialog = page.getByRole('dialog')
    const save = async (button: string, field: string, typed: string) => {
      await page.getByRole('button', { name: button }).click()
      await dialog.getByLabel(field).fill(typed)
      await dialog.getByRole('button', { name: 'Save' }).click()
    }
    await save('Change zip code', 'New zip code', '80100')
    await dialog.getByLabel('Zip code', { exact: true }).fill(juma.zipcode)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Your new zip code is set').waitFor()
    // Sudo mode lasts ten minutes and is still active, so the app does not ask for a proof of identity.
    await save('Set a password', 'New password', password)
    await page.getByText('Your password is set').waitFor()
    await save('Go back to a zip code', 'New zip code', '90200')
    await page.getByText('You log in with the new zip code now').waitFor()
    await expectAccessibleScreen(page, 'settings on a phone, dark')
    const other = await visit('/login')
    await fillLogIn(other, juma.username, '902-00')
    await other.waitForURL('**/dashboard')
  })

  journey('let a user change the username without breaking links with the old username', async ({ visit }) => {
    const page = await visit('/signup', { size: 'desktop' })
    const leila = await signUp(page, { username: 'leila.old' })
    await page.goto('/settings/account')
    await page.getByRole('button', { name: 'Change username' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New username').fill('Leila.New')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByLabel('Zip code', { exact: true }).fill(leila.zipcode)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('You are @leila.new now').waitFor()
    await page.getByText('@leila.new', { exact: true }).first().waitFor()
    const visitor = await visit('/@leila.old')
    await visitor.waitForURL('**/@leila.new')
    await visitor.getByRole('heading', { name: leila.fullname }).waitFor()
    await visitor.goto('/@leila.old/followers')
    await visitor.waitForURL('**/@leila.new/followers')
  })
})
