import { describe, expect, vi } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { journey, journeyInSeparateApp } from './journey.ts'
import { createSignUpData, fillLogIn, fillSignUp, proveIdentity, signUp } from './person.ts'
import { callApi } from './test-data.ts'

const withGuardians = journeyInSeparateApp({ MAIL: 'dev', GUARDIAN_CONSENT: '1' })

/** Searches the development mailbox for a pattern for up to 15 s. Returns the text of the pattern's first group. */
const findInMail = (origin: string, pattern: RegExp) =>
  vi.waitFor(async () => {
    const [, found] = pattern.exec(await (await fetch(`${origin}/dev/mail`)).text()) ?? []
    expect(found).toBeDefined()
    return found ?? ''
  }, 15_000)

describe('age check', () => {
  journey('stores the age band "18-or-older" at sign-up and opens no dialog on the dashboard', async ({ visit }) => {
    const page = await visit('/signup')
    await page.getByText('By signing up you confirm that you are 18 or older.').waitFor()
    await signUp(page, { username: 'amina.adult' })
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
    await waitForLazyModules(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await callApi(page, 'GET', '/api/account/age')).toMatchObject({ band: '18-or-older' })
  })

  journey('creates a private account with the sign-up form for ages 13 to 17', async ({ visit }) => {
    const page = await visit('/signup', { size: 'desktop' })
    await page.getByLabel('Full name').fill('Juma')
    await page.getByRole('link', { name: 'Are you 13 to 17?' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/signup/13-to-17')
    await page.getByText('By signing up you confirm that you are 13 to 17.').waitFor()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Juma')
    await expectAccessibleScreen(page, 'sign-up-13-to-17')
    const juma = createSignUpData({ username: 'juma.minor' })
    await fillSignUp(page, juma, '/signup/13-to-17')
    await page.waitForURL('**/login**')
    await fillLogIn(page, juma.username, juma.zipcode)
    await page.waitForURL('**/dashboard')
    expect(await callApi(page, 'GET', '/api/account/age')).toMatchObject({ band: '13-to-17' })
    expect(await callApi(page, 'GET', '/api/profile/privacy')).toEqual({ isPrivate: true })
  })

  journey('stores and sends no data when a visitor clicks "Under 13?"', async ({ visit }) => {
    const page = await visit('/signup/13-to-17')
    await page.getByLabel('Full name').fill('Small Child')
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).toContain('Small Child')
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'GET' || sent.push(request.url())))
    await page.getByRole('link', { name: 'Under 13?' }).click()
    await page.getByRole('heading', { name: 'See you when you’re 13' }).waitFor()
    await expectAccessibleScreen(page, 'under-13')
    await page.waitForFunction('sessionStorage.length === 0')
    expect(await page.evaluate('localStorage.length')).toBe(0)
    expect(await page.context().cookies()).toEqual([])
    expect(sent).toEqual([])
  })

  journey(
    'closes the account of a user who chooses "Under 13" in settings, after a proof of identity',
    async ({ visit }) => {
      const page = await visit('/signup')
      const child = await signUp(page, { username: 'small.child' })
      await page.goto('/settings/account')
      await page.getByRole('button', { name: 'Change your age' }).click()
      await page.getByRole('radio', { name: 'Under 13' }).check()
      await expectAccessibleScreen(page, 'change-age')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog', { name: 'Close your account?' }).waitFor()
      await expectAccessibleScreen(page, 'close-under-13')
      await page.getByRole('button', { name: 'Close my account' }).click()
      await proveIdentity(page, child.zipcode)
      await page.getByText('Your account is not closed yet.').waitFor()
      await page.getByRole('button', { name: 'Close my account' }).click()
      await page.waitForURL('**/under-13?closed=*')
      await page.getByText('Your account is closed.').waitFor()
      await expectAccessibleScreen(page, 'closed-under-13')
      expect(await page.evaluate("localStorage.getItem('user')")).toBeNull()
      await page.goto('/login')
      await fillLogIn(page, child.username, child.zipcode)
      await page.getByRole('alert').filter({ hasText: 'Invalid username/email or zip code' }).waitFor()
    },
  )
})

describe('sign-up with GUARDIAN_CONSENT=1', () => {
  withGuardians(
    'shows a "read-only" notice to a user of 13 to 17 until the guardian confirms the account',
    async ({ app, visit }) => {
      const page = await visit('/signup/13-to-17')
      const juma = createSignUpData({ username: 'juma.young' })
      await page.getByLabel('Email of a parent or guardian').waitFor()
      await expectAccessibleScreen(page, 'sign-up-with-guardian')
      await fillSignUp(page, juma, '/signup/13-to-17')
      const guardian = page.getByLabel('Email of a parent or guardian')
      // The form marks the guardian’s email field as invalid because it is empty.
      await page.locator('#guardianEmail[aria-invalid="true"]').waitFor()
      await guardian.fill('parent@example.com')
      await guardian.press('Enter')
      await page.waitForURL('**/login**')
      await fillLogIn(page, juma.username, juma.zipcode)
      await page.getByLabel('8-digit code').fill(await findInMail(app.origin, /Your code is (\d{8})/))
      await page.locator('form[data-form="code"]').getByRole('button', { name: 'Log In' }).click()
      const notice = page.getByRole('complementary', { name: 'Parent or guardian' })
      await notice.getByText('you can look but not post').waitFor()
      const link = await findInMail(app.origin, /(\/guardian#[\w-]+)/)
      await page.reload()
      await notice.getByText('We emailed your parent').waitFor()
      await expectAccessibleScreen(page, 'guardian-notice')
      await notice.getByRole('button', { name: 'Ask again' }).click()
      const dialog = page.getByRole('dialog', { name: 'Ask a parent or guardian' })
      await dialog.getByLabel('Their email').waitFor()
      await expectAccessibleScreen(page, 'ask-guardian')
      await dialog.getByRole('button', { name: 'Not now' }).click()

      const parent = await visit(link)
      await parent.getByText('(juma.young) asks you to confirm their account.').waitFor()
      await parent.getByRole('button', { name: 'Refuse' }).click()
      await expectAccessibleScreen(parent, 'guardian-refuses')
      await parent.getByRole('button', { name: 'Back' }).click()
      await expectAccessibleScreen(parent, 'guardian')
      await parent.getByRole('button', { name: 'Confirm the account' }).click()
      await parent.getByText('The account is confirmed.').waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
      await waitForLazyModules(page)
      expect(await notice.count()).toBe(0)
    },
  )
})
