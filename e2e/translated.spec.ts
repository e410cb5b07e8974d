import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { enterPin, openPhone, paymentSheet, planRegion } from './premium.ts'
import { givenPost } from './test-data.ts'
import { translatePage } from './translate-page.ts'

describe('page translated by the browser', () => {
  journey('posts two comments one after the other', async ({ aMember }) => {
    const { page } = await aMember()
    const { id } = await givenPost(page)
    await page.goto(`/posts/${id}`)
    const field = page.getByRole('textbox', { name: 'Add a comment' })
    await field.waitFor()
    await translatePage(page)
    for (const words of ['What a dog', 'And what a garden']) {
      await field.fill(words)
      await field.press('Enter')
      await page.getByRole('article').getByText(words).waitFor()
    }
    expect(await page.locator('font').count()).toBeGreaterThan(10)
  })

  journey('completes an M-Pesa payment', async ({ aMember }) => {
    const { page } = await aMember()
    await page.goto('/dashboard/premium')
    await planRegion(page).getByRole('button', { name: 'Pay with M-Pesa' }).waitFor()
    await translatePage(page)
    await planRegion(page).getByRole('button', { name: 'Pay with M-Pesa' }).click()
    await page.getByLabel('M-Pesa phone number').fill('0712 345 680')
    await page.getByRole('button', { name: 'Send the prompt' }).click()
    await paymentSheet(page, 'Check the phone').waitFor()
    await enterPin(await openPhone(page), '1234')
    await paymentSheet(page, 'Best in show').waitFor()
    expect(await page.locator('font').count()).toBeGreaterThan(10)
  })
})
