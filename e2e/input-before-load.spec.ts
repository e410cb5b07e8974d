import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { delayFile, findBuiltFile } from './built-file.ts'
import { journey } from './journey.ts'
import {
  type CreatedPost,
  callApi,
  createPhoto,
  createTestPet,
  createTestPost,
  drawPicture,
  jpegFile,
} from './test-data.ts'

/** Opens the feed as server-rendered HTML. The app’s script loads only when the test calls `bringApp()`. */
async function openSlowly(page: Page) {
  const bring = await delayFile(page, 'assets/start-app-*')
  await page.goto('/dashboard', { waitUntil: 'domcontentloaded' })
  await page.getByRole('heading', { name: 'Feed' }).waitFor()
  return { bringApp: bring }
}

describe('page before its script has loaded', () => {
  journey('performs the action of a clicked button once the app has loaded', async ({ aMember, app }) => {
    const { page } = await aMember({ username: 'early' })
    const { bringApp } = await openSlowly(page)
    await page.getByRole('button', { name: 'Log Out' }).click()
    bringApp()
    await page.waitForURL(`${app.origin}/`)
    expect(await page.evaluate("localStorage.getItem('user')")).toBeNull()
  })

  journey('keeps the scroll position and a click of a user who scrolls before the hydration', async ({ aMember }) => {
    const { page } = await aMember({ username: 'early.scroll' })
    const bringApp = await delayFile(page, 'assets/start-app-*')
    await page.goto('/dashboard/premium', { waitUntil: 'domcontentloaded' })
    await page.getByRole('heading', { name: 'Premium Plan' }).waitFor()
    const button = page.getByRole('button', { name: 'Pay with M-Pesa' })
    await page.evaluate('window.scrollTo(0, 120)')
    await button.click()
    bringApp()
    await page.getByLabel('M-Pesa phone number').waitFor()
    expect(await page.evaluate('window.scrollY')).toBe(120)
  })

  journey('posts an already submitted comment once the app has loaded', async ({ aMember }) => {
    const { page } = await aMember({ username: 'quick.touch' })
    await createTestPost(page)
    const { bringApp } = await openSlowly(page)
    const field = page.getByLabel('Add a comment')
    await field.pressSequentially('What a dog')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    expect(await field.inputValue()).toBe('What a dog')
    bringApp()
    await page.getByText('What a dog').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await page.reload()
    await page.getByText('What a dog').waitFor()
  })

  journey(
    'saves an already submitted form, with its text and choice, once the app has loaded',
    async ({ aMember, app }) => {
      const { page } = await aMember({ username: 'early.form' })
      const { id, slug } = await createTestPet(page, { name: 'Biscuit' })
      const bring = await delayFile(page, 'assets/start-app-*')
      await page.goto(`/pets/${slug}/edit`, { waitUntil: 'domcontentloaded' })
      await page.getByLabel('Breed').fill('Shirazi')
      await page.getByRole('radio', { name: 'Female' }).check({ force: true })
      await page.getByRole('button', { name: 'Save' }).click()
      bring()
      await page.waitForURL(`${app.origin}/pets/${slug}`)
      expect(await callApi(page, 'GET', `/api/pets/${id}`)).toMatchObject({ breed: 'Shirazi', sex: 'female' })
    },
  )

  journey('saves a date that the user enters during hydration', async ({ aMember }) => {
    const { page } = await aMember({ username: 'early.date' })
    const { slug } = await createTestPet(page, { name: 'Bahati' })
    // React schedules its work with `MessageChannel` messages. Delayed messages simulate a busy processor.
    await page.addInitScript(`{
      const post = MessagePort.prototype.postMessage
      const delayed = []
      MessagePort.prototype.postMessage = function (...message) { delayed.push([this, message]) }
      window.hydrate = () => {
        MessagePort.prototype.postMessage = post
        for (const [port, message] of delayed) post.apply(port, message)
      }
    }`)
    await page.goto(`/pets/${slug}/edit`)
    await expect.poll(() => page.evaluate('"hydrate" in window && document.readyState')).toBe('complete')
    await page.getByLabel('The day Bahati died').fill('2026-09-09')
    await page.evaluate('window.hydrate()')
    await page.getByRole('button', { name: 'Make it a memorial' }).click()
    await page.getByText('Bahati’s page is a memorial', { exact: true }).waitFor()
  })

  journey('shows a photo’s colour and its 640 px file on a 412 px wide phone', async ({ aMember, app, newContext }) => {
    const { page } = await aMember({ username: 'early.photo' })
    const { id } = await createPhoto(page, await jpegFile(1200))
    await callApi(page, 'POST', '/api/posts', { photos: [{ id, alt: 'A garden' }] })
    const readPhoto = () => callApi<{ widths: number[] }>(page, 'GET', `/api/photos/${id}`)
    await expect.poll(async () => (await readPhoto()).widths).toEqual([320, 640, 1200])
    const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, javaScriptEnabled: false }
    const storageState = await page.context().storageState()
    const context = await newContext({ baseURL: app.origin, storageState, ...phone })
    const still = await context.newPage()
    await still.goto('/dashboard')
    const post = still.getByRole('article', { name: 'Post by early.photo' })
    expect(await post.locator('rect').first().getAttribute('fill')).toMatch(/^rgb\(\d+ \d+ \d+\)$/)
    const source = () => post.getByRole('img', { name: 'A garden' }).evaluate((image) => image.currentSrc)
    await expect.poll(source).toMatch(/\/640\./)
    await context.close()
  })

  journey('submits the recovery form once its script has loaded', async ({ visit }) => {
    const page = await visit('/', { provoked: /status of 401/ })
    const bring = await delayFile(page, findBuiltFile('src/features/sign-in/scripts/send-recovery-code.ts'))
    await page.goto('/recover', { waitUntil: 'domcontentloaded' })
    await page.getByLabel('Username or email').fill('unknown.one')
    await page.getByLabel('Recovery code').fill('abcde-fghij')
    await page.getByRole('button', { name: 'Log In' }).click()
    expect(new URL(page.url()).pathname).toBe('/recover')
    bring()
    await page.getByText('That username, email or code is not right', { exact: false }).waitFor()
    expect(await page.getByLabel('Username or email').inputValue()).toBe('unknown.one')
  })

  journey('posts a photo with the chosen aspect ratio before the crop editor has loaded', async ({ aMember }) => {
    const { page } = await aMember({ username: 'square' }, { size: 'desktop' })
    const bring = await delayFile(page, findBuiltFile('src/features/media/CropEditor.tsx'))
    await page.goto('/dashboard/create')
    const buffer = await drawPicture('png', 600, 400)
    await page.getByLabel('Choose photos').setInputFiles({ name: 'sofa.png', mimeType: 'image/png', buffer })
    await page.getByRole('radio', { name: '1:1' }).check()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.waitForURL('**/dashboard')
    bring()
    const href = (await page.locator('article a[href^="/posts/"]').first().getAttribute('href')) ?? ''
    const [shown] = (await callApi<CreatedPost>(page, 'GET', `/api${href}`)).photos
    expect([shown?.width, shown?.height]).toEqual([400, 400])
  })
})
