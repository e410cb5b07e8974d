import { listPhotoUrls } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { metadataSecrets, taggedJpeg } from '../apps/server/src/testing/photos/images.ts'
import { expectAccessibleScreen } from './axe.ts'
import { closePhoto, enterAltText, openPhoto, photoThumbnail } from './draft-photos.ts'
import { journey } from './journey.ts'
import { createSignUpData, fillLogIn, fillSignUp } from './person.ts'
import { type CreatedPost, callApi, createTestPet, drawPicture, heicFile, jpegFile } from './test-data.ts'

const threePhotos = async () => [
  { name: 'park.jpg', mimeType: 'image/jpeg', buffer: await taggedJpeg() },
  await heicFile(),
  { name: 'sofa.png', mimeType: 'image/png', buffer: await drawPicture('png', 600, 400) },
]

const altsOf = (post: Locator): Promise<(string | null)[]> =>
  post.locator('picture img[alt]:not([alt=""])').evaluateAll((all) => all.map((image) => image.getAttribute('alt')))

describe('new post', () => {
  journey(
    'shows three photos of a new user to visitors and in link previews, without metadata',
    async ({ app, visit }) => {
      const page = await visit('/')
      await page.getByRole('link', { name: 'Register Now' }).click()
      await page.waitForURL('**/signup')
      const zuri = createSignUpData({ fullname: 'Zuri Maina', username: 'zuri' })
      await fillSignUp(page, zuri)
      await page.waitForURL('**/login**')
      await fillLogIn(page, 'zuri', zuri.zipcode)
      await page.waitForURL('**/dashboard')
      await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
      await page.getByRole('link', { name: 'Find pets to follow' }).waitFor()

      await page.getByRole('link', { name: 'Post the first photo' }).click()
      await page.getByLabel('Choose photos').setInputFiles(await threePhotos())
      for (const number of [1, 2, 3]) await photoThumbnail(page, number).filter({ hasText: '+ ALT' }).waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'on its way' }).count()).toBe(0)
      await enterAltText(page, 1, 'Mango runs through the park')
      await enterAltText(page, 2, 'Mango looks into the camera')
      await openPhoto(page, 3)
      await page.getByLabel('Describe photo 3').fill('Mango asleep on the sofa')
      await page.getByRole('button', { name: 'Rotate 90 degrees' }).click()
      for (const _ of [1, 2]) await page.getByRole('button', { name: 'Move photo earlier' }).click()
      await expect.poll(() => page.getByLabel('Describe photo 1').inputValue()).toBe('Mango asleep on the sofa')
      await expectAccessibleScreen(page, 'create-photo')
      await closePhoto(page)
      await page.getByRole('button', { name: 'Who’s this?' }).click()
      await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.type('Mango')
      await page.getByRole('radio', { name: 'Cat' }).check()
      await expectAccessibleScreen(page, 'quick-pet')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      const chip = page.getByRole('button', { name: 'Mango', exact: true })
      await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
      // A background request sets the photo of the sofa as the pet’s portrait.
      await expect.poll(() => chip.locator('img, image').count()).toBe(1)
      await page.getByLabel('Caption').fill('A long day #mango')

      // Delays the request until the test has seen the progress bar.
      const progressSeen = Promise.withResolvers<void>()
      await page.route('**/api/posts', async (route) => {
        await progressSeen.promise
        await route.continue()
      })
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByRole('heading', { name: 'Uploading your photos' }).waitFor()
      await page.getByText('3 of 3 done').waitFor()
      progressSeen.resolve()
      await page.waitForURL('**/dashboard')
      const post = page.getByRole('article').first()
      await post.getByText('A long day').waitFor()
      await page.getByText('Posted', { exact: true }).waitFor()
      const href = (await post.locator('a[href^="/posts/"]').first().getAttribute('href')) ?? ''

      await expect.poll(async () => (await fetch(app.origin + href)).status).toBe(200)
      await expectPublicPage(await visit(href, { size: 'desktop' }))
      await expectUnfurls(app.origin + href)
    },
  )

  journey('can be published with caption and pet in four taps from the feed', async ({ aMember }) => {
    const { page } = await aMember({ username: 'quick' })
    await createTestPet(page, { name: 'Mango' })
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Create' }).tap()
    const choosing = page.waitForEvent('filechooser')
    await page.getByText('Choose photos').tap()
    await (await choosing).setFiles([await jpegFile()])
    await page.getByLabel('Caption').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Mud again')
    await page.getByRole('button', { name: 'Mango', exact: true }).tap()
    await page.getByRole('button', { name: 'Submit' }).tap()
    await page.waitForURL('**/dashboard')
    await page.getByRole('article', { name: 'Post by quick' }).getByText('Mud again').waitFor()
  })

  journey(
    'publishes a photo with its crop and rotation, even if another photo was opened before publishing',
    async ({ app, aMember }) => {
      const { page } = await aMember({ username: 'cropper' }, { size: 'desktop' })
      await page.goto('/dashboard/create')
      // Draws the left half red and the right half blue. After a clockwise rotation, red is at the top.
      const halves = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#e00000' } })
        .composite([
          { input: { create: { width: 400, height: 400, channels: 3, background: '#0000e0' } }, left: 400, top: 0 },
        ])
        .png()
        .toBuffer()
      const file = { name: 'halves.png', mimeType: 'image/png', buffer: halves }
      await page.getByLabel('Choose photos').setInputFiles([file, await jpegFile()])
      await expect.poll(() => page.getByRole('button', { name: 'on its way' }).count()).toBe(0)
      await photoThumbnail(page, 1).click()
      await page.getByRole('button', { name: 'Rotate 90 degrees' }).click()
      await page.getByTestId('cropper').waitFor()
      await page.getByLabel('Zoom').fill('2')
      const stage = page.getByTestId('container')
      await stage.hover()
      await page.mouse.down()
      await page.mouse.move(0, 1500, { steps: 4 })
      await page.mouse.up()
      await photoThumbnail(page, 2).click()
      await page.getByLabel('Describe photo 2').waitFor()
      await photoThumbnail(page, 1).click()
      await expect.poll(() => page.getByLabel('Zoom').inputValue()).toBe('2')
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.waitForURL('**/dashboard')
      const href = (await page.locator('article a[href^="/posts/"]').first().getAttribute('href')) ?? ''
      await expect.poll(async () => (await fetch(app.origin + href)).status).toBe(200)
      const [shown] = (await callApi<CreatedPost>(page, 'GET', `/api${href}`)).photos
      expect([shown?.width, shown?.height]).toEqual([200, 400])
      const bytes = await (await page.request.get((shown && listPhotoUrls(shown).at(-1)) ?? '')).body()
      const { dominant } = await sharp(bytes).stats()
      expect(dominant.r).toBeGreaterThan(200)
      expect(dominant.b).toBeLessThan(50)
    },
  )

  journey(
    'publishes a straightened black-and-white photo, which a later edit can reset to the original',
    async ({ app, aMember }) => {
      const { page } = await aMember({ username: 'darkroom' })
      await page.goto('/dashboard/create')
      const colourful = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a06a3c' } })
        .png()
        .toBuffer()
      await page
        .getByLabel('Choose photos')
        .setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer: colourful }])
      await openPhoto(page, 1)
      await page.getByText('Adjust', { exact: true }).click()
      await page.getByText('Black and white').click()
      await page.getByRole('slider', { name: 'Straighten' }).fill('4')
      await page.getByText('Crop', { exact: true }).click()
      await page.getByTestId('container').waitFor()
      await closePhoto(page)
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.waitForURL('**/dashboard')
      const href = (await page.locator('article a[href^="/posts/"]').first().getAttribute('href')) ?? ''
      await expect.poll(async () => (await fetch(app.origin + href)).status).toBe(200)
      const [shown] = (await callApi<CreatedPost>(page, 'GET', `/api${href}`)).photos
      expect(shown?.width).toBeLessThan(800)
      expect(await spreadOf(page, shown)).toBeLessThan(5)

      await page.goto(`${href}/edit`)
      await openPhoto(page, 1)
      await page.getByText('Adjust', { exact: true }).click()
      await page.getByRole('button', { name: 'Reset' }).click()
      await closePhoto(page)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.waitForURL(`**${href}`)
      const [after] = (await callApi<CreatedPost>(page, 'GET', `/api${href}`)).photos
      expect(after?.width).toBe(800)
      expect(await spreadOf(page, after)).toBeGreaterThan(80)
    },
  )
})

