import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { waitForFormScript } from './built-file.ts'
import { journeyInSeparateApp } from './journey.ts'
import { createSignUpData, fillLogIn, fillSignUp } from './person.ts'

/** Returns the newest code that the development mailbox holds for the address `to`. */
async function mailedCode(origin: string, to: string): Promise<string> {
  const html = await (await fetch(`${origin}/dev/mail`)).text()
  const letter = html
    .split('<article>')
    .find((article) => article.includes(`To ${to}`) && article.includes('Your code is'))
  const [, code = ''] = /Your code is (\d{8})/.exec(letter ?? '') ?? []
  expect(code).toHaveLength(8)
  return code
}

const field = (page: Page) => page.getByLabel('8-digit code')
const answer = async (page: Page, code: string) => {
  await field(page).fill(code)
  await page.locator('form[data-form="code"]').getByRole('button', { name: 'Log In' }).click()
}

const withMail = journeyInSeparateApp({ MAIL: 'dev' })

describe('e-mailed code', () => {
  withMail('is required once on a new device, and is refused when it is used again', async ({ app, visit }) => {
    const page = await visit('/')
    const tatu = createSignUpData({ username: 'tatu' })
    await fillSignUp(page, tatu)
    await page.waitForURL('**/login**')
    await fillLogIn(page, 'tatu', tatu.zipcode)
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    expect((await page.request.get('/api/session')).status()).toBe(401)
    await expectAccessibleScreen(page, 'log-in-code')

    const code = await mailedCode(app.origin, tatu.email)
    await answer(page, '123456')
    await page.getByText('Type all eight digits.').waitFor()
    await answer(page, code === '00000000' ? '11111111' : '00000000')
    await page.getByText('That code is not right. 4 tries left.').waitFor()
    await answer(page, code)
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/login')
    await fillLogIn(page, 'tatu', tatu.zipcode)
    await page.waitForURL('**/dashboard')

    const elsewhere = await visit('/login')
    await fillLogIn(elsewhere, 'tatu', tatu.zipcode)
    await elsewhere.getByRole('heading', { name: 'Check your email' }).waitFor()
    // The app refuses a code that was used before.
    await answer(elsewhere, code)
    await elsewhere.getByText('That code is not right. 4 tries left.').waitFor()
  })

  withMail(
    'logs in a user who forgot the zip code, and lets that user set a password without a second code',
    async ({ app, visit }) => {
      const page = await visit('/')
      const neema = createSignUpData({ username: 'neema.codes' })
      await fillSignUp(page, neema)
      await page.waitForURL('**/login**')
      await fillLogIn(page, 'neema.codes', neema.zipcode)
      await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      const first = await mailedCode(app.origin, neema.email)
      await answer(page, first)
      await page.waitForURL('**/dashboard')
      const elsewhere = await visit('/login?next=%2Fsaved')
      await elsewhere.getByLabel('Username or email').fill('neema.codes')
      await elsewhere.getByRole('button', { name: 'Email me a code' }).click()
      await elsewhere.getByText('If this account exists').waitFor()
      const code = await vi.waitFor(async () => {
        const newest = await mailedCode(app.origin, neema.email)
        expect(newest).not.toBe(first)
        return newest
      }, 15_000)
      await answer(elsewhere, code)
      await elsewhere.getByText('You’re logged in. How will you log in next time?').waitFor()
      await expectAccessibleScreen(elsewhere, 'in again')
      await elsewhere.getByRole('button', { name: 'Set a password' }).click()
      const dialog = elsewhere.getByRole('dialog')
      await dialog.getByLabel('New password').fill('a kite over Ngong hills')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await elsewhere.getByText('Your password is set').waitFor()
      await elsewhere.getByRole('link', { name: 'Not now' }).click()
      await elsewhere.waitForURL('**/saved')
    },
  )

  withMail(
    'confirms a new email address, and a link mailed to the old address undoes the change',
    async ({ app, visit }) => {
      const page = await visit('/')
      const zuri = createSignUpData({ username: 'zuri.codes' })
      await fillSignUp(page, zuri)
      await page.waitForURL('**/login**')
      await fillLogIn(page, 'zuri.codes', zuri.zipcode)
      await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      await answer(page, await mailedCode(app.origin, zuri.email))
      await page.waitForURL('**/dashboard')
      await page.goto('/settings/account')
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Change email' }).click()
      await dialog.getByLabel('New email').fill('zuri.new@example.com')
      await dialog.getByRole('button', { name: 'Save' }).click()
      // After a log-in by code, the app needs no second proof of identity. This code only confirms the new address.
      await dialog.getByLabel('8-digit code').waitFor()
      await dialog.getByLabel('8-digit code').fill(await mailedCode(app.origin, 'zuri.new@example.com'))
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Your email is changed').waitFor()
      await page.getByText('zuri.new@example.com. Only you see it.').waitFor()
      const link = await vi.waitFor(async () => {
        const html = await (await fetch(`${app.origin}/dev/mail`)).text()
        const [, found] = /(\/undo-email#[\w-]+)/.exec(html) ?? []
        expect(found).toBeDefined()
        return found ?? ''
      }, 15_000)
      const elsewhere = await visit(link)
      await elsewhere.getByRole('heading', { name: 'Wasn’t it you?' }).waitFor()
      await waitForFormScript(elsewhere, 'start-link-form')
      await expectAccessibleScreen(elsewhere, 'undo-email')
      await elsewhere.getByRole('button', { name: 'Get my address back' }).click()
      await elsewhere.waitForURL('**/reset-signin?undone=1#*')
      await elsewhere.getByText('Your address is back.').waitFor()
      await elsewhere.getByText('This link is for @zuri.codes.').waitFor()
      await expectAccessibleScreen(elsewhere, 'undo-email-reset')
      await elsewhere.getByLabel('New zip code').fill('80100')
      await elsewhere.getByRole('button', { name: 'Set my zip code' }).click()
      await elsewhere.waitForURL('**/login?username=zuri.codes&reset=1')
      await fillLogIn(elsewhere, 'zuri.codes', '80100')
      await elsewhere.waitForURL('**/dashboard')
      await page.goto('/settings')
      await page.waitForURL('**/login**')
      const again = await visit(link)
      await waitForFormScript(again, 'start-link-form')
      await again.getByRole('button', { name: 'Get my address back' }).click()
      await again.getByText('This link was used or has expired.').waitFor()
    },
  )
})
