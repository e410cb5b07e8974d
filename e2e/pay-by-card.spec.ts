import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { openCardPage, payByCard, paymentSheet } from './premium.ts'
import { callApi } from './test-data.ts'

describe('card payment', () => {
  journey('shows "before a card was used" after Back or Cancel, and a receipt after a payment', async ({ aMember }) => {
    const { page } = await aMember({ username: 'carder' }, { size: 'desktop', theme: 'dark' })
    await openCardPage(page)
    await page.goBack()
    await page.getByText('You left the card page before a card was used.').waitFor({ timeout: 30_000 })
    await expectAccessibleScreen(page, 'card-unused')
    await page.getByRole('button', { name: 'Continue with the card' }).click()
    await page.waitForURL('**/test/checkout/**')
    await page.getByRole('button', { name: 'Cancel' }).first().click()
    await page.getByText('You left the card page before a card was used.').waitFor({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Continue with the card' }).click()
    await payByCard(page, '4084 0840 8408 4081')
    await paymentSheet(page, 'Best in show').waitFor({ timeout: 30_000 })
    await page.getByText('Visa •••• 4081').waitFor()
    await page.getByRole('link', { name: 'Open receipt' }).click()
    await page.getByText('4081').first().waitFor()
  })

  journey('shows why a card was refused, and then accepts another card', async ({ aMember }) => {
    const { page } = await aMember({ username: 'declined' })
    await callApi(page, 'POST', '/test/delays', { bankTimeout: 1_000 })
    await openCardPage(page)
    for (const [card, says] of [
      ['4084 0800 0000 5408', 'The bank declined the card ending in 5408.'],
      ['4084 0800 0067 0037', 'There is not enough money on the card ending in 0037.'],
      ['5060 6600 0000 0064', 'The bank did not answer about the card ending in 0064'],
    ] as const) {
      await payByCard(page, card)
      await page.getByText(says).waitFor({ timeout: 30_000 })
      expect(await paymentSheet(page, 'No money moved').count()).toBe(1)
      if (card.endsWith('5408')) await expectAccessibleScreen(page, 'card-declined')
      await page.getByRole('button', { name: 'Try another card' }).click()
      await page.waitForURL('**/test/checkout/**')
    }
    await payByCard(page, '5078 5078 5078 5078 12', ['1111'])
    await paymentSheet(page, 'Best in show').waitFor({ timeout: 30_000 })
  })

  journey('asks for PIN and one-time code when the card requires them', async ({ aMember }) => {
    const { page } = await aMember({ username: 'coded' })
    await openCardPage(page)
    await payByCard(page, '5060 6666 6666 6666 666', ['1234', '123456'])
    await paymentSheet(page, 'Best in show').waitFor({ timeout: 30_000 })
  })
})
