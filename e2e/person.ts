import type { Page } from 'playwright-core'

/** Fields of the sign-up form. */
export type SignUpData = { fullname: string; username: string; email: string; zipcode: string }

let personCount = 0

/** Returns a new person with a unique username in this app. */
export function createSignUpData(named: Partial<SignUpData> = {}): SignUpData {
  const number = ++personCount
  const username = named.username ?? `person${number}`
  return { fullname: `Person ${number}`, email: `${username}@example.com`, zipcode: '00100', ...named, username }
}

/** Opens, fills and submits a sign-up page. Does not wait for the next page. */
export async function fillSignUp(page: Page, person: SignUpData, path = '/signup') {
  await page.goto(path)
  await page.getByLabel('Full name').fill(person.fullname)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Zip code', { exact: true }).fill(person.zipcode)
  await page.getByLabel('Zip code', { exact: true }).press('Enter')
}

/** Fills and submits the log-in page, which `page` must already show. */
export async function fillLogIn(page: Page, usernameOrEmail: string, zipcode: string) {
  await page.getByLabel('Username or email').fill(usernameOrEmail)
  await page.getByLabel('Zip code', { exact: true }).fill(zipcode)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Enters the zip code in the open dialog for the proof of identity. */
export async function proveIdentity(page: Page, zipcode: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Zip code', { exact: true }).fill(zipcode)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

/** Signs up and logs in through the pages. Ends on the dashboard. */
export async function signUp(page: Page, named: Partial<SignUpData> = {}): Promise<SignUpData> {
  const person = createSignUpData(named)
  await fillSignUp(page, person)
  await page.waitForURL('**/login**')
  await fillLogIn(page, person.username, person.zipcode)
  await page.waitForURL('**/dashboard')
  return person
}
