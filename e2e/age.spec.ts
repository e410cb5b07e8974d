import { describe, expect, vi } from 'vitest'
import { type RunningApp, startApp } from './app.ts'
import { expectGoodScreen } from './axe.ts'
import { laterPartsOf } from './built-file.ts'
import { send } from './given.ts'
import { journey } from './journey.ts'
import { answerAge, fillLogIn, fillSignUp, somebody } from './person.ts'

// Not `override`: that would change the journeys of every file this worker runs later.
const withGuardians = journey
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads what a fixture needs from the pattern
  .extend('app', { scope: 'file' }, async ({}, { onCleanup }): Promise<RunningApp> => {
    const app = await startApp({ MAIL: 'dev', GUARDIAN_CONSENT: '1' })
    onCleanup(() => app.stop())
    return app
  })

/** The first match in a letter of this local instance. */
const mailed = (origin: string, what: RegExp) =>
  vi.waitFor(async () => {
    const [, found] = what.exec(await (await fetch(`${origin}/dev/mail`)).text()) ?? []
    expect(found).toBeDefined()
    return found ?? ''
  }, 15_000)

describe('age', () => {
  journey('an adult is asked once, and cannot pass the question by', async ({ visit }) => {
    const page = await visit('/signup')
    const amina = somebody({ username: 'amina.adult' })
    await fillSignUp(page, amina)
    await page.waitForURL('**/login**')
    await fillLogIn(page, amina.username, amina.zipcode)
    const dialog = page.getByRole('dialog', { name: 'How old are you?' })
    await dialog.waitFor()
    await expectGoodScreen(page, 'age')
    for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
    await dialog.waitFor()
    await page.goto('/settings')
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/login')
    await fillLogIn(page, amina.username, amina.zipcode)
    await answerAge(page)
    await page.reload()
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
    // The app would ask, once it runs.
    await laterPartsOf(page)
    expect(await dialog.count()).toBe(0)
  })

  journey('somebody of 13 to 17 answers by keyboard and is private from then on', async ({ visit }) => {
    const page = await visit('/signup', { size: 'desktop' })
    const juma = somebody({ username: 'juma.minor' })
    await fillSignUp(page, juma)
    await page.waitForURL('**/login**')
    await fillLogIn(page, juma.username, juma.zipcode)
    const dialog = page.getByRole('dialog', { name: 'How old are you?' })
    await dialog.getByRole('radio', { name: '18 or older' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Your account is private.').waitFor()
    expect(await send(page, 'GET', '/api/profile/privacy')).toEqual({ isPrivate: true })
  })

  journey('a child is told what happens, and then the account is gone', async ({ visit }) => {
    const page = await visit('/signup')
    const child = somebody({ username: 'small.child' })
    await fillSignUp(page, child)
    await page.waitForURL('**/login**')
    await fillLogIn(page, child.username, child.zipcode)
    await page.getByRole('radio', { name: 'Under 13' }).check()
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('dialog', { name: 'You need to be 13' }).waitFor()
    await expectGoodScreen(page, 'age-under-13')
    await page.getByRole('button', { name: 'Back' }).click()
    expect(await page.getByRole('radio', { name: 'Under 13' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Erase my account' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate("localStorage.getItem('user')")).toBeNull()
    await page.goto('/login')
    await fillLogIn(page, child.username, child.zipcode)
    await page.getByRole('alert').filter({ hasText: 'Invalid username/email or zip code' }).waitFor()
  })
})

describe('where a guardian is wanted', () => {
  withGuardians('somebody of 13 to 17 looks only, until a parent confirms by mail', async ({ app, visit }) => {
    const page = await visit('/signup')
    const juma = somebody({ username: 'juma.young' })
    await fillSignUp(page, juma)
    await page.waitForURL('**/login**')
    await fillLogIn(page, juma.username, juma.zipcode)
    await page.getByLabel('8-digit code').fill(await mailed(app.origin, /Your code is (\d{8})/))
    await page.locator('form[data-form="code"]').getByRole('button', { name: 'Log In' }).click()
    await page.getByRole('radio', { name: '13 to 17' }).check()
    await page.getByRole('button', { name: 'Go on' }).click()
    const notice = page.getByRole('complementary', { name: 'Parent or guardian' })
    await notice.getByText('you can look but not post').waitFor()
    await expectGoodScreen(page, 'guardian-notice')
    await notice.getByRole('button', { name: 'Ask them' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask a parent or guardian' })
    await dialog.getByLabel('Their email').fill('parent@example.com')
    await expectGoodScreen(page, 'ask-guardian')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await notice.getByText('We wrote to your parent').waitFor()

    const parent = await visit(await mailed(app.origin, /(\/guardian#[\w-]+)/))
    await parent.getByText('(juma.young) asks you.').waitFor()
    await parent.getByRole('button', { name: 'Refuse' }).click()
    await expectGoodScreen(parent, 'guardian-refuses')
    await parent.getByRole('button', { name: 'Back' }).click()
    await expectGoodScreen(parent, 'guardian')
    await parent.getByRole('button', { name: 'Confirm the account' }).click()
    await parent.getByText('The account is confirmed.').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
    await laterPartsOf(page)
    expect(await notice.count()).toBe(0)
  })
})
