import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { closePhoto, enterAltText, openPhoto } from './draft-photos.ts'
import { journey } from './journey.ts'
import { goOffline, restoreNetwork } from './offline-network.ts'
import { createTestPost, jpegFile } from './test-data.ts'

/** Console messages that the browser logs for the server errors of these tests. */
const provoked = /status of 50\d/
const fault = (route: { fulfill(answer: { status: number; contentType: string; body: string }): Promise<void> }) =>
  route.fulfill({
    status: 500,
    contentType: 'application/problem+json',
    body: JSON.stringify({ status: 500, code: 'internal', title: 'Error', detail: 'Broken.', requestId: 'req-4711' }),
  })

describe('error handling', () => {
  journey('preserves a new post when its photo upload or its submission fails', async ({ aMember }) => {
    const { page } = await aMember({ username: 'kito' }, { provoked })
    await page.goto('/dashboard/create')
    // The connection works, but the server refuses the photo.
    await page.route('**/api/uploads', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 429, code: 'too-many-requests', detail: 'Wait a moment, please.' }),
      }),
    )
    await page.getByLabel('Choose photos').setInputFiles([await jpegFile()])
    await page.getByText('was not uploaded. Too much at once. Wait a minute, then try again.').waitFor()
    await enterAltText(page, 1, 'Kito on the stairs')
    await page.getByLabel('Caption').fill('Every morning')
    await page.getByLabel('Place').fill('Karura Forest')
    await page.getByRole('button', { name: 'Everyone', exact: true }).click()
    await page.getByRole('radio', { name: /^Followers The people/ }).check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.unroute('**/api/uploads')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Photo 1, ALT' }).waitFor()
    await expect.poll(() => page.getByText('was not uploaded').count()).toBe(0)

    await page.route('**/api/posts', fault)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Not posted yet').waitFor()
    const typed = { Caption: 'Every morning', Place: 'Karura Forest' }
    for (const [label, value] of Object.entries(typed))
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe(value)
    await page.getByRole('button', { name: 'Followers', exact: true }).waitFor()
    await openPhoto(page, 1)
    await expect.poll(() => page.getByLabel('Describe photo 1').inputValue()).toBe('Kito on the stairs')
    await closePhoto(page)

    // A draft survives navigation within the app.
    await page.getByRole('link', { name: 'Premium', exact: true }).click()
    await page.getByRole('heading', { name: 'Premium Plan' }).waitFor()
    await page.getByRole('link', { name: 'Create', exact: true }).click()
    await expect.poll(() => page.getByLabel('Caption').inputValue()).toBe('Every morning')
    await page.unroute('**/api/posts')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.waitForURL('**/dashboard')
    const post = page.getByRole('article', { name: 'Post by kito' })
    await post.getByText('Every morning').waitFor()
    expect(await post.count()).toBe(1)
  })

  journey('resumes an upload when the connection is back', async ({ aMember }) => {
    const { page } = await aMember({ username: 'moving' })
    await page.goto('/dashboard/create')
    const dropped = page.waitForEvent('requestfailed')
    await page.route('**/api/uploads/*', (route) => route.abort('internetdisconnected'))
    await page.getByLabel('Choose photos').setInputFiles([await jpegFile()])
    await dropped
    await page.getByRole('button', { name: 'Photo 1, uploading' }).waitFor()
    await page.unroute('**/api/uploads/*')
    await page.getByRole('button', { name: 'Photo 1, + ALT' }).waitFor()
  })

  journey('reports a failed like and a failed comment, and preserves the text of the comment', async ({ aMember }) => {
    const author = await aMember({ username: 'author' })
    const { id } = await createTestPost(author.page)
    const { page } = await aMember({ username: 'reader.refused' }, { provoked })
    await page.goto(`/posts/${id}`)
    await page.route(/\/api\/posts\/.*\/(comments|like)$/, (route) =>
      route.request().method() === 'GET' ? route.continue() : fault(route),
    )
    await page.getByRole('button', { name: 'Like, 0 likes' }).click()
    await page.getByText('Your like was not saved. Try again.').waitFor()
    await page.getByRole('button', { name: 'Like, 0 likes', pressed: false }).waitFor()
    await page.getByLabel('Add a comment').fill('What a dog')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByText('Not posted. It’s still here.').waitFor()
    await expect.poll(() => page.getByLabel('Add a comment').inputValue()).toBe('What a dog')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByRole('article', { name: 'reader.refused: What a dog' }).waitFor()
    await expect.poll(() => page.getByLabel('Add a comment').inputValue()).toBe('')
  })

  journey('offers "Try again" when the feed cannot be loaded', async ({ aMember }) => {
    const { page } = await aMember({ username: 'patient' }, { provoked })
    await page.goto('/dashboard/premium')
    // /livez must fail too. If it succeeds, the page retries automatically before the test presses the button.
    await page.route('**/livez', fault)
    await page.route('**/api/feed*', fault)
    await page.getByRole('link', { name: 'Feed', exact: true }).click()
    await page.getByText('We could not load new posts').waitFor()
    await expectAccessibleScreen(page, 'feed-failed')
    await page.unroute('**/api/feed*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
  })

  journey('shows "You’re offline" and opens the page when the network is back', async ({ aMember }) => {
    const { page } = await aMember({ username: 'tunnel' })
    await page.goto('/dashboard')
    await waitForLazyModules(page)
    await goOffline(page)
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
    await expectAccessibleScreen(page, 'offline')
    await restoreNetwork(page)
    await page.getByText('@tunnel').last().waitFor()
  })

  journey(
    'shows a home link on a 404, and "Try again" when a profile or post fails to load',
    async ({ aMember, visit }) => {
      const visitor = await visit('/safety', { provoked })
      const answer = await visitor.goto('/nothing/here')
      expect(answer?.status()).toBe(404)
      await visitor.getByRole('link', { name: 'Home' }).click()
      await visitor.getByRole('heading', { name: 'Welcome to Pawtrait' }).waitFor()

      const { page } = await aMember({ username: 'lost' }, { provoked })
      // Before the app runs, a click on the link would load the page from the server.
      await page.goto('/dashboard')
      await waitForLazyModules(page)
      await page.route('**/livez', fault)
      await page.route('**/api/users/by-username/**', fault)
      await page.getByRole('link', { name: 'Profile', exact: true }).click()
      await page.getByText('We could not load this profile').waitFor()
      await page.unroute('**/api/users/by-username/**')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('@lost').last().waitFor()
      await page.unrouteAll()

      const { id } = await createTestPost(page)
      await page.goto('/dashboard')
      await waitForLazyModules(page)
      await page.route(`**/api/posts/${id}`, fault)
      await page.locator(`a[href="/posts/${id}"]`).first().click()
      await page.getByRole('heading', { name: 'Something went wrong on our side' }).waitFor()
      await page.getByText('tell us this code: req-4711').waitFor()
      await expectAccessibleScreen(page, 'server-error')
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('article', { name: 'Post by lost' }).waitFor()
    },
  )
})
