import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { type DisplaySettings, type Journey, journey } from './journey.ts'
import { goOffline, readQueuedDrafts, restoreNetwork } from './offline-network.ts'
import { fillLogIn } from './person.ts'
import { advanceClockPastRegistration, isPageControlled, readStoredContent, storeFeed } from './stored-content.ts'
import { callApi, createFollow, createTestPost, jpegFile } from './test-data.ts'

const START = '/dashboard?installed=1'

/** Stores the user and the feed on the device. The log-in page stores a user in the same format. */
async function storeUserAndFeed(page: Page, user: { id: string; username: string }) {
  await page.evaluate(`localStorage.setItem('user', '${JSON.stringify(user)}')`)
  await storeFeed(page, 1)
}

/** Creates a reader with one post of an author in the feed. Stores the feed on the device. */
async function aReader({ aMember }: Pick<Journey, 'aMember'>, name: string, display: DisplaySettings = {}) {
  const author = await aMember({ username: `${name}.author` })
  const post = await createTestPost(author.page, { caption: 'By the river' })
  const reader = await aMember({ username: name }, { serviceWorker: true, ...display })
  await createFollow(reader.page, author.id)
  await storeUserAndFeed(reader.page, { id: reader.id, username: name })
  return { ...reader, author, post }
}

const isPhotoShown = (page: Page) =>
  page.evaluate(`document.querySelector('article img[alt="A dog in a garden"]').naturalWidth > 0`)

/** Opens a page without a network. Returns the HTML of the page, or of the browser's error page. */
async function contentOffline(page: Page, path: string): Promise<string> {
  await goOffline(page)
  await page.goto(path).catch(() => {})
  let content = ''
  await expect.poll(async () => (content = await page.content().catch(() => ''))).not.toBe('')
  return content
}

