import type { Hidden } from '@pawtrait/contract/blocks.ts'
import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { readPaymentCommand } from '#app/cli/payments.ts'
import { contextOf, system } from '#platform/context.ts'
import { hour, second } from '#testing/clock.ts'
import { lockWaits } from '#testing/database/database.ts'
import { aPet, aPost, aUser, givenFollow, type TestUser } from '#testing/given.ts'
import { shopForFile } from '#testing/shop.ts'

const shop = shopForFile()

const FREE = 3
beforeAll(() => void Object.assign(shop.server.deps.config, { feedDailyFree: FREE, feedDailyPremium: 6 }))

/** The operator's command, in the process, and what the app does about it. */
async function pawtrait(...words: string[]): Promise<string> {
  const command = readPaymentCommand(words)
  if (!command) return 'usage'
  const said = await command(contextOf(shop.server.deps, system)).catch((error: Error) => error.message)
  for (const ms of [0, 5 * second]) await shop.after(ms)
  return said
}

let phones = 5_000

/** Buys a month by phone; gives the receipt's number. */
async function buys(who: TestUser): Promise<string> {
  const [order, phone] = [await shop.order(who), `2547${++phones}7777`]
  await shop.push(who, order, phone)
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * second)
  return (await shop.read(who, order)).receipt ?? ''
}

/** A buyer who follows somebody with that many posts. */
async function aBuyer(posts: number) {
  const [who, author] = [await aUser(shop.server), await aUser(shop.server)]
  await givenFollow(shop.server, who, author)
  for (let post = 1; post <= posts; post++) await aPost(shop.server, author)
  return { who, author, receipt: await buys(who) }
}

const reads = async (who: TestUser, limit: number) =>
  (await shop.server.call<FeedPage>(who, 'GET', `/api/feed?limit=${limit}`)).body.posts.length
const hides = (who: TestUser, path: string, days: number | null = null) =>
  shop.server.call(who, 'PUT', `/api/${path}/hide`, { days })
const hidden = async (who: TestUser) =>
  (await shop.server.call<{ hidden: Hidden[] }>(who, 'GET', '/api/hides')).body.hidden.map((line) => line.type)
const standing = async (who: TestUser) => (await shop.server.call<PremiumStatus>(who, 'GET', '/api/premium')).body.state

const USED = 'It was used: more posts than the free ones were shown on 20'
const HID = 'It was used: posts were hidden on 20'

describe('a refund of a month', () => {
  it('in which no more than the free posts were shown goes back', async () => {
    const { who, receipt } = await aBuyer(FREE + 2)
    expect(await reads(who, FREE)).toBe(FREE)
    expect(await reads(who, FREE)).toBe(FREE)
    expect(await pawtrait('refund', receipt, 'asked')).toContain('goes back')
    expect(await standing(who)).toBe('none')
  })

  it('in which one more was shown does not, unless the operator insists', async () => {
    const { who, receipt } = await aBuyer(FREE + 2)
    expect(await reads(who, FREE + 1)).toBe(FREE + 1)
    const refused = await pawtrait('refund', receipt, 'asked')
    expect(refused).toContain(USED)
    expect(refused).toContain('--anyway')
    expect(await standing(who)).toBe('active')
    expect(await pawtrait('refund', receipt, 'asked', '--anyway')).toContain('goes back')
    expect(await standing(who)).toBe('none')
  })

  it('counts what was shown on a day that began before the purchase', async () => {
    const [who, author] = [await aUser(shop.server), await aUser(shop.server)]
    await givenFollow(shop.server, who, author)
    for (let post = 1; post <= FREE + 1; post++) await aPost(shop.server, author)
    expect(await reads(who, FREE)).toBe(FREE)
    const receipt = await buys(who)
    expect(await reads(who, FREE + 1)).toBe(FREE + 1)
    expect(await pawtrait('refund', receipt, 'asked')).toContain(USED)
  })

  it('is asked about its own use, not about that of the month before or after', async () => {
    const { who, receipt } = await aBuyer(FREE + 2)
    const behind = await buys(who)
    await reads(who, FREE + 1)
    expect(await pawtrait('refund', receipt, 'asked')).toContain(USED)
    expect(await pawtrait('refund', behind, 'asked')).toContain('goes back')
    expect(await standing(who)).toBe('active')
  })

  it('is noticed as used where Premium has no limit, too', async () => {
    const { config } = shop.server.deps
    Object.assign(config, { feedDailyPremium: null })
    const { who, receipt } = await aBuyer(FREE + 2)
    expect(await reads(who, FREE)).toBe(FREE)
    expect(await reads(who, FREE + 2)).toBe(FREE + 2)
    expect(await reads(who, FREE + 2)).toBe(FREE + 2)
    Object.assign(config, { feedDailyPremium: 6 })
    expect(await pawtrait('refund', receipt, 'asked')).toContain(USED)
  })

  it('with a hide added does not go back; taken back nevertheless, its hides end, and no others', async () => {
    const { who, author, receipt } = await aBuyer(0)
    const pet = await aPet(shop.server, [author])
    expect((await hides(who, `pets/${pet}`)).status).toBe(200)
    await shop.after(27 * 24 * hour)
    const later = await buys(who)
    await shop.after(10 * 24 * hour)
    // Changed in the second month, the first one's hide is still the first one's.
    await hides(who, `pets/${pet}`, 30)
    expect(await pawtrait('refund', later, 'asked')).toContain(HID)
    await hides(who, `users/${author.id}`)
    expect(await hidden(who)).toEqual(['user', 'pet'])
    expect(await pawtrait('refund', later, 'asked', '--anyway')).toContain('goes back')
    expect(await hidden(who)).toEqual(['pet'])
    expect(await pawtrait('refund', receipt, 'asked')).toContain('more than 14 days ago')
  })

  it('that ends while somebody hides leaves no hide behind', async () => {
    const { who, author } = await aBuyer(0)
    const { database } = shop.server.deps
    const { asked } = await database.transaction(async (db) => {
      await db.rows(sql`update plan_periods set state = 'closed', closed_at = now() where user_id = ${who.id}`)
      const hiding = hides(who, `users/${author.id}`)
      await expect.poll(() => lockWaits(shop.server)).toBe(1)
      return { asked: hiding }
    })
    expect(await asked).toMatchObject({ status: 403, body: { code: 'premium-required' } })
    expect(await hidden(who)).toEqual([])
  })
})
