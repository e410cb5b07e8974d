import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { RunningApp } from './app.ts'
import { expectAccessibleScreen } from './axe.ts'
import { journeyInSeparateApp } from './journey.ts'
import { createSignUpData, fillLogIn, fillSignUp } from './person.ts'

const attacked = journeyInSeparateApp({ PROOF_ROUNDS: '500' }, [process.execPath, 'e2e/suspicious-mode-app.ts'])

/** Records the statuses of log-in and sign-up requests. */
function answersOf(page: Page): number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/users') statuses.push(response.status())
  })
  return statuses
}

/** Sends a log-in or sign-up request without a browser, as an attacker's script does. */
const post = (app: RunningApp, body: object) =>
  fetch(`${app.origin}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('suspicious mode', () => {
  attacked('requires a proof of work from unknown devices only', async ({ app, visit }) => {
    const known = await visit('/')
    const amina = createSignUpData({ username: 'amina.pow' })
    await fillSignUp(known, amina)
    await known.waitForURL('**/login**')
    await fillLogIn(known, amina.username, amina.zipcode)
    await known.waitForURL('**/dashboard')

    const answers: number[] = []
    for (let i = 0; i < 5; i++)
      answers.push((await post(app, { usernameOrEmail: `stranger${i}`, zipcode: `100${i}` })).status)
    expect(answers).toEqual([200, 200, 200, 403, 403])

    const elsewhere = await visit('/login', { size: 'desktop' })
    const unknownDevice = answersOf(elsewhere)
    await fillLogIn(elsewhere, amina.username, amina.zipcode)
    await elsewhere.waitForURL('**/dashboard')
    expect(unknownDevice).toEqual([403, 200])

    await known.getByRole('button', { name: 'Log Out' }).click()
    await known.waitForURL((url) => url.pathname === '/')
    await known.goto('/login')
    const knownDevice = answersOf(known)
    await fillLogIn(known, amina.username, amina.zipcode)
    await known.waitForURL('**/dashboard')
    expect(knownDevice).toEqual([200])
  })

  attacked('shows the progress of the proof of work, which the user can cancel', async ({ app, visit }) => {
    const page = await visit('/signup', { theme: 'dark' })
    // Simulates a proof of work that never ends.
    await page.route('**/assets/proof-worker-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => postMessage({ share: 0.4 })' }),
    )
    const statuses: number[] = []
    while (!statuses.includes(403)) statuses.push((await post(app, createSignUpData())).status)
    expect(statuses.slice(0, -1)).not.toContain(400)
    await fillSignUp(page, createSignUpData({ username: 'juma.pow' }))
    await page.getByRole('progressbar', { name: 'Checking that you’re not a robot…' }).waitFor()
    await expectAccessibleScreen(page, 'sign-up-proof')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await page.getByRole('progressbar').waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Username').inputValue()).toBe('juma.pow')
    await page.unroute('**/assets/proof-worker-*.js')
    await page.getByRole('button', { name: 'Create my account' }).click()
    await page.waitForURL('**/login**')
  })
})
