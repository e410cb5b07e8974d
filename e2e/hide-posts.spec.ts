import { join } from 'node:path'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { connect } from '../apps/server/src/platform/database/db.ts'
import type { RunningApp } from './app.ts'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { buyPremium, createFollow, createTestPet, createTestPost, type Member } from './test-data.ts'

// Long timeout, because each test opens many lists one after the other.
vi.setConfig({ testTimeout: 240_000 })

const posts = (page: Page, id: string) => page.locator(`main a[href="/posts/${id}"]`)

/**
 * Returns which of feed, Explore and search show the post to the user of the page. The post’s caption starts with
 * `word`.
 */
async function placesOf(page: Page, id: string, word: string): Promise<string[]> {
  const places = { feed: '/dashboard', explore: '/dashboard/search', search: `/dashboard/search?q=${word}` }
  const found: string[] = []
  for (const [place, path] of Object.entries(places)) {
    await page.goto(path)
    // All posts of a list appear at the same time. So the test waits for any post or the empty state, and then counts.
    const any = page.locator('main a[href^="/posts/"]').or(page.getByText('Nothing found'))
    await any.first().waitFor({ state: 'attached' })
    if ((await posts(page, id).count()) > 0) found.push(place)
  }
  return found
}

/** Opens the hide dialog from the post menu. The post is the author’s first one in the feed that contains `words`. */
async function openHideDialog(page: Page, author: Member, words = '') {
  await page.goto('/dashboard')
  const theirs = page.getByRole('article', { name: `Post by ${author.username}` })
  const post = theirs.filter({ hasText: words }).first()
  await post.getByRole('button', { name: 'More options for this post' }).click()
  await page.getByRole('menuitem', { name: 'Hide posts' }).click()
  await page.getByRole('dialog', { name: `Hide posts from ${author.username}` }).waitFor()
}

const confirmHide = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Hide posts' }).click()

/** Ends Premium: moves the paid period 60 days into the past, beyond its grace period. */
async function endPremium({ dataDir }: RunningApp, { id }: Member) {
  const connection = findRunningEmbedded(join(dataDir, 'postgres'))?.('app')
  if (!connection) throw new Error('the app has no database')
  const database = connect(connection, { max: 1 })
  await database.rows(sql`
    update plan_periods set during = tstzrange(lower(during) - interval '60 days', upper(during) - interval '60 days'),
      anchor_at = anchor_at - interval '60 days' where user_id = ${id}`)
  await database.close()
}

const everywhere = ['feed', 'explore', 'search']

describe('hiding posts', () => {
  journey(
    'removes the posts of an author from feed, Explore and search, even after Premium ends',
    async ({ app, aMember }) => {
      const author = await aMember({ username: 'hidden.one' })
      const other = await aMember({ username: 'seen.one' })
      const reader = await aMember({ username: 'reader.hides' })
      const { page } = reader
      for (const member of [author, other]) await createFollow(page, member.id)
      const { id } = await createTestPost(author.page, { caption: 'Marigoldsky over the lake' })
      const { id: seen } = await createTestPost(other.page, { caption: 'Cobaltheron by the lake' })
      expect(await placesOf(page, id, 'marigoldsky')).toEqual(everywhere)

      await openHideDialog(page, author)
      await page.getByText('Hiding posts is part of the Premium Plan.').waitFor()
      await page.getByRole('link', { name: 'See Premium' }).waitFor()
      await buyPremium(page)

      await openHideDialog(page, author)
      await expectAccessibleScreen(page, 'hide')
      await confirmHide(page)
      // A toast closes after eight seconds, unless the pointer is over it.
      await page.getByText('Posts from hidden.one are hidden').hover()
      await expect.poll(() => posts(page, id).count()).toBe(0)
      await expect.poll(() => posts(page, seen).count()).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => posts(page, id).count()).toBeGreaterThan(0)

      await openHideDialog(page, author)
      await page.getByText('Until I change it').click()
      await confirmHide(page)
      await page.getByText('Posts from hidden.one are hidden').waitFor()
      expect(await placesOf(page, id, 'marigoldsky')).toEqual([])
      expect(await placesOf(page, seen, 'cobaltheron')).toEqual(everywhere)

      await endPremium(app, reader)
      expect(await placesOf(page, id, 'marigoldsky')).toEqual([])
      await openHideDialog(page, other)
      await page.getByText('Hiding posts is part of the Premium Plan.').waitFor()
      expect(await page.getByRole('dialog').getByRole('button', { name: 'Hide posts' }).count()).toBe(0)

      await page.goto('/settings/hidden')
      await page.getByText('Until you change it').waitFor()
      await page.getByRole('button', { name: 'Show again: @hidden.one' }).click()
      await page.getByText('You haven’t hidden anyone').waitFor()
      expect(await placesOf(page, id, 'marigoldsky')).toEqual(everywhere)
    },
  )

  journey('removes only the posts with one pet when the user selects that pet', async ({ aMember }) => {
    const author = await aMember({ username: 'two.pets' })
    const { page } = await aMember({ username: 'choosy' })
    const { id: pet } = await createTestPet(author.page, { name: 'Radar' })
    await createFollow(page, author.id)
    const { id: withPet } = await createTestPost(author.page, { caption: 'Goldenbirch with Radar', pets: [pet] })
    const { id: without } = await createTestPost(author.page, { caption: 'Silverbirch alone' })
    // Explore shows only the newest post of each author.
    expect(await placesOf(page, withPet, 'goldenbirch')).toEqual(['feed', 'search'])
    await buyPremium(page)
    await openHideDialog(page, author, 'Goldenbirch')
    await page.getByRole('checkbox', { name: /^Only posts with Radar/ }).check()
    await confirmHide(page)
    await page.getByText('Posts with Radar are hidden').waitFor()
    expect(await placesOf(page, withPet, 'goldenbirch')).toEqual([])
    expect(await placesOf(page, without, 'silverbirch')).toEqual(everywhere)
    await page.goto('/settings/hidden')
    await page.getByText('Radar').first().waitFor()
  })
})
