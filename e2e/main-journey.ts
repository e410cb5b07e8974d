import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { awaitResponse } from './await-response.ts'
import { waitForLazyModules } from './built-file.ts'
import { photoThumbnail } from './draft-photos.ts'
import { createSignUpData, fillLogIn, fillSignUp } from './person.ts'
import { jpegFile, type Member } from './test-data.ts'
import { readTopWhenStill } from './wait-until-still.ts'

/**
 * Visits the main pages as a new user does, on a phone: sign-up, log-in, pet, photo, post, search, feed and Back,
 * comment, viewer, story, settings, Log Out. The new user follows `author`, so the feed shows the author's posts.
 */
export async function walkMainJourney(page: Page, author: Member, named: { fullname: string; username: string }) {
  const person = createSignUpData(named)
  await page.getByRole('link', { name: 'Register Now' }).click()
  await fillSignUp(page, person)
  await page.waitForURL('**/login**')
  await fillLogIn(page, person.username, person.zipcode)
  await page.waitForURL('**/dashboard')
  await addPet(page)
  await post(page, person.username)
  await searchAndFollow(page, author)
  await feedAndBack(page, author.username)
  await comment(page, author.username)
  await viewPhoto(page, author.username)
  await postStory(page)
  await changeSettings(page)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL(/\/$/)
  await page.getByRole('link', { name: 'Log In' }).first().waitFor()
}

async function addPet(page: Page) {
  await page.goto('/pets/new')
  // On a translated page, React renders the form again when it starts, and would clear earlier input.
  // input-before-load.spec.ts tests such input.
  await waitForLazyModules(page)
  await page.getByLabel('Name', { exact: true }).fill('Mango')
  await page.getByRole('radio', { name: 'Cat' }).check()
  await page.getByRole('button', { name: 'Create Mango’s page' }).click()
  await page.waitForURL(/\/pets\/(?!new)/)
  await page.getByRole('heading', { level: 1, name: 'Mango' }).waitFor()
}

async function post(page: Page, username: string) {
  await page.goto('/dashboard/create')
  await waitForLazyModules(page)
  await page.getByLabel('Choose photos').setInputFiles([await jpegFile()])
  await photoThumbnail(page, 1).waitFor()
  await page.getByLabel('Caption').fill('A long day')
  await page.getByRole('button', { name: 'Mango', exact: true }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/dashboard')
  await page
    .getByRole('article', { name: `Post by ${username}` })
    .getByText('A long day')
    .waitFor()
}

async function searchAndFollow(page: Page, { username }: Member) {
  await page.getByRole('link', { name: 'Search' }).first().click()
  await page.waitForURL('**/dashboard/search')
  await page.getByRole('combobox').fill(username)
  await page.getByRole('option', { name: new RegExp(`@${username}$`) }).click()
  await page.waitForURL(`**/@${username}`)
  await awaitResponse(page, 'PUT', /\/follow$/, () => page.getByRole('button', { name: /^Follow/ }).click())
  await page.getByRole('button', { name: /^Following/ }).waitFor()
}

const articlesOf = (page: Page, username: string) => page.getByRole('article', { name: `Post by ${username}` })

const openedPost = (page: Page) => page.getByRole('heading', { level: 1, name: 'Post' }).waitFor()

async function feedAndBack(page: Page, username: string) {
  await page.getByRole('link', { name: 'Feed', exact: true }).click()
  await page.waitForURL('**/dashboard')
  const date = articlesOf(page, username).filter({ hasText: 'Post 1' }).locator('a[href^="/posts/"]').first()
  // Scrolls the link to the middle of the screen, so that the click itself does not scroll.
  await date.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  const place = await readTopWhenStill(date)
  await date.click()
  await openedPost(page)
  await page.goBack()
  await expect.poll(async () => Math.abs((await readTopWhenStill(date)) - place)).toBeLessThan(2)
}

async function comment(page: Page, username: string) {
  await articlesOf(page, username).first().locator('a[href^="/posts/"]').first().click()
  await openedPost(page)
  await page.getByLabel('Add a comment').fill('The ears!')
  await page.getByLabel('Add a comment').press('Enter')
  await page.getByRole('article').getByText('The ears!').waitFor()
}

async function viewPhoto(page: Page, username: string) {
  await articlesOf(page, username).getByRole('button', { name: 'A dog in a garden' }).click()
  const viewer = page.getByRole('dialog', { name: 'Photos of this post' })
  await viewer.getByRole('button', { name: 'Close' }).click()
  await viewer.waitFor({ state: 'detached' })
}

async function postStory(page: Page) {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Your story/ }).click()
  await waitForLazyModules(page)
  await page.getByLabel('Choose a photo').setInputFiles(await jpegFile())
  await page.getByText('Uploading the photo').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await page.getByLabel('Caption').fill('Low tide')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Post story' }).click()
  await page.getByText('Story posted.', { exact: false }).waitFor()
}

async function changeSettings(page: Page) {
  await page.goto('/settings/appearance')
  await page.getByRole('radio', { name: 'Dark' }).check()
  const scheme = () => page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')
  await expect.poll(scheme).toContain('dark')
}
