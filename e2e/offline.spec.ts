import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { journey } from './journey.ts'
import { goOffline, restoreNetwork } from './offline-network.ts'
import { type CreatedPost, callApi, createFollow, createTestPost, jpegFile } from './test-data.ts'

const OFFLINE = 'You’re offline. We’ll try again when you’re back.'

/** Asserts that the offline message is visible and the navigation is still shown. */
async function expectOffline(page: Page, words = OFFLINE) {
  await page.getByText(words).first().waitFor()
  await page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).waitFor()
}

/** Opens the feed and waits for the lazily loaded modules. */
async function openFeed(page: Page) {
  await page.goto('/dashboard')
  await page.getByRole('article').first().waitFor()
  await waitForLazyModules(page)
}

const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).getByRole('link', { name, exact: true })

/** Creates an author with a post, and a follower who has the post in the feed. */
async function aReader(aMember: (named: { username: string }) => Promise<{ id: string; page: Page }>, name: string) {
  const author = await aMember({ username: `${name}.author` })
  const post = await createTestPost(author.page, { caption: 'By the river' })
  const { page } = await aMember({ username: name })
  await createFollow(page, author.id)
  return { page, post, author }
}

describe('app without a network', () => {
  journey('sends a pending like and a pending comment when the network is back', async ({ aMember }) => {
    const { page, post, author } = await aReader(aMember, 'nadia')
    await openFeed(page)
    await goOffline(page)
    await page.getByRole('button', { name: 'Like, 0 likes' }).click()
    await expectOffline(page)
    await page.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor()
    await restoreNetwork(page)
    const likes = async () =>
      (await callApi<CreatedPost & { likeCount: number }>(page, 'GET', `/api/posts/${post.id}`)).likeCount
    await expect.poll(likes).toBe(1)
    await page.getByText(OFFLINE).waitFor({ state: 'detached' })

    await page.goto(`/posts/${post.id}`)
    await page.getByLabel('Add a comment').fill('What a river')
    // The outbox module loads 3 s after the start. Before that, a comment would wait in memory only.
    await waitForLazyModules(page, ['app/offline/background-work.ts', 'shell/outbox/WaitingActions.tsx'])
    await goOffline(page)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByText('Waiting to send').waitFor()
    await page.getByText('Comment: What a river').waitFor()
    await restoreNetwork(page)
    await page.getByRole('article', { name: 'nadia: What a river' }).waitFor()
    await expect.poll(() => page.getByLabel('Add a comment').inputValue()).toBe('')
    await author.page.goto(`/posts/${post.id}`)
    await author.page.getByRole('article', { name: 'nadia: What a river' }).waitFor()
  })

  journey(
    'shows the offline message on pages not opened before, and loads those pages once online',
    async ({ aMember }) => {
      const { page, post } = await aReader(aMember, 'omar')
      await openFeed(page)
      await goOffline(page)
      await page.getByRole('article').locator(`a[href="/posts/${post.id}"]`).first().click()
      await expectOffline(page)
      await expectAccessibleScreen(page, 'offline-post')
      await page.goBack()
      await page.getByRole('article').first().waitFor()
      await page.getByRole('article').getByRole('link', { name: 'omar.author' }).first().click()
      await expectOffline(page)
      for (const name of ['Create', 'Search', 'Premium']) {
        await place(page, name).click()
        await page.waitForURL(`**/dashboard/${name.toLowerCase()}`)
        await expectOffline(page)
      }
      await restoreNetwork(page)
      await page.getByRole('heading', { name: 'Premium Plan' }).waitFor()
      await goOffline(page)
      await page
        .getByRole('link', { name: /^Notifications/ })
        .first()
        .click()
      await expectOffline(page)
      await restoreNetwork(page)
      await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
      await expect.poll(() => page.getByText(OFFLINE).count()).toBe(0)
    },
  )

  journey(
    'shows the offline message in the menu of a post, and opens the menu when the network is back',
    async ({ aMember }) => {
      const { page } = await aReader(aMember, 'pia')
      await openFeed(page)
      await goOffline(page)
      await page.getByRole('button', { name: 'More options for this post' }).click()
      const sheet = page.getByRole('dialog', { name: 'This part did not load.' })
      await sheet.getByText(OFFLINE).waitFor()
      await expectAccessibleScreen(page, 'offline-menu')
      await restoreNetwork(page)
      await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
      await expect.poll(() => sheet.count()).toBe(0)
      // Rounded corners show that the style sheet of the menu has loaded too.
      const radius = `getComputedStyle(document.querySelector('[role=menu]')).borderTopLeftRadius`
      expect(await page.evaluate(radius)).not.toBe('0px')
    },
  )

  journey('loads more posts, a search and Explore when the network is back', async ({ aMember }) => {
    const { page } = await aMember({ username: 'quin' })
    for (let number = 1; number <= 11; number++) await createTestPost(page, { caption: `Walk ${number}` })
    await openFeed(page)
    await goOffline(page)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000)
        return page.getByText(OFFLINE).count()
      })
      .toBe(1)
    await expectOffline(page)
    await page.getByText('We could not load more posts').waitFor()
    await restoreNetwork(page)
    await page.getByText(OFFLINE).waitFor({ state: 'detached' })

    await page.goto('/dashboard/search')
    await page.getByRole('combobox').fill('qui')
    await waitForLazyModules(page)
    await goOffline(page)
    await page.getByRole('combobox').fill('quin')
    await page.getByRole('combobox').press('Enter')
    await expectOffline(page)
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('quin')
    await restoreNetwork(page)
    await page.getByRole('list', { name: 'Matches' }).getByText('quin').first().waitFor()

    await page.goto('/dashboard/search')
    await page.getByRole('navigation', { name: 'Animals' }).waitFor()
    await waitForLazyModules(page)
    await goOffline(page)
    await page.getByRole('navigation', { name: 'Animals' }).getByRole('link', { name: 'Dogs' }).click()
    await expectOffline(page)
    await restoreNetwork(page)
    await expect.poll(() => page.title()).toBe('Dogs · Pawtrait')
  })

  journey('uploads a pending photo and sends the post when the network is back', async ({ aMember }) => {
    const { page } = await aMember({ username: 'rosa' })
    await page.goto('/dashboard/create')
    await page.getByLabel('Choose photos').waitFor({ state: 'attached' })
    const editor = 'features/posts/editor'
    await waitForLazyModules(page, [`${editor}/DraftEditor.tsx`, `${editor}/UploadList.tsx`])
    await goOffline(page)
    await page.getByLabel('Choose photos').setInputFiles([await jpegFile()])
    await expectOffline(page, 'You’re offline. We’ll continue when you’re back.')
    await page.getByLabel('Caption').fill('Written in a tunnel')
    await restoreNetwork(page)
    await page.getByRole('button', { name: 'Photo 1, + ALT' }).waitFor()
    await expect.poll(() => page.getByLabel('Caption').inputValue()).toBe('Written in a tunnel')

    await goOffline(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expectOffline(page, 'We’ll post it when you’re back online.')
    await restoreNetwork(page)
    await page.waitForURL('**/dashboard')
    await page.getByRole('article', { name: 'Post by rosa' }).getByText('Written in a tunnel').waitFor()
  })

  journey('keeps the user logged in after "Log Out", and loads a large photo once online', async ({ aMember }) => {
    const { page } = await aReader(aMember, 'sami')
    await openFeed(page)
    await page.getByRole('button', { name: 'Log Out' }).first().waitFor()
    await goOffline(page)
    await page.getByRole('button', { name: 'Log Out' }).first().click()
    await page.getByText('You are still logged in on this device.').waitFor()
    await expectShellAndFeed(page)
    await page.getByRole('button', { name: 'A dog in a garden' }).click()
    await page.getByText(OFFLINE).first().waitFor()
    await restoreNetwork(page)
    const viewer = page.getByRole('dialog', { name: 'Photos of this post' })
    await viewer.getByRole('img', { name: 'A dog in a garden' }).first().waitFor()
    await goOffline(page)
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
  })
})

async function expectShellAndFeed(page: Page) {
  await page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
}
