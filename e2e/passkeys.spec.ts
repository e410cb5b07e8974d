import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { waitForFormScript } from './built-file.ts'
import { journey } from './journey.ts'
import { fillLogIn, signUp } from './person.ts'

/** Adds a virtual authenticator to the page. It simulates the screen lock of a phone. */
async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devTools, authenticatorId }
}

describe('log-in with a passkey or a recovery code', () => {
  journey('is offered once in the feed as "Add passkey", after a log-in with a zip code', async ({ visit }) => {
    const page = await visit('/signup', { size: 'phone' })
    await addAuthenticator(page)
    const { username, zipcode } = await signUp(page, { username: 'card.yes' })
    const card = page.getByRole('region', { name: 'Log in with your fingerprint or screen lock?' })
    await card.waitFor()
    await expectAccessibleScreen(page, 'passkey offer')
    await card.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByText('Passkey saved').waitFor()
    await card.waitFor({ state: 'detached' })
    const other = await visit('/login')
    await fillLogIn(other, username, zipcode)
    await other.getByText('Invalid username/email or zip code').waitFor()

    const hesitant = await visit('/signup')
    const again = await signUp(hesitant, { username: 'card.no' })
    const question = hesitant.getByRole('region', { name: 'Log in with your fingerprint or screen lock?' })
    await question.getByRole('button', { name: 'Not now' }).click()
    await question.waitFor({ state: 'detached' })
    await hesitant.getByRole('button', { name: 'Log Out' }).click()
    await hesitant.waitForURL((url) => url.pathname === '/')
    await hesitant.goto('/login')
    const offerResponse = hesitant.waitForResponse('**/api/passkeys/offer')
    await fillLogIn(hesitant, again.username, again.zipcode)
    await offerResponse
    await hesitant.getByRole('heading', { name: 'No posts yet' }).waitFor()
    expect(await question.count()).toBe(0)
  })

  journey('replaces the zip code with a passkey until the user removes the passkey', async ({ visit }) => {
    const page = await visit('/signup', { size: 'phone' })
    const { devTools, authenticatorId } = await addAuthenticator(page)
    /** Switches the automatic confirmation of the virtual authenticator on or off. */
    const touch = (enabled: boolean) =>
      devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    const wanjiru = await signUp(page, { username: 'wanjiru.key' })
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Make a passkey' }).click()
    await dialog.getByLabel('Zip code', { exact: true }).fill(wanjiru.zipcode)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Passkey added', { exact: true }).waitFor()
    await page.getByText('Off. Your passkey replaced it.').waitFor()
    await page.getByRole('button', { name: /^Rename / }).click()
    await dialog.getByLabel('Name of the passkey').fill('My phone')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('listitem').filter({ hasText: 'My phone' }).waitFor()
    await expectAccessibleScreen(page, 'settings with a passkey')
    await touch(false)
    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await expectAccessibleScreen(page, 'log-in with passkeys')
    await fillLogIn(page, wanjiru.username, wanjiru.zipcode)
    await page.getByText('Invalid username/email or zip code').waitFor()
    await page.goto('/login?next=/settings/security')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await touch(true)
    await page.waitForURL('**/settings/security')
    await page.context().clearCookies()
    // The browser offers the passkey in the autofill of the username field, so the test presses no button.
    await page.goto('/login?next=/settings/security')
    await page.waitForURL('**/settings/security')
    await page.getByRole('button', { name: 'Remove My phone' }).click()
    await dialog.getByLabel('New zip code').fill('80100')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    // Selects the first match, because the list of account activities also contains “Passkey removed”.
    await page.getByText('Passkey removed').first().waitFor()
    await page.context().clearCookies()
    await page.goto('/login')
    await fillLogIn(page, wanjiru.username, '80100')
    await page.waitForURL('**/dashboard')
  })
  journey('accepts one of ten recovery codes, so that nine are left', async ({ visit }) => {
    const page = await visit('/signup', { size: 'desktop', theme: 'dark' })
    const otieno = await signUp(page, { username: 'otieno.lost' })
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Make recovery codes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Make recovery codes' }).click()
    await dialog.getByLabel('Zip code', { exact: true }).fill(otieno.zipcode)
    await dialog.getByLabel('Zip code', { exact: true }).press('Enter')
    await dialog.getByRole('listitem').nth(9).waitFor()
    const code = await dialog.getByRole('listitem').nth(4).innerText()
    await expectAccessibleScreen(page, 'recovery codes')
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save as a file' }).click()
    expect((await saved).suggestedFilename()).toBe('pawtrait-recovery-codes.txt')
    await dialog.getByLabel('Type one of the codes').fill(code.toLowerCase())
    await dialog.getByRole('button', { name: 'Switch the codes on' }).click()
    await page.getByText('10 of 10 are left.').waitFor()
    const other = await visit('/login', { size: 'phone' })
    await other.getByRole('link', { name: 'Use a recovery code' }).click()
    await other.getByLabel('Recovery code').waitFor()
    await waitForFormScript(other, 'send-recovery-code')
    await other.getByLabel('Username or email').fill(otieno.username)
    await other.getByLabel('Recovery code').fill('AAAAA-AAAAA')
    await other.getByRole('button', { name: 'Log In' }).click()
    await other.getByText('or the code was used before.').waitFor()
    await expectAccessibleScreen(other, 'log-in by a recovery code')
    await other.getByLabel('Recovery code').fill(code)
    await other.getByRole('button', { name: 'Log In' }).click()
    await other.getByText('You’re logged in. How will you log in next time?').waitFor()
    await page.reload()
    await page.getByText('9 of 10 are left.').waitFor()
  })
})
