import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Journey, journey } from './journey.ts'
import { goOffline, restoreNetwork, waitForOutbox } from './offline-network.ts'
import { callApi, createFollow, createTestPost } from './test-data.ts'

/** Creates a user who is logged in on two devices and follows an author with one post. */
async function twoDevices({ aMember, visit }: Pick<Journey, 'aMember' | 'visit'>, username: string) {
  const author = await aMember({ username: `${username}.author` })
  const post = await createTestPost(author.page, { caption: 'By the river' })
  const { page: phone, zipcode, id } = await aMember({ username })
  await createFollow(phone, author.id)
  const laptop = await visit('/login')
  await callApi(laptop, 'POST', '/users', { usernameOrEmail: username, zipcode })
  return { author, post, phone, laptop, id }
}

const likeButton = (page: Page) => page.getByRole('button', { name: /^Like, / })

describe('two devices of one account', () => {
  journey('agree on the last of 51 likes and unlikes that one device made offline', async ({ aMember, visit }) => {
    const { post, phone, laptop } = await twoDevices({ aMember, visit }, 'twins.like')
    await phone.goto(`/posts/${post.id}`)
    await waitForOutbox(phone)
    const calls: string[] = []
    phone.on('request', (request) => request.url().endsWith('/like') && calls.push(request.method()))
    await goOffline(phone)
    for (let press = 0; press < 51; press++) await likeButton(phone).click()
    await likeButton(phone).and(phone.locator('[aria-pressed=true]')).waitFor()
    calls.length = 0
    await restoreNetwork(phone)
    await expect.poll(() => calls).toEqual(['PUT'])
    await laptop.goto(`/posts/${post.id}`)
    await likeButton(laptop).and(laptop.locator('[aria-pressed=true]')).waitFor()
    expect(calls).toEqual(['PUT'])
    expect(await callApi(laptop, 'GET', `/api/posts/${post.id}`)).toMatchObject({ likeCount: 1, likedByMe: true })
  })

  journey(
    'keep both texts when one device edits a comment offline while the second device edits it online',
    async ({ aMember, visit }) => {
      const { post, phone, laptop } = await twoDevices({ aMember, visit }, 'twins.edit')
      const path = `/api/posts/${post.id}/comments`
      const { id } = await callApi<{ id: string }>(phone, 'POST', path, { text: 'Before' })
      await phone.goto(`/posts/${post.id}`)
      await waitForOutbox(phone)
      await phone.getByRole('button', { name: /^More options for .*comment/ }).click()
      await phone.getByRole('menuitem', { name: 'Edit' }).click()
      await phone.getByRole('textbox', { name: 'Edit your comment' }).fill('Written on the phone')
      await goOffline(phone)
      await phone.locator('form').getByRole('button', { name: 'Save', exact: true }).click()
      await phone.getByRole('article', { name: 'twins.edit: Written on the phone' }).waitFor()
      await callApi(laptop, 'PATCH', `/api/comments/${id}`, { text: 'Written on the laptop' })
      await restoreNetwork(phone)
      await phone.goto('/dashboard')
      await phone.getByText('Edit: Written on the phone').waitFor()
      await phone.getByText(/^Not sent\. It was changed somewhere else .* Copy your text/).waitFor()
      expect(await callApi(laptop, 'GET', `/api/comments/${id}`)).toMatchObject({ text: 'Written on the laptop' })
    },
  )

  journey('show the same unread count and badge after one device reads notifications', async ({ aMember, visit }) => {
    const { author, phone, laptop, id } = await twoDevices({ aMember, visit }, 'twins.read')
    const { id: own } = await createTestPost(phone, { caption: 'On the hill' })
    for (const page of [phone, laptop]) {
      // Replaces `setAppBadge`, because the browser's own function crashes the headless shell.
      await page.addInitScript('navigator.setAppBadge = async (count) => void (globalThis.badge = count)')
      const listening = page.waitForResponse('**/api/events?*')
      await page.goto('/dashboard')
      await listening
    }
    const counts = () =>
      Promise.all([phone, laptop].map(async (page) => [await page.evaluate('globalThis.badge'), await page.title()]))
    await createFollow(author.page, id)
    await callApi(author.page, 'PUT', `/api/posts/${own}/like`)
    await expect.poll(counts).toEqual([
      [2, '(2) Feed · Pawtrait'],
      [2, '(2) Feed · Pawtrait'],
    ])
    await phone.goto('/notifications')
    await phone.getByRole('button', { name: 'Mark all read' }).click()
    await expect.poll(counts).toEqual([
      [0, 'Notifications · Pawtrait'],
      [0, 'Feed · Pawtrait'],
    ])
  })
})