describe('installed app with a stored feed', () => {
  journey(
    'shows the feed with photos, the user’s profile, notifications and the post form without a network',
    async ({ aMember }) => {
      const { page, post, author } = await aReader({ aMember }, 'offa')
      await goOffline(page)
      await page.goto(START)
      await page.getByText('By the river').waitFor()
      await page.getByText(/These posts are from \d\d:\d\d/).waitFor()
      await expect.poll(() => isPhotoShown(page)).toBe(true)
      expect(new URL(page.url()).search).toBe('')
      expect(await page.title()).toContain('Feed')
      await expectAccessibleScreen(page, 'offline-start')
      await page.goto('/dashboard/profile')
      await page.getByRole('main').getByText('@offa', { exact: true }).waitFor()
      await page.goto('/notifications')
      await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
      await page.goto('/dashboard/create')
      await page.getByRole('button', { name: 'Choose photos' }).waitFor()
      await page.goto(`/posts/${post.id}`)
      await page.getByText('You’re offline.').waitFor()

      await callApi(author.page, 'DELETE', `/api/posts/${post.id}`)
      await createTestPost(author.page, { caption: 'On the hill' })
      await page.goto('/dashboard')
      await page.getByText('By the river').waitFor()
      await restoreNetwork(page)
      await page.getByText('On the hill').waitFor()
      await page.getByText('By the river').waitFor({ state: 'detached' })
    },
  )

  journey('shows an unsent post after an offline start, and sends it when the network is back', async ({ aMember }) => {
    const { page, id } = await aReader({ aMember }, 'offw')
    await page.goto('/dashboard/create')
    await page.locator('input[type=file][multiple]').setInputFiles(await jpegFile(640, 'one.jpg'))
    await page.getByLabel('Caption').fill('Written on the ferry')
    await page.getByText('Draft saved.').waitFor()
    await goOffline(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Waiting for the connection').first().waitFor()
    await expect.poll(() => readQueuedDrafts(page)).toEqual([[true, 1]])
    await page.goto(START)
    await page.getByText('Written on the ferry').waitFor()
    await page.getByText('Waiting for the connection…').waitFor()
    await restoreNetwork(page)
    const mine = () => callApi<{ posts: { caption: string }[] }>(page, 'GET', `/api/users/${id}/posts`)
    await expect
      .poll(async () => (await mine()).posts.map(({ caption }) => caption), { timeout: 30_000 })
      .toEqual(['Written on the ferry'])
  })

  journey('lets the user edit the caption of their own post without a network', async ({ aMember }) => {
    const display = { serviceWorker: true, provoked: /ERR_FAILED|Failed to fetch/ }
    const { page, id } = await aMember({ username: 'offedit' }, display)
    const post = await createTestPost(page, { caption: 'Befor the rain' })
    await storeUserAndFeed(page, { id, username: 'offedit' })
    await goOffline(page)
    await page.goto(START)
    const edit = async () => {
      await page.getByRole('button', { name: /^More options/ }).click()
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
      await page.getByText('You can change the photos when you are online.').waitFor()
    }
    await edit()
    await expectAccessibleScreen(page, 'edit-post-offline')
    const save = page.locator('form').getByRole('button', { name: 'Save changes' })
    // Without a change, both “Cancel” and “Save changes” lead back to the feed.
    for (const button of [page.getByRole('button', { name: 'Cancel' }), save]) {
      await button.click()
      await page.getByText('Befor the rain').waitFor()
      await edit()
    }
    await page.getByLabel('Caption').fill('Before the rain')
    // The app loads its outbox 3 s after the start. Until then, saving fails, so the test presses the button again.
    const isQueued = async () => {
      if (await save.isVisible()) await save.click({ timeout: 2_000 }).catch(() => {})
      return page.getByText('Edit: Before the rain').isVisible()
    }
    await expect.poll(isQueued, { interval: 500 }).toBe(true)
    await restoreNetwork(page)
    await expect
      .poll(() => callApi(page, 'GET', `/api/posts/${post.id}`), { timeout: 30_000 })
      .toMatchObject({ caption: 'Before the rain', photos: [{ alt: 'A dog in a garden' }] })
  })

  journey('shows the stored feed when the user opens it from another page without a network', async ({ aMember }) => {
    const { page } = await aReader({ aMember }, 'offh')
    await page.goto('/dashboard/create')
    await page.getByRole('button', { name: 'Choose photos' }).waitFor()
    await expect.poll(() => isPageControlled(page)).toBe(true)
    await goOffline(page)
    await page
      .getByRole('navigation', { name: 'Main' })
      .filter({ visible: true })
      .getByRole('link', { name: 'Feed', exact: true })
      .click()
    await page.getByText('By the river').waitFor()
    await page.getByText(/These posts are from \d\d:\d\d/).waitFor()
    await page.getByText('You’re all caught up').waitFor()
    expect(await page.getByText('This part did not load.').count()).toBe(0)
  })

  journey('shows the profile without a network during the visit that registered the worker', async ({ aMember }) => {
    const { page } = await aReader({ aMember }, 'offi')
    await goOffline(page)
    await page
      .getByRole('navigation', { name: 'Main' })
      .filter({ visible: true })
      .getByRole('link', { name: 'Profile', exact: true })
      .click()
    await page.getByRole('main').getByText('@offi', { exact: true }).waitFor()
  })

  journey('controls a page again that was reloaded past the service worker', async ({ aMember }) => {
    const { page } = await aReader({ aMember }, 'offj')
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Page.reload', { ignoreCache: true })
    await page.getByText('By the river').waitFor()
    expect(await isPageControlled(page)).toBe(false)
    await advanceClockPastRegistration(page)
    await expect.poll(() => isPageControlled(page)).toBe(true)
  })

  journey('shows the stored feed at the start, until the slow server responds', async ({ aMember }) => {
    const { page } = await aReader({ aMember }, 'offb', { size: 'desktop', theme: 'dark' })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/feed*', async (route) => {
      await released
      await route.continue()
    })
    const requested = page.waitForRequest('**/api/feed*')
    await page.goto(START)
    await page.getByText('By the river').waitFor()
    await requested
    release()
    await page.waitForResponse('**/api/feed*')
    await page.getByText('By the river').waitFor()
  })

  journey('stores no HTML page that contains data of the user', async ({ aMember }) => {
    const { page } = await aReader({ aMember }, 'offc')
    const texts = await page.evaluate(`(async () => {
      const texts = []
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) {
          const response = await caches.match(request)
          if (response.headers.get('content-type').startsWith('text/html')) texts.push(await response.text())
        }
      return texts
    })()`)
    expect(texts).toHaveLength(1)
    expect(String(texts)).not.toMatch(/offc|By the river/)
  })
})

describe('content stored on the device', () => {
  journey('is deleted on log-out, and not shown to the next account', async ({ aMember }) => {
    const { page } = await aReader({ aMember }, 'offd')
    const next = await aMember({ username: 'offd.next' })
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await readStoredContent(page)).toEqual({ parts: [], photos: 0, shell: false })
    await page.goto('/login')
    await fillLogIn(page, 'offd.next', next.zipcode)
    await page.waitForURL('**/dashboard')
    await page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).waitFor()
    expect(await contentOffline(page, START)).not.toContain('By the river')
  })

  journey('is deleted when the server responds that the session has ended', async ({ aMember }) => {
    const { page } = await aReader({ aMember }, 'offe')
    await page.context().clearCookies()
    await page.goto(START)
    await page.waitForURL('**/login?*')
    expect((await readStoredContent(page)).parts).toEqual([])
    expect(await contentOffline(page, '/dashboard')).not.toContain('By the river')
  })

  journey('is deleted when the user blocks the author of the content', async ({ aMember }) => {
    const { page, author } = await aReader({ aMember }, 'offf')
    await page.goto('/@offf.author')
    await page.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: /^Block/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Block/ })
      .click()
    await page.getByText('is blocked').waitFor()
    await expect.poll(async () => (await readStoredContent(page)).photos).toBe(0)
    await goOffline(page)
    await page.goto(START)
    await page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).waitFor()
    expect(await page.content()).not.toContain('By the river')
    expect(author.username).toBe('offf.author')
  })
})
