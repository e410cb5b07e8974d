import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { closePhoto, enterAltText, openPhoto } from './draft-photos.ts'
import { journey } from './journey.ts'
import { fillLogIn } from './person.ts'
import { callApi, createTestPost, jpegFile, signUpMember } from './test-data.ts'

const waitUntilSaved = (page: Page) => page.getByText('Draft saved.').waitFor()

async function begin(page: Page, caption: string) {
  await page.goto('/dashboard/create')
  await page.getByLabel('Choose photos').setInputFiles([await jpegFile()])
  await page.getByLabel('Caption').fill(caption)
}

type DraftList = { drafts: { id: string; caption: string; version: number; photos: { id: string; alt: string }[] }[] }
const listed = (page: Page) => callApi<DraftList>(page, 'GET', '/api/drafts')

// After its deletion, an IndexedDB database may remain in the list for a moment.
const databases = 'indexedDB.databases().then((all) => all.map(({ name }) => name))'

// The app uploads a draft a moment after typing stops.
const soon = { timeout: 15_000 }

describe('draft', () => {
  journey('reports a conflict in the first browser after an edit in a second browser', async ({ aMember, visit }) => {
    const { page, zipcode } = await aMember({ username: 'slow.writer' })
    await begin(page, 'Half a sentence')
    await enterAltText(page, 1, 'A garden')
    await waitUntilSaved(page)
    await expect.poll(async () => (await listed(page)).drafts[0]?.photos[0]?.alt, soon).toBe('A garden')
    await expect.poll(() => page.evaluate("localStorage.getItem('drafts-unsent')"), soon).toBeNull()

    const other = await visit('/login')
    await fillLogIn(other, 'slow.writer', zipcode)
    await other.waitForURL('**/dashboard')
    await other.goto('/dashboard/create')
    await other.getByRole('link', { name: 'You have one draft' }).click()
    await other.getByText('“Half a sentence”').waitFor()
    await other.getByText('Ready', { exact: true }).waitFor()
    await expectAccessibleScreen(other, 'drafts')
    await other.getByRole('link', { name: 'Continue “Half a sentence”' }).click()
    await expect.poll(() => other.getByLabel('Caption').inputValue(), soon).toBe('Half a sentence')
    await openPhoto(other, 1)
    await expect.poll(() => other.getByLabel('Describe photo 1').inputValue(), soon).toBe('A garden')
    await closePhoto(other)
    await other.getByLabel('Caption').fill('A whole sentence')
    await expect.poll(async () => (await listed(other)).drafts[0]?.caption, soon).toBe('A whole sentence')

    // The first browser still shows the old text. The page reports the conflict and does not overwrite the newer text.
    await page.getByLabel('Caption').fill('Half a sentence, and')
    await page.getByText('This draft was changed on another device').waitFor()
    await page.getByText('On the other device: “A whole sentence”.').waitFor()
    expect((await listed(page)).drafts[0]?.caption).toBe('A whole sentence')
    await expectAccessibleScreen(page, 'draft-conflict')
    await page.getByRole('button', { name: 'Use the other version' }).click()
    await expect.poll(() => page.getByLabel('Caption').inputValue(), soon).toBe('A whole sentence')

    await other.getByRole('button', { name: 'Submit' }).click()
    await other.waitForURL('**/dashboard')
    await other.getByText('A whole sentence').waitFor()
    await expect.poll(async () => (await listed(page)).drafts, soon).toEqual([])
  })

  journey('survives a reload during typing, and so does a half-written comment', async ({ aMember }) => {
    const { page } = await aMember({ username: 'steady.hand' })
    const { id } = await createTestPost(page)
    await begin(page, 'On')
    const caption = page.getByLabel('Caption')
    await caption.pressSequentially(' and on and on and on', { delay: 80 })
    await page.reload()
    await expect.poll(() => caption.inputValue(), soon).toBe('On and on and on and on')
    await waitUntilSaved(page)
    await expect.poll(() => page.evaluate("localStorage.getItem('drafts-unsent')"), soon).toBeNull()

    const field = page.getByLabel('Add a comment')
    await page.goto(`/posts/${id}`)
    // Wait until the app runs, because text typed before the start is not saved.
    await waitForLazyModules(page)
    await field.pressSequentially('Half a tho')
    await page.reload()
    await expect.poll(() => field.inputValue(), soon).toBe('Half a tho')
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('half-written'))")).toEqual([])
  })

  journey(
    'is stored on the device without a network, causes a warning at log-out, and is uploaded later',
    async ({ aMember }) => {
      const { page } = await aMember({ username: 'in.the.bush' })
      await page.goto('/drafts')
      await page.getByText('No drafts').waitFor()
      await page.goto('/dashboard/create')
      await page.getByLabel('Choose photos').waitFor()
      const away = (url: URL) => url.pathname.startsWith('/api/')
      await page.route(away, (route) => route.abort('internetdisconnected'))
      await page.getByLabel('Choose photos').setInputFiles([await jpegFile()])
      await page.getByLabel('Caption').fill('No bars here')
      await page.getByText('Saved on this device until you are online.').waitFor()

      await page.getByRole('button', { name: 'Log Out' }).click()
      const question = page.getByRole('alertdialog', { name: 'Log out and lose a draft?' })
      await question.waitFor()
      await expectAccessibleScreen(page, 'log-out-unsent')
      await question.getByRole('button', { name: 'Stay logged in' }).click()

      await page.unroute(away)
      await page.reload()
      await expect.poll(() => page.getByLabel('Caption').inputValue(), soon).toBe('No bars here')
      await page.getByRole('button', { name: 'Photo 1, + ALT' }).waitFor()
      await waitUntilSaved(page)
      await expect.poll(async () => (await listed(page)).drafts.map(({ photos }) => photos.length), soon).toEqual([1])
      await expect.poll(() => page.evaluate("localStorage.getItem('drafts-unsent')"), soon).toBeNull()
      await page.getByRole('button', { name: 'Save draft' }).click()
      await page.getByText('Draft saved').waitFor()
      await page.getByRole('link', { name: 'You have one draft' }).click()
      await page.getByRole('button', { name: 'Delete draft “No bars here”' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click()
      await page.getByText('No drafts').waitFor()
      await expect.poll(async () => (await listed(page)).drafts, soon).toEqual([])
      await page.getByRole('button', { name: 'Log Out' }).click()
      await page.waitForURL((url) => url.pathname === '/')
      await expect.poll(() => page.evaluate(databases)).toEqual([])
    },
  )
  journey(
    'causes a warning at log-out on the landing page, even when another account logs out',
    async ({ aMember, visit }) => {
      const bob = await signUpMember(await visit('/login'), { username: 'bob.next' })
      const { page } = await aMember({ username: 'off.the.grid' })
      await page.route('/api/drafts', (route) => route.abort('internetdisconnected'))
      await begin(page, 'Not sent yet')
      await page.getByText('Saved on this device until you are online.').waitFor()
      await page.goto('/')
      const logOut = page.getByRole('button', { name: 'Log Out' })
      const question = page.getByRole('alertdialog', { name: 'Log out and lose a draft?' })
      await logOut.click()
      await question.getByText(/^A draft is only on this device/).waitFor()
      await expectAccessibleScreen(page, 'landing-log-out-unsent')
      await question.getByRole('button', { name: 'Stay logged in' }).click()
      await question.waitFor({ state: 'hidden' })
      expect(await callApi(page, 'GET', '/api/session')).toMatchObject({ username: 'off.the.grid' })

      await callApi(page, 'POST', '/users', { usernameOrEmail: bob.username, zipcode: bob.zipcode })
      await page.reload()
      await logOut.click()
      await question.getByText(/^A draft of another account/).waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'hidden' })
      await logOut.click()
      await question.getByRole('button', { name: 'Log out anyway' }).click()
      await page.getByRole('link', { name: 'Log In' }).waitFor()
      expect((await page.request.get('/api/session')).status()).toBe(401)
      await expect.poll(() => page.evaluate(databases)).toEqual([])
    },
  )
})
