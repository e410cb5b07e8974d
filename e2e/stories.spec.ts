import { join } from 'node:path'
import { listPhotoUrls, type PhotoFiles } from '@pawtrait/contract/photos/photo-renditions.ts'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { connect } from '../apps/server/src/platform/database/db.ts'
import type { RunningApp } from './app.ts'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { journey } from './journey.ts'
import { callApi, createFollow, createPhoto, createTestPet, jpegFile } from './test-data.ts'

// Long timeout, because the tests check each screen in two themes and sizes.
vi.setConfig({ testTimeout: 180_000 })

const row = (page: Page) => page.getByRole('list', { name: 'Stories' })
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Stories' })

/** Sets the end of a story to a time in the past, instead of waiting a day. */
async function expireStory({ dataDir }: RunningApp, id: string) {
  const connection = findRunningEmbedded(join(dataDir, 'postgres'))?.('app')
  if (!connection) throw new Error('the app has no database')
  const database = connect(connection, { max: 1 })
  await database.rows(sql`update stories set expires_at = now() - interval '1 second' where id = ${id}`)
  await database.close()
}

type CreatedStory = { id: string; photo: PhotoFiles }

/** Creates a story of the page’s user and waits until it is ready. */
async function createStory(page: Page, words: { caption: string; alt?: string }): Promise<CreatedStory> {
  const { id: photo } = await createPhoto(page)
  const { id } = await callApi<CreatedStory>(page, 'POST', '/api/stories', { photo, ...words })
  const readStory = () => callApi<CreatedStory & { isReady: boolean }>(page, 'GET', `/api/stories/${id}`)
  await expect.poll(async () => (await readStory()).isReady).toBe(true)
  return readStory()
}

