import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { journeyInSeparateApp } from './journey.ts'
import { findCutOffText } from './large-text.ts'
import { findMisplacedControls } from './misplaced-controls.ts'
import { saveScreenshot } from './screenshots.ts'
import {
  callApi,
  createFollow,
  createPhoto,
  createTestPet,
  createTestPost,
  jpegFile,
  type Member,
} from './test-data.ts'
import { waitUntilDrawn } from './wait-until-still.ts'

// Starts a separate app, because these users would appear in searches of other tests.
const inOwnApp = journeyInSeparateApp()

vi.setConfig({ testTimeout: 180_000 })

// Names of the maximum length, one with a single word and one with several words.
const oneWord = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochian'.slice(0, 60)
const severalWords = 'Bartholomew Maximilian Featherstonehaugh Oluwaseun Wanjiru K'
const usernames = { author: 'bartholomew.featherstonehaugh1', reader: 'wanjiru.kamau.oluwaseun.otien1' }

const widths = [320, 390, 1440]

// Waits for entry animations, during which elements are transparent.
const entered = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < 5000).map(({ finished }) => finished)).then(() => {})`

/** Asserts at each width that nothing overflows the screen and no control is cut or covered. */
async function expectLayout(page: Page, name: string, at = widths) {
  for (const width of at) {
    await page.setViewportSize({ width, height: 844 })
    await waitUntilDrawn(page)
    await page.evaluate(entered)
    await saveScreenshot(page, `long-names-${name}-${width}`)
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect.soft(await page.evaluate(sideways), `${name} scrolls sideways at ${width}`).toBe(0)
    expect.soft(await findMisplacedControls(page), `${name} at ${width}`).toEqual([])
    expect.soft(await findCutOffText(page, { dotted: true }), `${name} cuts words at ${width}`).toEqual([])
  }
}

async function checkPage(page: Page, name: string, path: string, whole: string | RegExp) {
  await page.goto(path)
  await page.getByText(whole).filter({ visible: true }).first().waitFor()
  await expectLayout(page, name)
}

type World = { author: Member; reader: Member; post: string; slug: string; petId: string }

/** Creates two users and two pets with names of maximum length. The users follow each other, post, comment and like. */
async function createWorld(
  aMember: (named: { fullname: string; username: string }) => Promise<Member>,
): Promise<World> {
  const author = await aMember({ fullname: oneWord, username: usernames.author })
  const reader = await aMember({ fullname: severalWords, username: usernames.reader })
  const { id: petId, slug } = await createTestPet(author.page, { name: oneWord, breed: severalWords, species: 'cat' })
  const { id: other } = await createTestPet(author.page, { name: severalWords })
  const { today } = await callApi<{ today: string }>(author.page, 'GET', `/api/pets/${petId}`)
  await callApi(author.page, 'PATCH', `/api/pets/${petId}`, { birthday: `2020${today.slice(4)}` })
  await createFollow(reader.page, author.id)
  await createFollow(author.page, reader.id)
  await callApi(reader.page, 'PUT', `/api/pets/${petId}/follow`)
  const words = { caption: `With @${usernames.reader} #mud`, place: severalWords, pets: [petId, other] }
  const { id: post } = await createTestPost(author.page, words)
  const { id: photo } = await createPhoto(author.page)
  const story = await callApi<{ id: string }>(author.page, 'POST', '/api/stories', {
    photo,
    pets: [petId],
    caption: 'Out',
  })
  const isReady = async () =>
    (await callApi<{ isReady: boolean }>(author.page, 'GET', `/api/stories/${story.id}`)).isReady
  await expect.poll(isReady).toBe(true)
  const text = `Is that @${usernames.author}?`
  const comment = await callApi<{ id: string }>(reader.page, 'POST', `/api/posts/${post}/comments`, { text })
  await callApi(author.page, 'POST', `/api/posts/${post}/comments`, { text: 'It is', parentId: comment.id })
  await callApi(reader.page, 'PUT', `/api/posts/${post}/like`)
  return { author, reader, post, slug, petId }
}

const dialog = (page: Page) => page.locator('dialog:modal').last()
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
}

