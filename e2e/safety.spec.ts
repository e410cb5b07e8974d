import { join } from 'node:path'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { connect } from '../apps/server/src/platform/database/db.ts'
import type { RunningApp } from './app.ts'
import { awaitResponse } from './await-response.ts'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { callApi, createFollow, createPhoto, createTestPet, createTestPost, type Member } from './test-data.ts'

// Long timeout, because each test opens pages of two users and checks each screen in two themes and sizes.
vi.setConfig({ testTimeout: 240_000 })

const dialog = (page: Page) => page.locator('dialog:modal')
const postBy = ({ username }: Pick<Member, 'username'>) => ({ name: `Post by ${username}` })
const postLinks = (page: Page, id: string) => page.locator(`main a[href="/posts/${id}"]`)

/** Opens the menu of the author’s first post in the feed and chooses an item. */
async function choosePostMenuItem(page: Page, author: Member, choice: RegExp) {
  await page.goto('/dashboard')
  const post = page.getByRole('article', postBy(author)).first()
  await post.getByRole('button', { name: 'More options for this post' }).click()
  await page.getByRole('menuitem', { name: choice }).click()
  await dialog(page).waitFor()
}

/** Asserts that the path shows "Page not found". */
async function expectGone(page: Page, path: string) {
  await page.goto(path)
  await page.getByText('Page not found').waitFor()
}

/** Script that returns the play state of the story’s progress bar, found by its animation of 6 s. */
const barState = `document.getAnimations().find(({ effect }) => effect.getTiming().duration === 6000)?.playState`

type StoredReport = { reason: string; note: string; by: string; words: string }

/** Returns the stored reports on a post, comment or story. */
async function reportsOf({ dataDir }: RunningApp, id: string): Promise<StoredReport[]> {
  const connection = findRunningEmbedded(join(dataDir, 'postgres'))?.('app')
  if (!connection) throw new Error('the app has no database')
  const database = connect(connection, { max: 1 })
  try {
    return await database.rows<StoredReport>(sql`
      select reason, note, reporter_id as by, words from reports where coalesce(post_id, comment_id, story_id) = ${id}`)
  } finally {
    await database.close()
  }
}