describe('story', () => {
  journey(
    'reaches a follower live, gets a like and a reply, and remains a highlight after it expires',
    async ({ app, aMember }) => {
      // With reduced motion a story does not advance by itself.
      const anna = await aMember({ fullname: 'Anna Wambui', username: 'anna.stories' }, { reducedMotion: true })
      const named = { fullname: 'Ben Otieno', username: 'ben.stories' }
      const ben = await aMember(named, { provoked: /404|410/, reducedMotion: true })
      const { slug } = await createTestPet(anna.page, { name: 'Kiko' })
      await createFollow(ben.page, anna.id)
      const listening = ben.page.waitForResponse('**/api/events?*')
      await ben.page.goto('/dashboard')
      await listening
      await row(ben.page).getByRole('link', { name: 'Your story' }).waitFor()

      const { page } = anna
      await page.goto('/dashboard')
      await row(page).getByRole('link', { name: 'Your story' }).click()
      await page.getByRole('heading', { name: 'New story' }).waitFor()
      await page.getByRole('button', { name: 'Post story' }).click()
      await page.getByText('Choose a photo first.').waitFor()
      await page.getByLabel('Choose a photo').setInputFiles({ ...(await jpegFile()), buffer: Buffer.alloc(0) })
      await page.getByText('That file is empty.', { exact: false }).waitFor()
      await page.getByLabel('Choose a photo').setInputFiles(await jpegFile())
      await page.getByText('Uploading the photo').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Text', exact: true }).click()
      await page.getByLabel('Caption').fill('Low tide, no leash.')
      await page.getByRole('radio', { name: 'Handwritten' }).check({ force: true })
      await expectAccessibleScreen(page, 'story-words')
      await page.getByRole('button', { name: 'Done' }).click()
      const words = page.getByRole('button', { name: 'Text “Low tide, no leash.”.' })
      await words.focus()
      await page.keyboard.press('Shift+ArrowUp')
      await page.getByText(/^Text “Low tide, no leash.”: 50 % across, 6\d % down$/).waitFor({ state: 'attached' })
      const details = page.getByRole('dialog', { name: 'Story details' })
      await page.getByRole('button', { name: 'Everyone, story details' }).click()
      await details.getByLabel('Describe the photo').fill('Kiko in the surf')
      await details.getByRole('button', { name: 'Kiko' }).click()
      await details.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Name plate. Arrow keys move it.' }).waitFor()
      await expectAccessibleScreen(page, 'story-new')
      await page.reload()
      await words.waitFor()
      await page.getByRole('button', { name: 'Everyone, story details' }).click()
      await expect.poll(() => details.getByLabel('Describe the photo').inputValue()).toBe('Kiko in the surf')
      await details.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Post story' }).click()
      await page.getByText('Story posted. It disappears in 24 hours.').waitFor()

      // The ring of the new story appears on the follower’s open page without a reload.
      const ring = row(ben.page).getByRole('link', { name: 'Kiko, with anna.stories, new' })
      await ring.waitFor()
      await ring.click()
      await viewer(ben.page).getByRole('img', { name: 'Kiko in the surf' }).waitFor()
      // The story’s text is part of the photo. Screen readers get a visually hidden copy.
      const shown = viewer(ben.page).getByRole('img', { name: 'Kiko in the surf' })
      const shape = () =>
        shown.evaluate((image) => {
          const { naturalWidth, naturalHeight } = image as unknown as Record<'naturalWidth' | 'naturalHeight', number>
          return naturalWidth / naturalHeight
        })
      await expect.poll(shape).toBeCloseTo(9 / 16, 2)
      expect(await viewer(ben.page).ariaSnapshot()).toContain('paragraph: Low tide, no leash.')
      const caption = viewer(ben.page).getByText('Low tide, no leash.', { exact: true })
      expect((await caption.boundingBox())?.width).toBeLessThan(2)
      await viewer(ben.page).getByRole('button', { name: 'Like' }).click()
      const field = viewer(ben.page).getByLabel('Reply to anna.stories')
      await field.fill('The ears!')
      await expectAccessibleScreen(ben.page, 'story')
      await field.press('Enter')
      await viewer(ben.page).getByText('Sent. Only anna.stories reads it.').waitFor()
      await ben.page.keyboard.press('Escape')
      await viewer(ben.page).waitFor({ state: 'hidden' })
      const seen = row(ben.page).getByRole('link', { name: 'Kiko, with anna.stories, seen' })
      await seen.waitFor()
      await seen.and(ben.page.locator(':focus')).waitFor()

      await row(page)
        .getByRole('link', { name: /^Your story/ })
        .click()
      await viewer(page).getByRole('button', { name: 'Seen by 1' }).click()
      await viewer(page).getByText('“The ears!”').waitFor()
      await viewer(page).getByText('reacted to your story').waitFor({ state: 'attached' })
      await expectAccessibleScreen(page, 'story-viewers')
      await viewer(page).getByRole('button', { name: 'Keep on Kiko’s page' }).click()
      await viewer(page).getByRole('button', { name: 'Remove from Kiko’s page' }).waitFor()

      const { stories } = await callApi<{ stories: CreatedStory[] }>(page, 'GET', `/api/users/${anna.id}/stories`)
      await expireStory(app, stories[0]?.id ?? '')
      await ben.page.reload()
      await row(ben.page).getByRole('link', { name: 'Your story' }).waitFor()
      await expect.poll(() => row(ben.page).getByRole('link').count()).toBe(1)
      await ben.page.goto(`/pets/${slug}`)
      await ben.page.getByRole('heading', { name: 'Highlights' }).waitFor()
      await ben.page.getByRole('link', { name: /^Low tide, no leash, / }).click()
      await viewer(ben.page).getByRole('img', { name: 'Kiko in the surf' }).waitFor()
    },
  )

  journey(
    'shows "This story is gone" when it expires during viewing, and its photo returns 410',
    async ({ app, aMember, visit }) => {
      const anna = await aMember({ username: 'anna.e' })
      const ben = await aMember({ username: 'ben.e' }, { provoked: /404|410/, reducedMotion: true })
      await createFollow(ben.page, anna.id)
      const first = await createStory(anna.page, { caption: 'One', alt: 'The first' })
      const second = await createStory(anna.page, { caption: 'Two', alt: 'The second' })
      const { page } = ben
      await page.goto('/dashboard')
      await waitForLazyModules(page)
      await row(page).getByRole('link', { name: 'anna.e, new' }).click()
      await viewer(page).getByRole('img', { name: 'The first' }).waitFor()
      await expireStory(app, second.id)
      // The page may have preloaded the photo, or the server may already return 410. The page must look the same in
      // both cases.
      await page.keyboard.press('ArrowRight')
      await viewer(page).getByRole('heading', { name: 'This story is gone' }).waitFor()
      await page.keyboard.press('ArrowLeft')
      await viewer(page).getByRole('img', { name: 'The first' }).waitFor()
      await viewer(page).getByRole('button', { name: 'Close' }).click()

      const visitor = await visit(`/stories/${first.id}`)
      await viewer(visitor).getByRole('img', { name: 'The first' }).waitFor()
      await viewer(visitor).getByRole('link', { name: 'Log in to reply' }).waitFor()

      const src = listPhotoUrls(first.photo)[0] ?? ''
      expect((await page.request.get(src)).status()).toBe(200)
      await callApi(anna.page, 'DELETE', `/api/stories/${first.id}`)
      expect((await page.request.get(src)).status()).toBe(410)
      const gone = await page.goto(`/stories/${first.id}`)
      expect(gone?.status()).toBe(404)
      // The clean-up job runs once a minute.
      const swept = listPhotoUrls(second.photo)[0] ?? ''
      await expect.poll(async () => (await page.request.get(swept)).status(), { timeout: 100_000 }).toBe(410)
    },
  )

  journey('closes on Back, reopens on Forward, and links to neighbouring stories', async ({ aMember }) => {
    const { page } = await aMember({ username: 'reader.n' }, { size: 'desktop', reducedMotion: true })
    for (const username of ['first.n', 'second.n']) {
      const author = await aMember({ username })
      await createStory(author.page, { caption: 'Out early.', alt: `Dog of ${username}` })
      await createFollow(page, author.id)
    }
    await page.goto('/dashboard')
    await waitForLazyModules(page)
    await row(page).getByRole('link', { name: 'second.n, new' }).click()
    await viewer(page).getByRole('img', { name: 'Dog of second.n' }).waitFor()
    const neighbour = viewer(page).getByRole('button', { name: 'Stories by first.n' })
    await neighbour.waitFor()
    await expectAccessibleScreen(page, 'story-neighbours')
    await neighbour.click()
    await viewer(page).getByRole('img', { name: 'Dog of first.n' }).waitFor()
    await viewer(page).getByRole('button', { name: 'Stories by second.n' }).waitFor()
    await page.goBack()
    await viewer(page).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    await page.goForward()
    await viewer(page).getByRole('img', { name: 'Dog of second.n' }).waitFor()
    await page.keyboard.press('Escape')
    await viewer(page).waitFor({ state: 'hidden' })
    await expect.poll(() => new URL(page.url()).hash).toBe('')
  })
})
