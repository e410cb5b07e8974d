import type { Page } from 'playwright-core'

/** What somebody types about themselves. */
export type Person = { fullname: string; username: string; email: string; zipcode: string }

let made = 0

/** Somebody new, with a name of their own in this file's app. */
export function somebody(named: Partial<Person> = {}): Person {
  const number = ++made
  const username = named.username ?? `person${number}`
  return { fullname: `Person ${number}`, email: `${username}@example.com`, zipcode: '00100', ...named, username }
}

/** Fills the sign-up page and sends it; ends on the log-in page. `page` may be anywhere. */
export async function fillSignUp(page: Page, person: Person, path = '/signup') {
  await page.goto(path)
  await page.getByLabel('Full name').fill(person.fullname)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Zip code', { exact: true }).fill(person.zipcode)
  await page.getByLabel('Zip code', { exact: true }).press('Enter')
}

/** Fills the log-in page, on which `page` is, and sends it. */
export async function fillLogIn(page: Page, usernameOrEmail: string, zipcode: string) {
  await page.getByLabel('Username or email').fill(usernameOrEmail)
  await page.getByLabel('Zip code', { exact: true }).fill(zipcode)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Proves in the dialog that asks for it who one is. */
export async function proveBy(page: Page, zipcode: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Zip code', { exact: true }).fill(zipcode)
  await dialog.getByRole('button', { name: 'Go on' }).click()
}

/** Signs up and logs in through the pages; ends on the dashboard. */
export async function signUp(page: Page, named: Partial<Person> = {}): Promise<Person> {
  const person = somebody(named)
  await fillSignUp(page, person)
  await page.waitForURL('**/login**')
  await fillLogIn(page, person.username, person.zipcode)
  await page.waitForURL('**/dashboard')
  return person
}
