import type { HiddenItem } from '@pawtrait/contract/blocks.ts'
import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { parsePaymentCommand } from '#app/cli/payments.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { hour, second } from '#testing/clock.ts'
import { countLockWaits } from '#testing/database/database.ts'
import { aPet, aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'

const shop = paymentServerForFile()

const FREE_POSTS = 3
beforeAll(() => void Object.assign(shop.server.deps.config, { feedDailyFree: FREE_POSTS, feedDailyPremium: 6 }))

/**
 * Runs a `pawtrait` payment command in the test process. Then runs due jobs, advances the clock by 5 s, and runs due
 * jobs again.
 */
async function pawtrait(...args: string[]): Promise<string> {
  const command = parsePaymentCommand(args)
  if (!command) return 'usage'
  const output = await command(createContext(shop.server.deps, systemCaller)).catch((error: Error) => error.message)
  for (const ms of [0, 5 * second]) await shop.after(ms)
  return output
}

let phones = 5_000

/** Buys a month of Premium with M-Pesa. Returns the receipt number. */
async function buyMonth(user: TestUser): Promise<string> {
  const [order, phone] = [await shop.order(user), `2547${++phones}7777`]
  await shop.push(user, order, phone)
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * second)
  return (await shop.read(user, order)).receipt ?? ''
}

/** Creates a buyer who follows an author with this number of posts. */
async function aBuyer(posts: number) {
  const [user, author] = [await aUser(shop.server), await aUser(shop.server)]
  await givenFollow(shop.server, user, author)
  for (let post = 1; post <= posts; post++) await aPost(shop.server, author)
  return { user, author, receipt: await buyMonth(user) }
}

const readFeed = async (user: TestUser, limit: number) =>
  (await shop.server.call<FeedPage>(user, 'GET', `/api/feed?limit=${limit}`)).body.posts.length
const hide = (user: TestUser, path: string, days: number | null = null) =>
  shop.server.call(user, 'PUT', `/api/${path}/hide`, { days })
const listHidden = async (user: TestUser) =>
  (await shop.server.call<{ hidden: HiddenItem[] }>(user, 'GET', '/api/hides')).body.hidden.map((line) => line.type)
const readPremiumState = async (user: TestUser) =>
  (await shop.server.call<PremiumStatus>(user, 'GET', '/api/premium')).body.state

const FEED_REASON = 'Premium was used: it showed more posts than the free limit on 20'
const HIDE_REASON = 'Premium was used: it hid posts on 20'

describe('`pawtrait refund` of a Premium month', () => {
  it('succeeds when the buyer saw no more posts than the free allowance', async () => {
    const { user, receipt } = await aBuyer(FREE_POSTS + 2)
    expect(await readFeed(user, FREE_POSTS)).toBe(FREE_POSTS)
    expect(await readFeed(user, FREE_POSTS)).toBe(FREE_POSTS)
    expect(await pawtrait('refund', receipt, 'asked')).toContain('The app refunds')
    expect(await readPremiumState(user)).toBe('none')
  })

  it('is refused when the buyer saw more posts than the free allowance, unless --anyway is given', async () => {
    const { user, receipt } = await aBuyer(FREE_POSTS + 2)
    expect(await readFeed(user, FREE_POSTS + 1)).toBe(FREE_POSTS + 1)
    const refused = await pawtrait('refund', receipt, 'asked')
    expect(refused).toContain(FEED_REASON)
    expect(refused).toContain('--anyway')
    expect(await readPremiumState(user)).toBe('active')
    expect(await pawtrait('refund', receipt, 'asked', '--anyway')).toContain('The app refunds')
    expect(await readPremiumState(user)).toBe('none')
  })

  it('counts posts seen on the day of the purchase, including those seen before the purchase', async () => {
    const [user, author] = [await aUser(shop.server), await aUser(shop.server)]
    await givenFollow(shop.server, user, author)
    for (let post = 1; post <= FREE_POSTS + 1; post++) await aPost(shop.server, author)
    expect(await readFeed(user, FREE_POSTS)).toBe(FREE_POSTS)
    const receipt = await buyMonth(user)
    expect(await readFeed(user, FREE_POSTS + 1)).toBe(FREE_POSTS + 1)
    expect(await pawtrait('refund', receipt, 'asked')).toContain(FEED_REASON)
  })

  it('counts only posts seen in the refunded month', async () => {
    const { user, receipt } = await aBuyer(FREE_POSTS + 2)
    const nextReceipt = await buyMonth(user)
    await readFeed(user, FREE_POSTS + 1)
    expect(await pawtrait('refund', receipt, 'asked')).toContain(FEED_REASON)
    expect(await pawtrait('refund', nextReceipt, 'asked')).toContain('The app refunds')
    expect(await readPremiumState(user)).toBe('active')
  })

  it('is refused if the buyer saw more posts than the free allowance while Premium had no daily limit', async () => {
    const { config } = shop.server.deps
    Object.assign(config, { feedDailyPremium: null })
    const { user, receipt } = await aBuyer(FREE_POSTS + 2)
    expect(await readFeed(user, FREE_POSTS)).toBe(FREE_POSTS)
    expect(await readFeed(user, FREE_POSTS + 2)).toBe(FREE_POSTS + 2)
    expect(await readFeed(user, FREE_POSTS + 2)).toBe(FREE_POSTS + 2)
    Object.assign(config, { feedDailyPremium: 6 })
    expect(await pawtrait('refund', receipt, 'asked')).toContain(FEED_REASON)
  })

  it('is refused if the buyer hid a user or pet in that month; --anyway refunds and undoes the hide', async () => {
    const { user, author, receipt } = await aBuyer(0)
    const pet = await aPet(shop.server, [author])
    expect((await hide(user, `pets/${pet}`)).status).toBe(200)
    await shop.after(27 * 24 * hour)
    const later = await buyMonth(user)
    await shop.after(10 * 24 * hour)
    // The user changes the hide of the pet. It still belongs to the first month, but the change counts as use of the
    // second month.
    await hide(user, `pets/${pet}`, 30)
    expect(await pawtrait('refund', later, 'asked')).toContain(HIDE_REASON)
    await hide(user, `users/${author.id}`)
    expect(await listHidden(user)).toEqual(['user', 'pet'])
    expect(await pawtrait('refund', later, 'asked', '--anyway')).toContain('The app refunds')
    expect(await listHidden(user)).toEqual(['pet'])
    expect(await pawtrait('refund', receipt, 'asked')).toContain('more than 14 days old')
  })

  it('ends Premium before a concurrent hide of a user, and the hide is refused with 403', async () => {
    const { user, author } = await aBuyer(0)
    const { database } = shop.server.deps
    const { request } = await database.transaction(async (db) => {
      await db.rows(sql`update plan_periods set state = 'closed', closed_at = now() where user_id = ${user.id}`)
      const hideRequest = hide(user, `users/${author.id}`)
      await expect.poll(() => countLockWaits(shop.server)).toBe(1)
      return { request: hideRequest }
    })
    expect(await request).toMatchObject({ status: 403, body: { code: 'premium-required' } })
    expect(await listHidden(user)).toEqual([])
  })
})
