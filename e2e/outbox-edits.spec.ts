import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { goOffline, restoreNetwork, waitForOutbox } from './offline-network.ts'
import { callApi, createTestPet, createTestPost, jpegFile } from './test-data.ts'

type Stories = { stories: { id: string; caption: string; photo: { width: number } }[] }

/** Presses a button without a network, and waits until the page shows that the change is in the outbox. */
async function clickOffline(page: Page, name: RegExp) {
  await goOffline(page)
  await page.locator('form').getByRole('button', { name }).click()
  await page.getByText('Waiting to send').first().waitFor()
  await restoreNetwork(page)
}

describe('edit made offline', () => {
  journey('is sent when the network is back, for a post, a pet and the profile', async ({ aMember }) => {
    const { page, username } = await aMember({ username: 'edits.off' }, { provoked: /ERR_FAILED|Failed to fetch/ })
    const { id: post } = await createTestPost(page, { caption: 'Before' })
    const pet = await createTestPet(page, { breed: 'Basenji' })

    await page.goto(`/posts/${post}/edit`)
    await waitForOutbox(page)
    await page.getByLabel('Caption').fill('After the rain')
    await clickOffline(page, /^Save changes$/)
    await expect
      .poll(() => callApi(page, 'GET', `/api/posts/${post}`), { timeout: 30_000 })
      .toMatchObject({ caption: 'After the rain' })

    await page.goto(`/pets/${pet.slug}/edit`)
    await waitForOutbox(page)
    await page.getByLabel('Bio').fill('Sleeps on the keyboard')
    await clickOffline(page, /^Save/)
    await expect
      .poll(() => callApi(page, 'GET', `/api/pets/${pet.id}`), { timeout: 30_000 })
      .toMatchObject({ bio: 'Sleeps on the keyboard', breed: 'Basenji' })

    await page.goto('/profile/edit')
    await waitForOutbox(page)
    await page.getByLabel('Bio').fill('Two dogs and a goat')
    await clickOffline(page, /^Save/)
    await expect
      .poll(() => callApi(page, 'GET', `/api/users/by-username/${username}`), { timeout: 30_000 })
      .toMatchObject({ bio: 'Two dogs and a goat' })
  })

  journey('is refused when the post has a newer version, and can be continued on that version', async ({ aMember }) => {
    const { page } = await aMember({ username: 'edits.late' }, { provoked: /ERR_FAILED|Failed to fetch/ })
    const { id: post } = await createTestPost(page, { caption: 'Before' })
    await page.goto(`/posts/${post}/edit`)
    await waitForOutbox(page)
    await page.getByLabel('Caption').fill('From the bus')
    await page.getByLabel('Place').fill('Karura Forest')
    await page.route('**/api/posts/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await page.locator('form').getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Waiting to send').first().waitFor()
    const other = await page.context().newPage()
    await other.goto('/dashboard')
    await callApi(other, 'PATCH', `/api/posts/${post}`, { caption: 'From the desk' })
    await page.unrouteAll()
    await page.goto('/dashboard')
    await page.getByText('Edit: From the bus – Karura Forest').waitFor()
    await page.getByRole('heading', { name: 'Not sent' }).waitFor()
    await page.getByText('Not sent. It was changed somewhere else after you wrote this.').waitFor()
    expect(await callApi(page, 'GET', `/api/posts/${post}`)).toMatchObject({ caption: 'From the desk' })
    await page.getByRole('link', { name: 'Continue editing' }).click()
    await expect.poll(() => page.getByLabel('Caption').inputValue()).toBe('From the bus')
    expect(await page.getByLabel('Place').inputValue()).toBe('Karura Forest')
    await page.locator('form').getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(`**/posts/${post}`)
    expect(await callApi(page, 'GET', `/api/posts/${post}`)).toMatchObject({
      caption: 'From the bus',
      place: 'Karura Forest',
      photos: [{ alt: 'A dog in a garden' }],
    })
    await page.goto('/dashboard')
    await page.getByText('From the bus').waitFor()
    await waitForOutbox(page)
    expect(await page.getByRole('heading', { name: 'Not sent' }).count()).toBe(0)
  })
})

describe('story written offline', () => {
  journey('is posted once, with its photo, at the next start of the browser', async ({ aMember }) => {
    const { page, id } = await aMember({ username: 'story.off' }, { provoked: /ERR_FAILED|Failed to fetch/ })
    await page.goto('/stories/new')
    await waitForOutbox(page)
    await goOffline(page)
    await page.getByLabel('Choose a photo').setInputFiles(await jpegFile(640, 'story.jpg'))
    await page.getByRole('button', { name: 'Post story' }).click()
    await page.getByText('Waiting to send').first().waitFor()
    const context = page.context()
    await page.close()
    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto('/dashboard')
    const mine = async () => (await callApi<Stories>(next, 'GET', `/api/users/${id}/stories`)).stories
    await expect.poll(async () => (await mine()).map(({ photo }) => photo.width), { timeout: 30_000 }).toEqual([640])
    await next.getByText('Waiting to send').waitFor({ state: 'detached' })
    await next.goto('/dashboard')
    await waitForOutbox(next)
    expect(await mine()).toHaveLength(1)
  })
})
