import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { givenFollow, givenPet, givenPhoto, givenPost, jpegFile, send } from './given.ts'
import { journeyInOwnApp } from './journey.ts'
import { expectRoomForLargeText } from './large-text.ts'
import { openPhoto } from './photos-of-a-draft.ts'

// Search shows what others post.
const inOwnApp = journeyInOwnApp()

vi.setConfig({ testTimeout: 180_000 })

async function look(page: Page, name: string, path: string, whole: string) {
  await page.goto(path)
  await page.getByText(whole).filter({ visible: true }).first().waitFor()
  await expectRoomForLargeText(page, name)
}

describe('text at twice its size loses nothing on a phone', () => {
  inOwnApp('before logging in', async ({ visit }) => {
    const page = await visit('/')
    await look(page, 'landing', '/', 'Welcome to Pawtrait')
    await look(page, 'sign-up', '/signup', 'Create my account')
    await page.getByRole('button', { name: 'Create my account' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await expectRoomForLargeText(page, 'sign-up-errors')
    await look(page, 'log-in', '/login', 'Welcome back')
    await look(page, 'privacy', '/privacy', 'On this page')
    await look(page, 'photo-request', '/photo-request', 'See what became of it')
    await look(page, 'forgot', '/forgot', 'Use a recovery code')
    await look(page, 'safety', '/safety', 'On this page')
    await look(page, 'rules', '/rules', 'On this page')
    await look(page, 'transparency', '/transparency', 'How it is counted')
    await look(page, 'not-found', '/nothing', 'Page not found')
  })

  inOwnApp('one’s own pages', async ({ aMember, visit }) => {
    const { page } = await aMember({ fullname: 'Wanjiru Kamau-Oluwaseun', username: 'wanjiru.kamau_x' })
    const fan = await aMember({ fullname: 'Bartholomew Featherstone', username: 'bartholomew' })
    const { id: pet, slug } = await givenPet(page, { name: 'Chapati von Karura', bio: 'Long dog, longer opinions' })
    await givenPost(page, { caption: 'Sunday in the forest #karura', pets: [pet], place: 'Karura Forest' })
    await givenFollow(fan.page, (await aMember({ username: 'third' })).id)
    await look(page, 'profile', '/dashboard/profile', 'Chapati von Karura')
    await look(page, 'profile-edit', '/profile/edit', 'Save changes')
    await look(page, 'settings', '/settings', 'Appearance')
    await look(page, 'settings-security', '/settings/security', 'This device')
    await look(page, 'pet', `/pets/${slug}`, 'Long dog')
    await look(page, 'pet-edit', `/pets/${slug}/edit`, 'Delete Chapati')
    await look(page, 'pet-new', '/pets/new', 'Create page')
    await page.getByRole('button', { name: 'Create page' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await expectRoomForLargeText(page, 'pet-new-errors')
    await page.getByLabel('Name').fill('')
    await look(page, 'premium', '/dashboard/premium', 'Premium Plan')
    await look(page, 'search-explore', '/dashboard/search', 'Explore')
    await look(page, 'search-results', '/dashboard/search?q=chap', 'Pet:')
    await look(page, 'search-none', '/dashboard/search?q=zzzz', 'Nothing found')
    await look(page, 'following', '/@bartholomew/following', 'third')
    await look(fan.page, 'profile-other', '/@wanjiru.kamau_x', 'Chapati von Karura')
    await look(await visit('/@wanjiru.kamau_x'), 'visitor-profile', '/@wanjiru.kamau_x', 'Chapati von Karura')
    await look(await visit('/'), 'visitor-pet', `/pets/${slug}`, 'Long dog')
  })

  inOwnApp('what opens over a page', async ({ aMember }) => {
    const named = { fullname: 'Wanjiru Kamau-Oluwaseun', username: 'wanjiru.opens' }
    const { page } = await aMember(named)
    const { id: pet, slug } = await givenPet(page, { name: 'Chapati von Karura', species: 'cat' })
    const { id } = await givenPost(page, { caption: 'Sunday in the forest #karura', pets: [pet], place: 'Karura' })
    await send(page, 'PUT', `/api/posts/${id}/like`)
    await look(page, 'species', '/explore/cats', 'Cats')
    await look(page, 'pet-people', `/pets/${slug}/people`, 'What each may do')
    await page.goto('/dashboard/profile')
    await page.getByRole('tab', { name: 'Liked' }).click()
    await page.getByRole('tabpanel').getByRole('link').first().waitFor()
    await expectRoomForLargeText(page, 'liked')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'More options for this post' }).click()
    await page.getByRole('menu').waitFor()
    await expectRoomForLargeText(page, 'post-menu')
    await page.getByRole('menuitem', { name: 'See likes' }).click()
    await page.locator('dialog:modal').getByText('@wanjiru.opens').waitFor()
    await expectRoomForLargeText(page, 'likers')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'A dog in a garden' }).click()
    await page.getByRole('dialog', { name: 'Photos of this post' }).getByRole('button', { name: 'Close' }).waitFor()
    await expectRoomForLargeText(page, 'photo-viewer')
  })

  inOwnApp('a story, and what asks and adjusts', async ({ aMember }) => {
    // Without motion no story goes on by itself.
    const named = { fullname: 'Wanjiru Kamau-Oluwaseun', username: 'wanjiru.asks' }
    const { page, id: me } = await aMember(named, { reducedMotion: true })
    const fan = await aMember({ fullname: 'Bartholomew Featherstone', username: 'bart.fan' }, { reducedMotion: true })
    await givenFollow(fan.page, me)
    const { id: pet, slug } = await givenPet(page, { name: 'Chapati von Karura', species: 'cat' })
    const { id: photo } = await givenPhoto(page)
    await send(page, 'POST', '/api/stories', { photo, pets: [pet], caption: 'Out early' })
    const isThere = async () =>
      (await send<{ stories: { isReady: boolean }[] }>(page, 'GET', `/api/users/${me}/stories`)).stories[0]?.isReady
    await expect.poll(isThere).toBe(true)
    await page.goto(`/pets/${slug}/people`)
    await page.getByRole('button', { name: 'Invite someone' }).click()
    await page.locator('dialog:modal').waitFor()
    await expectRoomForLargeText(page, 'pet-invite')
    const openStory = async (of: Page, whose: RegExp) => {
      await of.goto('/dashboard')
      await of.getByRole('list', { name: 'Stories' }).getByRole('link', { name: whose }).click()
    }
    await openStory(page, /^Your story/)
    await page.getByRole('dialog', { name: 'Stories' }).getByText('Nobody has seen it yet').waitFor()
    await expectRoomForLargeText(page, 'story')
    await openStory(fan.page, /wanjiru\.asks/)
    await fan.page.getByRole('dialog', { name: 'Stories' }).getByPlaceholder(/./).waitFor()
    await expectRoomForLargeText(fan.page, 'story-of-another')
    await page.goto('/dashboard/create')
    await page.getByLabel('Choose photos').setInputFiles([await jpegFile()])
    await openPhoto(page, 1)
    await page.getByText('Adjust', { exact: true }).click()
    await page.getByRole('slider', { name: 'Straighten' }).waitFor()
    await page.getByText('Warm', { exact: true }).click()
    await expectRoomForLargeText(page, 'create-adjust')
  })
})
