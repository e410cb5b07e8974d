import type { Page } from 'playwright-core'
import type { Journey } from './journey.ts'

/** Returns the locator of the payment sheet with the title `name`. */
export const paymentSheet = (page: Page, name: string) => page.getByRole('dialog', { name })
export const planRegion = (page: Page) => page.getByRole('region', { name: 'Premium Plan' })

/** Requests a payment prompt on a phone. Resolves when the sheet shows the state of the payment. */
export async function requestPhonePrompt(page: Page, number: string) {
  await page.goto('/dashboard/premium')
  await planRegion(page).getByRole('button', { name: 'Pay with M-Pesa' }).click()
  await page.getByLabel('M-Pesa phone number').fill(number)
  await page.getByRole('button', { name: 'Send the prompt' }).click()
  // A phone with a scripted result may have paid or declined already. In this case, the sheet shows the result.
  await page.getByRole('dialog', { name: /Check the phone|We are checking|No money moved|Best in show/ }).waitFor()
}

/** Opens the test phone in a new window and waits for the prompt. */
export async function openPhone(page: Page): Promise<Page> {
  const [phone] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open the test phone' }).click(),
  ])
  await phone.getByLabel('Enter M-PESA PIN').waitFor()
  return phone
}

/** Opens the test phone in a separate browser window, so that the page does not become a background tab. */
export async function openPhoneInWindow(page: Page, visit: Journey['visit']): Promise<Page> {
  const link = page.getByRole('link', { name: 'Open the test phone' })
  const path = await link.getAttribute('href')
  if (path === null) throw new Error('The link to the test phone has no address.')
  return visit(path)
}

export async function enterPin(phone: Page, pin: string) {
  await phone.getByLabel('Enter M-PESA PIN').fill(pin)
  await phone.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Pays with a test card and answers the questions of the card's bank. */
export async function payByCard(page: Page, card: string, answers: string[] = []) {
  await page.getByRole('button', { name: card }).click()
  await page.getByRole('button', { name: /^Pay KSH\. 1500/ }).click()
  for (const answer of answers) {
    await page.getByText(`The right one is ${answer}.`).waitFor()
    await page.locator('input:visible').last().fill(answer)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
}

/** Opens the test card page from the Premium page. */
export async function openCardPage(page: Page) {
  await page.goto('/dashboard/premium')
  await planRegion(page).getByRole('button', { name: 'Pay with Credit Card' }).click()
  await page.waitForURL('**/test/checkout/**')
}
