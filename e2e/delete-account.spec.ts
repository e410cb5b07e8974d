import { describe, expect } from 'vitest'
import { awaitResponse } from './await-response.ts'
import { expectAccessibleScreen } from './axe.ts'
import { waitForFormScript } from './built-file.ts'
import { journey } from './journey.ts'
import { fillLogIn, proveIdentity, signUp } from './person.ts'

describe('account deletion', () => {
  journey('hides the account immediately, and lets the user restore it with its followers', async ({ visit }) => {
    const page = await visit('/signup', { size: 'phone' })
    const leaver = await signUp(page, { username: 'leaving.nia' })
    const friend = await visit('/signup', { size: 'desktop', theme: 'dark' })
    await signUp(friend, { username: 'staying.joe' })
    await friend.goto('/@leaving.nia')
    const follow = friend.getByRole('button', { name: /^Follow/ }).first()
    await awaitResponse(friend, 'PUT', /follow$/, () => follow.click())
    await friend
      .getByRole('button', { name: /^Following/ })
      .first()
      .waitFor()
    await page.goto('/settings/data')
    await page.getByRole('button', { name: 'Delete account…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You can get all of it back until').waitFor()
    await expectAccessibleScreen(page, 'deleting an account')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await proveIdentity(page, leaver.zipcode)
    await dialog.getByText('Nothing is deleted yet.').waitFor()
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await page.waitForURL('**/restore?until=**')
    await page.getByText('Your account was deleted. You can get it back here until').waitFor()
    await expectAccessibleScreen(page, 'an account that was deleted')
    await friend.reload()
    await friend.getByRole('heading', { level: 1 }).waitFor()
    expect(await friend.getByText('leaving.nia').count()).toBe(0)
    await page.goto('/login')
    await fillLogIn(page, leaver.username, leaver.zipcode)
    await page.getByText('Invalid username/email or zip code').waitFor()
    await page.getByRole('link', { name: 'Get it back' }).click()
    await page.getByLabel('Username or email').fill(leaver.username)
    const secret = page.getByLabel('Zip code, password or recovery code', { exact: true })
    await secret.fill('99999')
    await waitForFormScript(page, 'send-restore')
    await page.getByRole('button', { name: 'Get it back' }).click()
    await page.getByText('No account deleted').waitFor()
    await secret.fill(leaver.zipcode)
    await page.getByRole('button', { name: 'Get it back' }).click()
    await page.getByText('Your account is back. Log in.').waitFor()
    await fillLogIn(page, leaver.username, leaver.zipcode)
    await page.waitForURL('**/dashboard')
    await page.goto('/@leaving.nia/followers')
    await page.getByText('staying.joe').first().waitFor()
  })
})