describe('block', () => {
  journey('hides both users from each other immediately until it is undone', async ({ aMember }) => {
    const anna = await aMember({ username: 'anna.b' })
    const musa = await aMember({ username: 'musa.b' })
    await createFollow(anna.page, musa.id)
    await createFollow(musa.page, anna.id)
    const { id: hers } = await createTestPost(anna.page, { caption: 'Quietmorning at the lake' })
    const { id: his } = await createTestPost(musa.page, { caption: 'Loudevening in town' })
    await callApi(musa.page, 'POST', `/api/posts/${hers}/comments`, { text: 'The sea had it coming' })
    // The blocked user has already opened the post when the block starts.
    await musa.page.goto('/dashboard')
    await postLinks(musa.page, hers).first().waitFor()

    await choosePostMenuItem(anna.page, musa, /^Block/)
    await expectAccessibleScreen(anna.page, 'dialog-block')
    await dialog(anna.page).getByRole('button', { name: 'Block', exact: true }).click()
    await anna.page.getByText('musa.b is blocked').waitFor()
    await expect.poll(() => postLinks(anna.page, his).count()).toBe(0)
    await expect.poll(() => anna.page.getByText('The sea had it coming').count()).toBe(0)

    await anna.page.goto('/@musa.b')
    await anna.page.getByRole('heading', { name: /^You blocked/ }).waitFor()
    await expectAccessibleScreen(anna.page, 'blocked-profile')
    await expectGone(musa.page, '/@anna.b')
    await expectGone(musa.page, `/posts/${hers}`)
    await musa.page.goto('/dashboard')
    await postLinks(musa.page, his).first().waitFor()
    expect(await postLinks(musa.page, hers).count()).toBe(0)
    await musa.page.goto('/dashboard/search?q=anna.b')
    await musa.page.getByText('Nothing found').waitFor()

    await anna.page.goto('/settings/blocked')
    await expectAccessibleScreen(anna.page, 'blocked')
    await anna.page.getByRole('button', { name: 'Unblock musa.b' }).click()
    await anna.page.getByText('Unblocked. You no longer follow each other.').waitFor()
    await musa.page.goto('/@anna.b')
    await musa.page.getByRole('button', { name: 'Follow anna.b' }).waitFor()
  })

  journey('can be undone on the page of the blocked user after Back', async ({ aMember }) => {
    const { id } = await aMember({ username: 'jamal.p' })
    const { page } = await aMember({ username: 'nia.p' })
    await callApi(page, 'PUT', `/api/users/${id}/block`)
    await page.goto('/@jamal.p')
    await page.getByText('Unblock to see this profile.').waitFor()
    await page.getByRole('link', { name: 'Feed', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await page.goBack()
    await page.getByRole('button', { name: 'Unblock' }).click()
    await page.getByRole('button', { name: 'Follow jamal.p' }).waitFor()
    await expect.poll(() => page.getByText('Unblock to see this profile.').count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'Follow jamal.p' }).waitFor()
  })

  journey('opens the feed with an Undo button when started on the page of the blocked user', async ({ aMember }) => {
    const zuri = await aMember({ username: 'zuri.w' })
    const { page } = await aMember({ username: 'watcher.w' })
    await createTestPost(zuri.page, { caption: 'A wall of hers' })
    await page.goto('/@zuri.w')
    await page.getByRole('button', { name: 'More about zuri.w' }).click()
    await page.getByRole('menuitem', { name: /^Block/ }).click()
    await dialog(page).getByRole('button', { name: 'Block', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('zuri.w is unblocked').waitFor()
    await page.goto('/@zuri.w')
    await page.getByText('Zuri', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Follow zuri.w' }).waitFor()
  })
})

journey('a report stores its reason, its note and the text of the post at that time', async ({ app, aMember }) => {
  const author = await aMember({ username: 'seller.r' })
  const reader = await aMember({ username: 'reader.r' })
  await createFollow(reader.page, author.id)
  const { id } = await createTestPost(author.page, { caption: 'Puppies, cheap' })
  const { page } = reader
  await choosePostMenuItem(page, author, /^Report/)
  await expectAccessibleScreen(page, 'dialog-report')
  await dialog(page).getByText('Selling animals or a scam').click()
  await dialog(page).getByLabel('What should we look at?', { exact: false }).fill('They ask for money first.')
  await dialog(page).getByRole('button', { name: 'Send report' }).click()
  await page.getByText('Thank you for telling us').waitFor()
  await expectAccessibleScreen(page, 'report-sent')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await callApi(author.page, 'PATCH', `/api/posts/${id}`, { caption: 'Nothing to see' })
  expect(await reportsOf(app, id)).toEqual([
    { reason: 'selling', note: 'They ask for money first.', by: reader.id, words: expect.stringContaining('cheap') },
  ])
})

journey('a comment can be reported, and its author can be blocked afterwards', async ({ app, aMember }) => {
  const author = await aMember({ username: 'author.m' })
  const { page } = await aMember({ username: 'reader.m' })
  const { id } = await createTestPost(author.page, { caption: 'Something to talk about' })
  const comment = await callApi<{ id: string }>(author.page, 'POST', `/api/posts/${id}/comments`, {
    text: 'You are a fool',
  })
  await page.goto(`/posts/${id}`)
  await page.getByRole('button', { name: 'More options for author.m’s comment' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await page.getByText('Why are you reporting this comment?').waitFor()
  await dialog(page).getByText('Someone is being bullied or threatened').click()
  await dialog(page).getByRole('button', { name: 'Send report' }).click()
  await page.getByText('Thank you for telling us').waitFor()
  expect(await reportsOf(app, comment.id)).toMatchObject([{ reason: 'harassment', note: '', words: 'You are a fool' }])
  // The comment's author is also the post's author, so a block hides both post and comment.
  await dialog(page).getByRole('button', { name: 'Block author.m' }).click()
  await dialog(page).getByRole('button', { name: 'Block', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await expectGone(page, `/posts/${id}`)
})

journey('a story pauses during a report, and its author can be blocked afterwards', async ({ app, aMember }) => {
  const author = await aMember({ username: 'author.s' })
  // With reduced motion, the story does not advance, however slow the test is.
  const { page } = await aMember({ username: 'watcher.s' }, { reducedMotion: true })
  await createFollow(page, author.id)
  const { id: photo } = await createPhoto(author.page)
  const story = { photo, alt: 'A dog for sale', caption: 'Cheap, today only' }
  const { id } = await callApi<{ id: string }>(author.page, 'POST', '/api/stories', story)
  const isReady = async () => (await callApi<{ isReady: boolean }>(author.page, 'GET', `/api/stories/${id}`)).isReady
  await expect.poll(isReady).toBe(true)
  // Wait until the page has told the server that the story was viewed. By then, the story is on screen.
  const seen = page.waitForResponse((answer) => answer.url().endsWith(`/api/stories/${id}/view`))
  await page.goto(`/stories/${id}`)
  await seen
  await page.getByRole('button', { name: 'Report this story of author.s' }).click()
  const question = page.getByRole('dialog', { name: 'Why are you reporting this story?' })
  await question.waitFor()
  // Without reduced motion, a story advances by itself. It must pause while a dialog is open.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.locator('button[aria-label="Pause"]').waitFor({ state: 'attached' })
  expect(await page.evaluate(barState)).toBe('paused')
  await question.getByText('Selling animals or a scam').click()
  await question.getByRole('button', { name: 'Send report' }).click()
  await page.getByText('Thank you for telling us').waitFor()
  expect(await reportsOf(app, id)).toMatchObject([{ reason: 'selling' }])
  await page.getByRole('button', { name: 'Block author.s' }).click()
  await page
    .getByRole('dialog', { name: 'Block author.s?' })
    .getByRole('button', { name: 'Block', exact: true })
    .click()
  await page.getByText('author.s is blocked').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.goto('/@author.s')
  await page.getByRole('heading', { name: /^You blocked/ }).waitFor()
})

journey('a private account shows its posts only to accepted followers', async ({ aMember }) => {
  const owner = await aMember({ username: 'private.p' })
  const fan = await aMember({ username: 'fan.p' })
  const { id } = await createTestPost(owner.page, { caption: 'Only for some' })
  await owner.page.goto('/settings/privacy')
  await owner.page.getByText('Approve followers').click()
  await owner.page.getByText('Only followers you accept', { exact: false }).waitFor()
  await owner.page.evaluate('scrollTo(0, 0)')
  await expectAccessibleScreen(owner.page, 'settings-private')
  const isPrivate = async () =>
    (await callApi<{ isPrivate: boolean }>(owner.page, 'GET', '/api/profile/privacy')).isPrivate
  await expect.poll(isPrivate).toBe(true)

  await fan.page.goto('/@private.p')
  await fan.page.getByText('This account is private').waitFor()
  await expectAccessibleScreen(fan.page, 'wall-private')
  await awaitResponse(fan.page, 'PUT', /follow$/, () =>
    fan.page.getByRole('button', { name: 'Follow private.p' }).click(),
  )
  await fan.page.getByRole('button', { name: 'Requested to follow private.p. Press to cancel.' }).waitFor()
  await fan.page.getByText('Request sent.', { exact: false }).waitFor()
  await fan.page.goto('/settings/requests')
  await fan.page.getByRole('button', { name: 'Cancel request to private.p' }).waitFor()

  await owner.page.goto('/settings/requests')
  await owner.page.getByRole('button', { name: 'Accept fan.p' }).waitFor()
  await expectAccessibleScreen(owner.page, 'requests')
  await owner.page.getByRole('button', { name: 'Accept fan.p' }).click()
  await owner.page.getByText('fan.p follows you now').waitFor()

  await fan.page.goto('/@private.p')
  await postLinks(fan.page, id).first().waitFor()
  await owner.page.goto('/@private.p/followers')
  await owner.page.getByRole('button', { name: 'Remove fan.p from your followers' }).click()
  await expectAccessibleScreen(owner.page, 'follower-remove')
  await dialog(owner.page).getByRole('button', { name: 'Remove' }).click()
  await owner.page.getByText('fan.p does not follow you any more').waitFor()
  await fan.page.goto('/@private.p')
  await fan.page.getByText('This account is private').waitFor()
})

journey('a post for close friends is hidden from other followers', async ({ aMember }) => {
  const owner = await aMember({ username: 'owner.c' })
  const friend = await aMember({ username: 'friend.c' })
  const other = await aMember({ username: 'other.c' })
  for (const { page } of [friend, other]) await createFollow(page, owner.id)
  await owner.page.goto('/settings/close-friends')
  await owner.page.getByRole('checkbox', { name: /@friend\.c$/ }).check()
  await owner.page.getByText('1 close friend', { exact: true }).waitFor()
  await expectAccessibleScreen(owner.page, 'close-friends')
  await expect
    .poll(async () => (await callApi<{ count: number }>(owner.page, 'GET', '/api/close-friends')).count)
    .toBe(1)
  const { id } = await createTestPost(owner.page, { caption: 'For the few', audience: 'close-friends' })
  await friend.page.goto('/dashboard')
  await postLinks(friend.page, id).first().waitFor()
  await other.page.goto('/@owner.c')
  await other.page.getByText('No posts yet').waitFor()
  expect(await postLinks(other.page, id).count()).toBe(0)
})

journey(
  'an animal filter removes posts from feed, search and tag page, but a link still opens such a post',
  async ({ aMember }) => {
    const keeper = await aMember({ username: 'keeper.f' })
    const { page } = await aMember({ username: 'afraid.f' })
    const { id: pet } = await createTestPet(keeper.page, { name: 'Noodle', species: 'reptile', breed: 'Corn snake' })
    await createFollow(page, keeper.id)
    const { id } = await createTestPost(keeper.page, { caption: 'Cornflowerblue #slither', pets: [pet] })
    const { id: harmless } = await createTestPost(keeper.page, { caption: 'Cornflowerblue #slither without' })
    const lists = ['/dashboard', '/dashboard/search?q=cornflowerblue', '/tags/slither']
    const seen = async () => {
      const found: string[] = []
      for (const path of lists) {
        await page.goto(path)
        await postLinks(page, harmless).first().waitFor()
        if ((await postLinks(page, id).count()) > 0) found.push(path)
      }
      return found
    }
    expect(await seen()).toEqual(lists)
    await page.goto('/settings/animals')
    await page.getByRole('textbox').fill('snake')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Remove snake' }).waitFor()
    await page.getByText('1 animal or word hidden').waitFor()
    await expectAccessibleScreen(page, 'animals')
    await expect
      .poll(async () => (await callApi<{ words: string[] }>(page, 'GET', '/api/species-filter')).words)
      .toEqual(['snake'])
    expect(await seen()).toEqual([])
    // Lists do not show the excluded post, but its URL still opens it.
    await page.goto(`/posts/${id}`)
    await page.getByText('Cornflowerblue').first().waitFor()
  },
)