/** Returns the difference between the colour channels of a photo, which is 0 for grey. */
async function spreadOf(page: Page, photo: CreatedPost['photos'][number] | undefined) {
  const bytes = await (await page.request.get((photo && listPhotoUrls(photo).at(-1)) ?? '')).body()
  const means = (await sharp(bytes).stats()).channels.slice(0, 3).map(({ mean }) => mean)
  return Math.max(...means) - Math.min(...means)
}

const inOrder = ['Mango asleep on the sofa', 'Mango runs through the park', 'Mango looks into the camera']

async function expectPublicPage(page: Page) {
  const post = page.getByRole('article', { name: 'Post by zuri' })
  await post.getByText('A long day').waitFor()
  expect(await altsOf(post)).toEqual(inOrder)
  const [sofa] = await post.locator('picture img[alt]:not([alt=""])').all()
  expect([await sofa?.getAttribute('width'), await sofa?.getAttribute('height')]).toEqual(['400', '600'])
  await post.getByRole('link', { name: 'Mango' }).first().waitFor()
  await page.getByRole('link', { name: 'Sign Up' }).first().waitFor()
}

/** Asserts that link previews get texts and a picture, and that no file has metadata. */
async function expectUnfurls(address: string) {
  const html = await (await fetch(address)).text()
  const meta = (property: string) => new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1]
  expect(meta('og:title')).toContain('Zuri Maina: A long day #mango')
  expect(meta('og:image:alt')).toBe(inOrder[0])
  expect(html).toContain(`alt="${inOrder[1]}"`)
  const image = meta('og:image')?.replaceAll('&amp;', '&') ?? ''
  const shown = [...html.matchAll(/\/media\/[0-9a-f]{32}\/\d+\.(?:jpg|webp|avif)/g)].map(([path]) => path)
  const addresses = [...new Set([image, ...shown.map((path) => new URL(path, address).href)])]
  expect(addresses.length).toBeGreaterThan(6)
  for (const each of addresses) await expectNoMetadata(each)
}

async function expectNoMetadata(address: string) {
  const answer = await fetch(address)
  expect([address, answer.status]).toEqual([address, 200])
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { exif, xmp, iptc } = await sharp(bytes).metadata()
  expect({ exif, xmp, iptc }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined })
  for (const secret of metadataSecrets) expect(bytes.includes(secret)).toBe(false)
}
