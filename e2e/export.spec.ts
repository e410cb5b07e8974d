import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { unzip } from '../apps/server/src/testing/unzip.ts'
import { journey } from './journey.ts'
import { proveIdentity } from './person.ts'
import { saveScreenshot } from './screenshots.ts'
import { callApi, createTestPet, createTestPost } from './test-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function unpack(zip: string) {
  const files = await unzip(readFileSync(zip))
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}

/** Scrolls to each image, because images load lazily, and waits until it has loaded. */
async function loadPictures(page: Page): Promise<boolean[]> {
  const loaded: boolean[] = []
  for (const picture of await page.locator('article img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as Record<'naturalWidth', number>).naturalWidth))
      .toBeGreaterThan(0)
    loaded.push(true)
  }
  return loaded
}

describe('data export', () => {
  journey(
    'downloads as a ZIP that opens from disk offline, with all photos and escaped text',
    async ({ aMember, newContext }) => {
      const { page, zipcode } = await aMember({ username: 'neema', fullname: 'Neema <i>Otieno</i>' })
      await createTestPet(page, { name: 'Chapati' })
      const post = await createTestPost(page, { caption: '<b>Bold</b> & "quoted"', alt: 'Chapati asleep' })
      await createTestPost(page, { caption: 'Second', audience: 'followers' })
      await callApi(page, 'POST', `/api/posts/${post.id}/comments`, { text: 'My own words' })

      await page.goto('/settings/data')
      const section = page.getByRole('region', { name: 'Data' })
      await saveScreenshot(page, 'export')
      await section.getByRole('button', { name: 'Prepare' }).click()
      await proveIdentity(page, zipcode)
      const link = section.getByRole('link', { name: 'Download' })
      await link.waitFor()
      await section.getByText(/^Ready: [\d.]+ MB, until /).waitFor()
      await saveScreenshot(page, 'export-ready')
      const downloading = page.waitForEvent('download')
      await link.click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^pawtrait-\d{4}-\d\d-\d\d\.zip$/)
      const zip = join(folder, 'export.zip')
      await download.saveAs(zip)
      await unpack(zip)

      const context = await newContext({ offline: true, viewport: { width: 390, height: 844 } })
      const copy = await context.newPage()
      const requests: string[] = []
      copy.on('request', (request) => requests.push(request.url()))
      const faults: string[] = []
      copy.on('console', (message) => faults.push(message.text()))
      await copy.goto(pathToFileURL(join(folder, 'index.html')).href)
      await copy.getByRole('heading', { name: 'Neema <i>Otieno</i>' }).waitFor()
      await copy.getByRole('article').getByText('<b>Bold</b> & "quoted"').waitFor()
      await copy.getByRole('link', { name: 'a post of @neema' }).waitFor()
      await copy.getByRole('listitem').filter({ hasText: 'My own words' }).first().waitFor()
      await copy.getByRole('img', { name: 'Chapati asleep' }).waitFor()
      expect(await loadPictures(copy)).toEqual([true, true])
      expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([])
      expect(faults).toEqual([])
      await saveScreenshot(copy, 'export-copy')
    },
  )
})
