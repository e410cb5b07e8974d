import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { startApp } from './app.ts'
import { expectGoodScreen } from './axe.ts'
import { becomeMember } from './given.ts'
import { journey } from './journey.ts'

const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })
const plan = (page: Page) => page.getByRole('region', { name: 'Premium Plan' })

/** Asks for a prompt on a phone; ends when the sheet waits for it. */
async function askByPhone(page: Page, number: string) {
  await page.goto('/dashboard/premium')
  await plan(page).getByRole('button', { name: 'Pay with M-Pesa' }).click()
  await page.getByLabel('M-Pesa phone number').fill(number)
  await page.getByRole('button', { name: 'Send the prompt' }).click()
}

/** The test phone in a window of its own, with the prompt on it. */
async function openPhone(page: Page): Promise<Page> {
  const [phone] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open the test phone' }).click(),
  ])
  await phone.getByLabel('Enter M-PESA PIN').waitFor()
  return phone
}

async function enterPin(phone: Page, pin: string) {
  await phone.getByLabel('Enter M-PESA PIN').fill(pin)
  await phone.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Chooses a card on the test card page and answers what it asks. */
async function payByCard(page: Page, card: string, answers: string[] = []) {
  await page.getByRole('button', { name: card }).click()
  await page.getByRole('button', { name: /^Pay KSH\. 1500/ }).click()
  for (const answer of answers) {
    await page.getByText(`The right one is ${answer}.`).waitFor()
    await page.locator('input:visible').last().fill(answer)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
}

async function toCardPage(page: Page) {
  await page.goto('/dashboard/premium')
  await plan(page).getByRole('button', { name: 'Pay with Credit Card' }).click()
  await page.waitForURL('**/test/checkout/**')
}

describe('going Premium by M-Pesa', () => {
  journey('a newcomer pays, sees it work and reads the receipt', async ({ aMember }) => {
    const { page } = await aMember({ username: 'buyer' })
    await askByPhone(page, '0712 345 678')
    await sheet(page, 'Check your phone').waitFor()
    const phone = await openPhone(page)
    await expectGoodScreen(page, 'premium-waiting')
    // A reload comes back to the same prompt.
    await page.reload()
    await page.getByText('on the phone ending in 678').waitFor()
    await enterPin(phone, '1234')
    await sheet(page, 'Best in show').waitFor()
    await expectGoodScreen(page, 'premium-paid')
    await page.getByRole('link', { name: 'Open receipt' }).click()
    await page.getByRole('article', { name: 'Receipt TEST-' }).waitFor()
    await page.getByText('No money moved, and this is not a tax document.').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    await page.goto('/settings/payments')
    await page.getByRole('heading', { name: 'Premium is on' }).waitFor()
    await page.getByRole('link', { name: /^Receipt TEST-\d{6}$/ }).waitFor()
    await expectGoodScreen(page, 'payments')
  })

  journey('closed while waiting, the plan switches on and one is told where one is', async ({ aMember }) => {
    const { page } = await aMember({ username: 'closer' })
    await askByPhone(page, '0712 345 679')
    const phone = await openPhone(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Search' }).last().click()
    await page.waitForURL('**/dashboard/search')
    await enterPin(phone, '1234')
    await page.getByText('Payment received. Premium is on until').waitFor({ timeout: 20_000 })
  })

  journey('a wrong PIN and a cancelled prompt charge nothing and say so', async ({ aMember }) => {
    const { page } = await aMember({ username: 'fumbler' })
    await askByPhone(page, '0712 345 670')
    await enterPin(await openPhone(page), '9999')
    await page.getByText('That was the wrong M-Pesa PIN.').waitFor()
    await expectGoodScreen(page, 'premium-ended')
    const other = await aMember({ username: 'canceller' })
    await askByPhone(other.page, '0712 345 671')
    await (await openPhone(other.page)).getByRole('button', { name: 'Cancel', exact: true }).click()
    await other.page.getByText('You cancelled. Nothing was charged.').waitFor()
  })

  journey('each phone that answers by itself ends as it should', async ({ aMember }) => {
    for (const [number, words] of [
      ['0700 000 001', 'There is not enough money in your M-Pesa.'],
      ['0700 001 037', 'We could not reach your phone'],
      ['0700 001 001', 'Another M-Pesa question is open on your phone.'],
    ] as const) {
      const { page } = await aMember()
      await askByPhone(page, number)
      await page.getByText(words).waitFor({ timeout: 40_000 })
    }
  })
})

describe('going Premium by card', () => {
  journey('the card page leads back to the receipt; its back button loses nothing', async ({ aMember }) => {
    const { page } = await aMember({ username: 'carder' }, { size: 'desktop', theme: 'dark' })
    await toCardPage(page)
    await page.goBack()
    await sheet(page, 'Checking with the bank').waitFor()
    await expectGoodScreen(page, 'card-waiting')
    await page.getByRole('button', { name: 'Go to the card page' }).click()
    await page.waitForURL('**/test/checkout/**')
    await payByCard(page, '4084 0840 8408 4081')
    await sheet(page, 'Best in show').waitFor({ timeout: 30_000 })
    await page.getByRole('link', { name: 'Open receipt' }).click()
    await page.getByText('4081').first().waitFor()
  })

  journey('a declined card moves no money, and another may be tried at once', async ({ aMember }) => {
    const { page } = await aMember({ username: 'declined' })
    await toCardPage(page)
    await payByCard(page, '4084 0800 0000 5408')
    await sheet(page, 'No money moved').waitFor({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Try another card' }).click()
    await page.waitForURL('**/test/checkout/**')
    await payByCard(page, '5078 5078 5078 5078 12', ['1111'])
    await sheet(page, 'Best in show').waitFor({ timeout: 30_000 })
  })
})

describe('where payments are not set up', () => {
  journey('both buttons say so', async ({ browser }) => {
    const app = await startApp({ PAYMENTS: 'off' })
    const context = await browser.newContext({ baseURL: app.origin })
    const page = await context.newPage()
    await page.goto('/login')
    await becomeMember(page, { username: 'payer' })
    await page.goto('/dashboard/premium')
    for (const way of ['Pay with M-Pesa', 'Pay with Credit Card']) {
      expect(await page.getByText('Payments are not set up here.').count()).toBe(0)
      await page.getByRole('button', { name: way }).click()
      await page.getByRole('alert').filter({ hasText: 'Payments are not set up here.' }).waitFor()
      await page.reload()
    }
    await context.close()
    await app.stop()
  })
})
