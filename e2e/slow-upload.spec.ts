import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { drawnScene } from '../apps/server/src/testing/photos/images.ts'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'

const SLOW = 'Your connection is slow. Still uploading.'
const KB = 1024

/** Limits the upload speed of a page, in kbit/s. */
async function limitUpload(page: Page, kilobits: number) {
  const devTools = await page.context().newCDPSession(page)
  const limits = { offline: false, latency: 50, downloadThroughput: -1, uploadThroughput: (kilobits * 1000) / 8 }
  await devTools.send('Network.emulateNetworkConditions', limits)
}

const aFile = async (name: string, width = 1300, height = 900) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await drawnScene(width, height).jpeg({ quality: 90 }).toBuffer(),
})

type Chunk = { upload: string; offset: number }

/** Records the chunks that a page sends from now on, in order. */
function chunksOf(page: Page): Chunk[] {
  const chunks: Chunk[] = []
  page.on('request', (request: Request) => {
    if (request.method() !== 'PATCH' || !request.url().includes('/api/uploads/')) return
    chunks.push({ upload: request.url(), offset: Number(request.headers()['upload-offset']) })
  })
  return chunks
}

describe('upload on a slow connection', () => {
  journey('sends two photos one after the other, and shows a slow-upload notice', async ({ aMember }) => {
    const { page } = await aMember()
    await page.goto('/dashboard/create')
    await limitUpload(page, 100)
    const chunks = chunksOf(page)
    const files = [await aFile('first.jpg'), await aFile('second.jpg', 800, 500)]
    expect(files[0]?.buffer.length).toBeGreaterThan(128 * KB)
    await page.getByLabel('Choose photos').setInputFiles(files)
    await page.getByLabel('Caption').fill('From the village')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('status').filter({ hasText: SLOW }).waitFor()
    await expectAccessibleScreen(page, 'slow-upload')
    await page.getByRole('link', { name: 'Feed' }).last().click()
    const posting = page.getByRole('main').getByRole('link', { name: /^Posting… \d+% From the village$/ })
    await posting.waitFor()
    await posting.click()
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor()
    await page.goBack()
    await page.getByText('Posted', { exact: true }).waitFor()
    expect(await posting.count()).toBe(0)
    expect(chunks[1]?.offset).toBe(32 * KB)
    const [, second] = [...new Set(chunks.map(({ upload }) => upload))]
    const order = chunks.map(({ upload }) => upload)
    expect(order).toEqual(order.toSorted((a, b) => Number(a === second) - Number(b === second)))
  })

  journey('shows the slow-upload notice for a profile picture too', async ({ aMember }) => {
    const { page } = await aMember()
    await page.goto('/profile/edit')
    await limitUpload(page, 150)
    await page.getByLabel('Choose a photo').setInputFiles([await aFile('me.jpg')])
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').filter({ hasText: SLOW }).waitFor()
    await expectAccessibleScreen(page, 'slow-profile-picture')
    await page.waitForURL('**/profile')
  })

  journey('retries with a smaller chunk after a 408 and after a connection reset', async ({ aMember }) => {
    const { page } = await aMember({}, { provoked: /ERR_CONNECTION_RESET/ })
    await page.goto('/dashboard/create')
    const chunks = chunksOf(page)
    let sent = 0
    await page.route('**/api/uploads/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      sent += 1
      if (sent === 1) return route.fulfill({ status: 408 })
      if (sent === 2) return route.abort('connectionreset')
      return route.continue()
    })
    await page.getByLabel('Choose photos').setInputFiles([await aFile('garden.jpg')])
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Posted', { exact: true }).waitFor()
    expect(chunks.slice(0, 4).map(({ offset }) => offset)).toEqual([0, 0, 0, 8 * KB])
  })

  journey('does not retry a chunk that is refused with 400', async ({ aMember }) => {
    const { page } = await aMember()
    await page.goto('/dashboard/create')
    const chunks = chunksOf(page)
    await page.route('**/api/uploads/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { code: 'bad-request' } })
        : route.continue(),
    )
    await page.getByLabel('Choose photos').setInputFiles([await aFile('garden.jpg')])
    await page.getByText('garden.jpg was not uploaded', { exact: false }).waitFor()
    expect(chunks).toHaveLength(1)
  })

  journey('retries a chunk that gets no response within 90 seconds', async ({ aMember }) => {
    const { page } = await aMember()
    await page.clock.install()
    await page.goto('/dashboard/create')
    const chunks = chunksOf(page)
    await page.route('**/api/uploads/*', async (route) => {
      if (route.request().method() !== 'PATCH' || chunks.length > 1) return route.continue()
    })
    await page.getByLabel('Choose photos').setInputFiles([await aFile('garden.jpg')])
    let isRetried = false
    page.on('request', (request) => {
      isRetried ||= request.method() === 'HEAD' && request.url().includes('/api/uploads/')
    })
    const afterAWhile = async () => {
      if (chunks.length > 0 && !isRetried) await page.clock.fastForward('01:30')
      return isRetried
    }
    await expect.poll(afterAWhile, { interval: 500 }).toBe(true)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Posted', { exact: true }).waitFor()
    expect(chunks.slice(0, 2).map(({ offset }) => offset)).toEqual([0, 0])
    expect(chunks[2]?.offset).toBeLessThan(32 * KB)
  })

  journey('shows that a file changed on the device, and does not retry', async ({ aMember }) => {
    const { page } = await aMember({}, { provoked: /ERR_FAILED|ERR_UPLOAD_FILE_CHANGED/ })
    const folder = mkdtempSync(join(tmpdir(), 'changing-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'cloud.jpg')
    const { buffer } = await aFile('cloud.jpg')
    writeFileSync(path, buffer)
    await page.goto('/dashboard/create')
    // The file changes while the connection is lost.
    await page.route('**/api/uploads', (route) => {
      writeFileSync(path, Buffer.concat([buffer, Buffer.alloc(10)]))
      utimesSync(path, new Date(), new Date(Date.now() + 60_000))
      return route.abort()
    })
    await page.getByLabel('Choose photos').setInputFiles(path)
    await page
      .getByText('cloud.jpg was not uploaded. The file changed on this device or is gone.', { exact: false })
      .waitFor()
    expect(await page.getByText('Connection lost').count()).toBe(0)
  })
})