async function checkPosts({ reader: { page }, post }: World) {
  await checkPage(page, 'feed', '/dashboard', 'With')
  const card = page.getByRole('article', { name: `Post by ${usernames.author}` })
  await card.getByRole('button', { name: 'More options for this post' }).click()
  await page.getByRole('menu').waitFor()
  await expectLayout(page, 'post-menu')
  await page.getByRole('menuitem', { name: 'See likes' }).click()
  await dialog(page).getByText(severalWords).waitFor()
  await expectLayout(page, 'likers')
  await closeDialog(page)
  await page
    .getByRole('button', { name: `${oneWord} is six today` })
    .or(page.getByText(/ is \w+ today/))
    .first()
    .click()
  await page.getByRole('article', { name: /birthday/ }).waitFor()
  await expectLayout(page, 'feed-birthday')
  await checkPage(page, 'post', `/posts/${post}`, 'It is')
  await page.getByRole('button', { name: `Reply to ${usernames.author}` }).click()
  await page
    .getByRole('textbox')
    .last()
    .fill(`@${usernames.author.slice(0, 4)}`)
  await page.getByRole('option').first().waitFor()
  await expectLayout(page, 'post-replying')
}

async function checkProfile({ reader: { page } }: World) {
  await checkPage(page, 'profile', `/@${usernames.author}`, oneWord)
  const choose = async (item: RegExp) => {
    await page.getByRole('button', { name: `More about ${usernames.author}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  for (const [name, item] of [
    ['block', /^Block/],
    ['hide', /^Hide/],
    ['report', /^Report/],
  ] as const) {
    await choose(item)
    await dialog(page).waitFor()
    await expectLayout(page, `dialog-${name}`)
    await closeDialog(page)
  }
  await choose(/^Mute/)
  await page.getByText(`${usernames.author} is muted`).waitFor()
  await expectLayout(page, 'toast')
  await checkPage(page, 'muted', '/settings/muted', oneWord)
}

async function checkSharedPages({ reader: { page }, slug }: World) {
  await checkPage(page, 'pet', `/pets/${slug}`, oneWord)
  await checkPage(page, 'followers', `/@${usernames.author}/followers`, severalWords)
  await checkPage(page, 'explore', '/dashboard/search', 'Explore')
  await page.getByLabel('Search users, pets and tags').pressSequentially('bart')
  await page.getByRole('option').first().waitFor()
  await expectLayout(page, 'suggestions')
  await checkPage(page, 'search', '/dashboard/search?q=a', 'Users')
  await checkPage(page, 'species', '/explore/cats', 'Cats')
  // With reduced motion, a story does not advance by itself.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/dashboard')
  await page
    .getByRole('list', { name: 'Stories' })
    .getByRole('link', { name: new RegExp(usernames.author) })
    .click()
  await page.getByRole('dialog', { name: 'Stories' }).getByRole('link', { name: usernames.author }).waitFor()
  await expectLayout(page, 'story')
}

async function checkOwnPages({ author: { page }, slug }: World) {
  await checkPage(page, 'profile-own', '/dashboard/profile', severalWords)
  await checkPage(page, 'notifications', '/notifications', /mentioned you|commented on/)
  await checkPage(page, 'close-friends', '/settings/close-friends', severalWords)
  await checkPage(page, 'pet-people', `/pets/${slug}/people`, 'What each role can do')
  await checkPage(page, 'pet-edit', `/pets/${slug}/edit`, /^Delete/)
  await page.getByRole('button', { name: /^Delete / }).click()
  await dialog(page).waitFor()
  await expectLayout(page, 'pet-delete')
  await page.goto('/dashboard/create')
  await page.getByLabel('Choose photos').setInputFiles([await jpegFile()])
  await page.getByRole('button', { name: severalWords }).click()
  await expectLayout(page, 'create')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/stories/new')
  await page.getByLabel('Choose a photo').setInputFiles(await jpegFile())
  await page.getByRole('button', { name: 'Everyone, story details' }).click()
  await dialog(page).getByRole('button', { name: severalWords }).click()
  await expectLayout(page, 'story-details')
}

describe('names of maximum length', () => {
  inOwnApp('fit every screen at 320, 390 and 1440 px, without cut text or covered buttons', async ({ aMember }) => {
    const world = await createWorld(aMember)
    await checkPosts(world)
    await checkProfile(world)
    await checkSharedPages(world)
    await checkOwnPages(world)
  })
})
