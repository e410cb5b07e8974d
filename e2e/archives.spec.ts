import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { makeZip, type ZipEntry } from '../apps/web/src/testing/make-zip.ts'
import { findAxeViolations } from './axe.ts'
import { journey } from './journey.ts'
import { saveScreenshot } from './screenshots.ts'
import { callApi, createPhoto, drawPicture, type Member } from './test-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-archives-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Encodes text as Instagram’s archives do: each byte of UTF-8 becomes one character. */
const encodeLikeInstagram = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))
const seconds = (day: string) => Date.parse(`${day}T09:00:00Z`) / 1000

/**
 * Writes an Instagram archive and returns its path. The archive has four posts. They contain, in this order: twelve
 * photos, one photo, a missing photo, a video.
 */
async function createArchive(): Promise<string> {
  const jpeg = new Uint8Array(await drawPicture('jpeg'))
  const names = Array.from({ length: 13 }, (_, n) => `media/posts/201703/${n}.jpg`)
  const media = names.map((uri) => ({ uri, creation_timestamp: seconds('2017-03-04') }))
  const posts = [
    {
      title: encodeLikeInstagram('Müde 🐕 #nyumbani'),
      creation_timestamp: seconds('2017-03-04'),
      media: media.slice(0, 12),
    },
    { media: [{ ...media[12], title: encodeLikeInstagram('Café'), creation_timestamp: seconds('2019-08-09') }] },
    { media: [{ uri: 'media/gone.jpg', title: 'Gone', creation_timestamp: seconds('2018-01-01') }] },
    { media: [{ uri: 'media/run.mp4', title: 'Run', creation_timestamp: seconds('2018-01-01') }] },
  ]
  const words: ZipEntry = {
    path: 'your_instagram_activity/media/posts_1.json',
    data: JSON.stringify(posts),
    deflate: true,
  }
  const zip = await makeZip([words, ...names.map((path) => ({ path, data: jpeg }))])
  const file = join(folder, 'instagram.zip')
  writeFileSync(file, new Uint8Array(await zip.arrayBuffer()))
  return file
}

/** A Pixelfed export: a list of posts with URLs of photos. */
const statuses = [1, 2, 3].map((number) => ({
  ...{ uri: `https://pix.test/p/wambui/${number}`, created_at: `2019-05-0${number}T09:00:00.000Z` },
  ...{ visibility: number === 2 ? 'private' : 'public', content_text: `From Pixelfed ${number}` },
  media_attachments: [
    { type: 'image', url: `https://pix.test/storage/${number}.jpg`, description: `Asleep ${number}` },
  ],
}))

/** Fakes the server’s download of remote photos: two succeed and the third fails. Returns the requested URLs. */
async function fakeRemotePhotos(page: Page) {
  const fetched: string[] = []
  await page.route('**/api/imports/remote-photo', async (route) => {
    const { url } = route.request().postDataJSON() as { url: string }
    fetched.push(url)
    if (url.endsWith('3.jpg')) return route.fallback()
    const { id } = await createPhoto(page)
    await route.fulfill({ status: 201, json: await callApi(page, 'GET', `/api/photos/${id}`) })
  })
  return fetched
}

const postsOf = async ({ page, id }: Member) =>
  (
    await callApi<{ posts: { postedAt: string; caption: string; audience: string; photos: unknown[] }[] }>(
      page,
      'GET',
      `/api/users/${id}/posts?limit=50`,
    )
  ).posts.map(({ postedAt, caption, audience, photos }) => [postedAt.slice(0, 10), caption, audience, photos.length])

const openArchive = (page: Page, file: string) => page.getByLabel('Choose archive').setInputFiles(file)

describe('import of an archive from another network', () => {
  journey(
    'posts selected Instagram posts with their original dates, and then marks them as imported',
    async ({ aMember }) => {
      const file = await createArchive()
      const member = await aMember({ username: 'wanjiku' })
      const { page } = member
      await page.goto('/settings/data')
      await page.getByRole('region', { name: 'Data' }).getByRole('link', { name: 'Choose archive' }).click()
      await page.getByText('The archive is opened on this device.', { exact: false }).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await saveScreenshot(page, 'archives-choose')

      await openArchive(page, file)
      await page.getByText('3 posts found from Instagram.').waitFor()
      await page.getByText('1 photo is missing').waitFor()
      await expect.poll(() => page.getByRole('checkbox').count()).toBe(3)
      expect(await findAxeViolations(page)).toEqual([])
      await saveScreenshot(page, 'archives-found')
      await page.getByRole('checkbox', { name: /Part 2 of 2/ }).press('Space')
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByText('2 posts imported.').waitFor({ timeout: 60_000 })
      expect(await findAxeViolations(page)).toEqual([])
      await saveScreenshot(page, 'archives-done')
      expect(await postsOf(member)).toEqual([
        ['2019-08-09', 'Café', 'followers', 1],
        ['2017-03-04', 'Müde 🐕 #nyumbani', 'followers', 10],
      ])

      await page.getByRole('link', { name: 'See your profile' }).click()
      await page.getByRole('link', { name: /Café/ }).first().waitFor()
      await page.goto('/settings/import-archive')
      await openArchive(page, file)
      await page.getByText('1 selected').waitFor()
      await expect.poll(() => page.getByText('Already imported').count()).toBe(2)
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByText('1 post imported.').waitFor({ timeout: 60_000 })
      expect((await postsOf(member)).length).toBe(3)
    },
  )

  journey(
    'fetches photos from the old Pixelfed server only after consent, and reports a missing photo',
    async ({ aMember }) => {
      const member = await aMember({ username: 'wambui' }, { provoked: /404/ })
      const { page } = member
      const fetched = await fakeRemotePhotos(page)
      await page.goto('/settings/import-archive')
      await page.getByLabel('Choose archive').setInputFiles({
        name: 'pixelfed-statuses.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(statuses)),
      })
      await page.getByText('3 posts found from Pixelfed.').waitFor()
      await page.getByRole('radio', { name: 'Everyone' }).press('Space')
      const begin = page.getByRole('button', { name: 'Import', exact: true })
      expect(await begin.isDisabled()).toBe(true)
      expect(await findAxeViolations(page)).toEqual([])
      await saveScreenshot(page, 'archives-consent')
      await page.getByRole('checkbox', { name: /^Fetch my photos from pix.test/ }).press('Space')
      expect(fetched).toEqual([])
      await begin.click()
      await page.getByText('2 posts imported.').waitFor({ timeout: 60_000 })
      await page.getByText('1 photo was left out').click()
      await page.getByText('The old server did not give us this photo.', { exact: false }).waitFor()
      expect(await postsOf(member)).toEqual([
        ['2019-05-02', 'From Pixelfed 2', 'followers', 1],
        ['2019-05-01', 'From Pixelfed 1', 'everyone', 1],
      ])
    },
  )
})
