import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { journeyInSeparateApp } from './journey.ts'
import { makeModerator } from './moderator.ts'
import { createTestPost, jpegFile } from './test-data.ts'

const inOwnApp = journeyInSeparateApp()

vi.setConfig({ testTimeout: 240_000 })

async function expectRequestStatus(page: Page, reference: string, says: string) {
  await page.getByLabel('Your number').fill(reference)
  await page.getByRole('button', { name: 'Check status' }).click()
  await page.getByText(says).waitFor()
}

inOwnApp(
  'a photo that a visitor reported and a moderator took down cannot be uploaded again',
  async ({ app, aMember, visit }) => {
    const author = await aMember({ username: 'author.q' })
    const { id } = await createTestPost(author.page, { caption: 'In the yard' })
    const moderator = await aMember({ username: 'mod.q' }, { size: 'desktop' })
    await makeModerator(app, moderator)

    const page = await visit('/photo-request')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Choose who is in the photo.').waitFor()
    // Scrolls up, because a sticky bar that covers half of a radio button fails the axe rule `target-size`.
    await page.evaluate('scrollTo(0, 0)')
    await expectAccessibleScreen(page, 'photo-request-wrong')
    await page.getByLabel('Address of the page or photo').fill(`${app.origin}/posts/${id}`)
    await page.getByText('My child').click()
    await page.getByLabel('What should we know? (optional)').fill('We never agreed to it.')
    await page.getByLabel('Your email').fill('parent@example.org')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('heading', { name: 'We received it' }).waitFor()
    await expectAccessibleScreen(page, 'photo-request-received')
    const reference = await page.locator('b.id').innerText()
    await expectRequestStatus(page, reference, 'No moderator has looked yet.')

    const desk = moderator.page
    await desk.goto('/moderation')
    await desk.getByText('Post by author.q', { exact: true }).click()
    await desk.getByText('We never agreed to it.').waitFor()
    expect(await desk.getByText('parent@example.org').count()).toBe(0)
    await desk.getByText('Take it down').click()
    await desk.getByLabel('Rule', { exact: true }).selectOption({ label: 'No private details of others' })
    await desk.getByRole('button', { name: 'Decide and next' }).click()
    await desk.getByText('No reports').waitFor()

    await expectRequestStatus(page, reference, 'It was taken down. Nobody sees it any more.')
    const gone = await page.request.get(`${app.origin}/posts/${id}`)
    expect(gone.status()).toBe(404)

    await author.page.goto('/dashboard/create')
    await author.page.getByLabel('Choose photos').setInputFiles([await jpegFile(640, 'again.jpg')])
    await author.page.getByText('This photo was taken down and can’t be posted again.', { exact: false }).waitFor()
  },
)
