import type { Page } from 'playwright-core'

/** The pay sheet, by what it is called at the moment. */
export const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })
/** The card of the plan, with its two buttons. */
export const plan = (page: Page) => page.getByRole('region', { name: 'Premium Plan' })

/** Asks for a prompt on a phone; ends when the sheet waits for it. */
export async function askByPhone(page: Page, number: string) {
  await page.goto('/dashboard/premium')
  await plan(page).getByRole('button', { name: 'Pay with M-Pesa' }).click()
  await page.getByLabel('M-Pesa phone number').fill(number)
  await page.getByRole('button', { name: 'Send the prompt' }).click()
  // It may be over by then.
  await page.getByRole('dialog', { name: /Check the phone|We are checking|No money moved|Best in show/ }).waitFor()
}

/** The test phone in a window of its own, with the prompt on it. */
export async function openPhone(page: Page): Promise<Page> {
  const [phone] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open the test phone' }).click(),
  ])
  await phone.getByLabel('Enter M-PESA PIN').waitFor()
  return phone
}

/** Types a PIN on the test phone. */
export async function enterPin(phone: Page, pin: string) {
  await phone.getByLabel('Enter M-PESA PIN').fill(pin)
  await phone.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Chooses a card on the test card page and answers what it asks. */
export async function payByCard(page: Page, card: string, answers: string[] = []) {
  await page.getByRole('button', { name: card }).click()
  await page.getByRole('button', { name: /^Pay KSH\. 1500/ }).click()
  for (const answer of answers) {
    await page.getByText(`The right one is ${answer}.`).waitFor()
    await page.locator('input:visible').last().fill(answer)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
}

/** From the Premium page to the test card page. */
export async function toCardPage(page: Page) {
  await page.goto('/dashboard/premium')
  await plan(page).getByRole('button', { name: 'Pay with Credit Card' }).click()
  await page.waitForURL('**/test/checkout/**')
}
