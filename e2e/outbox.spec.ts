import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { type Journey, journey } from './journey.ts'
import { goOffline, readQueuedDrafts, restoreNetwork, waitForOutbox } from './offline-network.ts'
import { callApi, createFollow, createTestPost, jpegFile } from './test-data.ts'

type Comments = { comments: { text: string }[] }
type PostState = { likeCount: number; savedByMe: boolean }

/** Creates an author with a post, and a follower who opens the post. */
async function aReader({ aMember }: Pick<Journey, 'aMember'>, name: string, provoked = /ERR_FAILED/) {
  const author = await aMember({ username: `${name}.author` })
  const post = await createTestPost(author.page, { caption: 'By the river' })
  const { page, id } = await aMember({ username: name }, { provoked })
  await createFollow(page, author.id)
  await page.goto(`/posts/${post.id}`)
  await waitForOutbox(page)
  const texts = async () =>
    (await callApi<Comments>(author.page, 'GET', `/api/posts/${post.id}/comments`)).comments.map(({ text }) => text)
  return { page, id, post, author, texts }
}

const likeButton = (page: Page) => page.getByRole('button', { name: /^Like, / })

async function comment(page: Page, text: string) {
  await page.getByLabel('Add a comment').fill(text)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
}

describe('outbox', () => {
  journey(
    'sends each comment once, and only the last of 11 likes and unlikes, after the browser was closed',
    async ({ aMember }) => {
      const { page, post, author, texts } = await aReader({ aMember }, 'outa')
      await goOffline(page)
      for (let i = 0; i < 11; i++) await likeButton(page).click()
      await likeButton(page).and(page.locator('[aria-pressed=true]')).waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await comment(page, 'What a river')
      await comment(page, 'And what a dog')
      await page.getByText('Comment: And what a dog').waitFor()
      const context = page.context()
      await page.close()
      await context.setOffline(false)
      const next = await context.newPage()
      await next.goto('/dashboard')
      await expect.poll(texts, { timeout: 30_000 }).toEqual(['What a river', 'And what a dog'])
      const state = await callApi<PostState>(next, 'GET', `/api/posts/${post.id}`)
      expect(state).toMatchObject({ likeCount: 1, savedByMe: true })
      await next.getByText('Waiting to send').waitFor({ state: 'detached' })
      expect(author.username).toBe('outa.author')
    },
  )

  journey('sends a comment only once when the response is lost', async ({ aMember }) => {
    const { page, texts } = await aReader({ aMember }, 'outb')
    await page.route(
      '**/api/posts/*/comments',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await comment(page, 'Only once')
    await page.getByText('Comment: Only once').waitFor()
    await expect.poll(texts).toEqual(['Only once'])
    await page.evaluate("window.dispatchEvent(new Event('online'))")
    await page.getByText('Comment: Only once').waitFor({ state: 'detached' })
    await page.getByRole('article', { name: 'outb: Only once' }).waitFor()
    expect(await texts()).toEqual(['Only once'])
  })

  journey('sends a comment once from two tabs, and never sends a cancelled comment', async ({ aMember }) => {
    const { page, post, texts } = await aReader({ aMember }, 'outc')
    const tab = await page.context().newPage()
    await tab.goto('/dashboard')
    await waitForOutbox(tab)
    await goOffline(page)
    await comment(page, 'Never mind')
    await comment(page, 'Sent by one tab')
    await page.getByRole('button', { name: 'Cancel sending: Comment: Never mind' }).click()
    await page.getByText('Comment: Never mind').waitFor({ state: 'detached' })
    await tab.getByRole('heading', { name: 'Waiting to send' }).waitFor()
    await expectAccessibleScreen(tab, 'outbox-feed')
    await restoreNetwork(page)
    await expect.poll(texts).toEqual(['Sent by one tab'])
    await tab.getByRole('heading', { name: 'Waiting to send' }).waitFor({ state: 'detached' })
    await page.getByRole('article', { name: 'outc: Sent by one tab' }).waitFor()
    expect((await callApi<Comments>(page, 'GET', `/api/posts/${post.id}/comments`)).comments).toHaveLength(1)
  })

  journey('keeps the text of a refused comment, and shows the reason', async ({ aMember }) => {
    const { page, post, author } = await aReader({ aMember }, 'outd')
    await goOffline(page)
    await comment(page, 'Too late')
    await page.getByText('Comment: Too late').waitFor()
    await callApi(author.page, 'DELETE', `/api/posts/${post.id}`)
    await restoreNetwork(page)
    await page.goto('/dashboard')
    await page.getByText('Not sent. It was deleted, or you can’t see it any more.').waitFor()
    await page.getByText('Comment: Too late').waitFor()
    await page.getByRole('button', { name: 'Remove: Comment: Too late' }).click()
    await page.getByRole('heading', { name: 'Waiting to send' }).waitFor({ state: 'detached' })
  })

  journey('lists a pending unlike and a pending save, and undoes both when they are cancelled', async ({ aMember }) => {
    const { page, post } = await aReader({ aMember }, 'outg')
    await callApi(page, 'PUT', `/api/posts/${post.id}/like`)
    await page.goto('/dashboard')
    await waitForOutbox(page)
    await goOffline(page)
    await likeButton(page).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Waiting to send' }).first().waitFor()
    expect(await page.getByText('Add to a collection').count()).toBe(0)
    await page.getByRole('button', { name: /^Cancel sending: Save: .*outg.author/ }).click()
    await page.getByRole('button', { name: /^Cancel sending: Unlike: .*outg.author/ }).click()
    await likeButton(page).and(page.locator('[aria-pressed=true]')).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true, pressed: false }).waitFor()
  })

  journey('asks the user to log in again when the session was ended on another device', async ({ aMember }) => {
    const { page } = await aReader({ aMember }, 'outh', /ERR_FAILED|401/)
    await goOffline(page)
    await comment(page, 'After the end')
    await page.getByText('Comment: After the end').waitFor()
    await page.context().clearCookies()
    await restoreNetwork(page)
    await page.getByRole('link', { name: 'Log in again to send this.' }).waitFor()
  })

  journey('is deleted on log-out only after a confirmation', async ({ aMember }) => {
    const { page, texts } = await aReader({ aMember }, 'oute')
    await page.route('**/api/posts/*/comments', (route) => route.abort())
    await comment(page, 'Still here')
    await page.getByText('Comment: Still here').waitFor()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByText('Log out before everything is sent?').waitFor()
    await expectAccessibleScreen(page, 'outbox-log-out')
    await page.getByRole('button', { name: 'Stay logged in' }).click()
    await page.getByText('Comment: Still here').waitFor()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('button', { name: 'Log out anyway' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await texts()).toEqual([])
    expect(await page.evaluate('indexedDB.databases().then((all) => all.map(({ name }) => name))')).not.toContain(
      'pawtrait-outbox',
    )
  })
})

