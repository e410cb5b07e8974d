import { describe, expect } from 'vitest'
import { delayFile, waitForLazyModules } from './built-file.ts'
import { journey } from './journey.ts'
import { walkMainJourney } from './main-journey.ts'
import { enterPin, openPhone, paymentSheet, planRegion } from './premium.ts'
import { createTestPost, createTestPosts } from './test-data.ts'
import { translateEveryDocument, translatePage } from './translate-page.ts'

// React reports error 418 and renders the page again, because the translation has changed the elements that the server
// rendered.
const provoked = /Minified React error #418/

describe('page translated by the browser', () => {
  journey('completes the main journey from sign-up to Log Out', async ({ aMember, visit }) => {
    const author = await aMember({ username: 'untranslated' })
    await createTestPosts(author.page, 3)
    const page = await visit('/livez', { provoked })
    await translateEveryDocument(page)
    await page.goto('/')
    await walkMainJourney(page, author, { fullname: 'Zuri Maina', username: 'translated' })
    expect(await page.locator('font').count()).toBeGreaterThan(10)
  })

  journey('posts two comments one after the other', async ({ aMember }) => {
    const { page } = await aMember()
    const { id } = await createTestPost(page)
    await page.goto(`/posts/${id}`)
    const field = page.getByRole('textbox', { name: 'Add a comment' })
    await field.waitFor()
    await waitForLazyModules(page)
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
    await waitForLazyModules(page)
    await translatePage(page)
    await planRegion(page).getByRole('button', { name: 'Pay with M-Pesa' }).click()
    await page.getByLabel('M-Pesa phone number').fill('0712 345 693')
    await page.getByRole('button', { name: 'Send the prompt' }).click()
    await paymentSheet(page, 'Check the phone').waitFor()
    await enterPin(await openPhone(page), '1234')
    await paymentSheet(page, 'Best in show').waitFor()
    expect(await page.locator('font').count()).toBeGreaterThan(10)
  })

  journey('posts a comment when the translation ran before the script had loaded', async ({ aMember }) => {
    const { page } = await aMember({}, { provoked })
    const { id } = await createTestPost(page)
    const bring = await delayFile(page, 'assets/start-app-*')
    await page.goto(`/posts/${id}`, { waitUntil: 'domcontentloaded' })
    await page.getByRole('article').waitFor()
    await translatePage(page)
    bring()
    await waitForLazyModules(page)
    await page.getByRole('textbox', { name: 'Add a comment' }).fill('What a dog')
    await page.getByRole('textbox', { name: 'Add a comment' }).press('Enter')
    await page.getByRole('article').getByText('What a dog').waitFor()
  })
})