/** Submits a post without a network, and waits until it is stored on the device as queued. */
async function submitOffline(page: Page, caption: string, photos: string[]) {
  await page.goto('/dashboard/create')
  await waitForLazyModules(page, ['features/posts/editor/DraftEditor.tsx', 'features/posts/editor/UploadList.tsx'])
  await goOffline(page)
  const files = await Promise.all(photos.map((name) => jpegFile(640, name)))
  await page.locator('input[type=file][multiple]').setInputFiles(files)
  await page.getByLabel('Caption').fill(caption)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Waiting for the connection').first().waitFor()
  // The app stores the draft on the device 200 ms after its last change.
  await expect.poll(() => readQueuedDrafts(page)).toEqual([[true, photos.length]])
}

/** Closes the page and opens the feed in a new page of the same browser, with a network. */
async function reopenOnline(page: Page) {
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/dashboard')
  return next
}

describe('post written offline', () => {
  journey('is published once, with its photos, at the next start of the browser', async ({ aMember }) => {
    const { page, id } = await aMember({ username: 'outf' })
    await submitOffline(page, 'Written on the bus', ['one.jpg', 'two.jpg', 'three.jpg'])
    const next = await reopenOnline(page)
    await next.getByText('Written on the bus').first().waitFor()
    const mine = () => callApi<{ posts: { photos: unknown[] }[] }>(next, 'GET', `/api/users/${id}/posts`)
    await expect
      .poll(async () => (await mine()).posts.map((post) => post.photos.length), { timeout: 30_000 })
      .toEqual([3])
    await next.goto('/dashboard')
    await next.getByText('Written on the bus').first().waitFor()
    await waitForOutbox(next)
    expect((await mine()).posts).toHaveLength(1)
  })

  journey('is published even if a killed browser has not set `drafts-unsent`', async ({ aMember }) => {
    const { page, id } = await aMember({ username: 'outp' })
    await submitOffline(page, 'Written in the lift', ['one.jpg'])
    await page.evaluate("localStorage.removeItem('drafts-unsent')")
    // Blocks the event `pagehide`, on which the app would set `drafts-unsent` again. A killed browser does not fire it
    // either.
    await page.evaluate("addEventListener('pagehide', (event) => event.stopImmediatePropagation(), { capture: true })")
    const next = await reopenOnline(page)
    const mine = () => callApi<{ posts: { caption: string }[] }>(next, 'GET', `/api/users/${id}/posts`)
    await expect
      .poll(async () => (await mine()).posts.map(({ caption }) => caption), { timeout: 30_000 })
      .toEqual(['Written in the lift'])
  })
})

describe('post after a lost response', () => {
  journey('is posted once, with the corrected caption, after "Save draft" and "Continue"', async ({ aMember }) => {
    const { page, id } = await aMember({ username: 'outq' }, { provoked: /ERR_FAILED/ })
    const loseResponse = () =>
      page.route(
        '**/api/posts',
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
    await page.goto('/dashboard/create')
    await page.locator('input[type=file][multiple]').setInputFiles(await jpegFile(640, 'one.jpg'))
    await page.getByLabel('Caption').fill('A dog on teh bus')
    await page.getByText('Draft saved.').waitFor()
    await loseResponse()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Not confirmed yet').waitFor()
    await page.getByText('Saved on this device until the post is confirmed.').waitFor()
    await expectAccessibleScreen(page, 'create-not-confirmed')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('link', { name: 'You have one draft' }).click()
    await page.getByText('Not confirmed yet').waitFor()
    await page.getByRole('link', { name: 'Continue “A dog on teh bus”' }).click()
    await page.getByLabel('Caption').fill('A dog on the bus')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.waitForURL('**/dashboard')
    const { posts } = await callApi<{ posts: { caption: string }[] }>(page, 'GET', `/api/users/${id}/posts`)
    expect(posts.map(({ caption }) => caption)).toEqual(['A dog on the bus'])
    expect(await callApi(page, 'GET', '/api/drafts')).toEqual({ drafts: [] })
    await page.goto('/drafts')
    await page.getByText('No drafts').waitFor()
  })
})
