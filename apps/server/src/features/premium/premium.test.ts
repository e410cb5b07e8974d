import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import type { SignedInUser, Viewer } from '@pawtrait/contract/users.ts'
import { expect, it } from 'vitest'
import { day, hour, minute, oneMonthAfter, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, aSignUp } from '#testing/sign-in.ts'

const server = serverForFile()

const readStatus = async (user: TestUser) => (await server.call<PremiumStatus>(user, 'GET', '/api/premium')).body

it('GET /api/premium returns state "none" and the available plan to a user without Premium', async () => {
  const user = await aUser(server)
  expect(await readStatus(user)).toEqual({
    state: 'none',
    from: null,
    until: null,
    rightsUntil: null,
    plan: { code: 'premium', price: { amountMinor: 150_000, currency: 'KES' }, period: 'P1M' },
    mayBuy: true,
    nextUntil: oneMonthAfter(server.clock.now()).toISOString(),
    reminder: null,
    mailsOn: null,
  })
})

it('GET /api/premium returns the reminder "started" after each purchase until it is dismissed', async () => {
  const user = await aUser(server)
  await givenPremium(server, user)
  expect(await readStatus(user)).toMatchObject({ state: 'active', reminder: 'started' })
  expect((await server.call(user, 'DELETE', '/api/premium/reminder')).status).toBe(204)
  expect(await readStatus(user)).toMatchObject({ state: 'active', reminder: null })
  await givenPremium(server, user)
  expect(await readStatus(user)).toMatchObject({ reminder: 'started' })
})

it('GET /api/premium returns "grace" after Premium ends and "lapsed" after 72 hours (security check P10)', async () => {
  const user = await aUser(server)
  await givenPremium(server, user)
  const { until } = await readStatus(user)
  const setClock = (at: number) => server.clock.advance(at - server.clock.now().getTime())
  const end = Date.parse(until ?? '')
  // A session ends after 30 days without a request, but a month can have 31 days.
  setClock(end - 10 * day)
  expect((await readStatus(user)).state).toBe('active')
  setClock(end - second)
  expect((await readStatus(user)).state).toBe('active')
  setClock(end)
  expect(await readStatus(user)).toMatchObject({ state: 'grace', until })
  setClock(end + 72 * hour - second)
  expect((await readStatus(user)).state).toBe('grace')
  setClock(end + 72 * hour)
  expect(await readStatus(user)).toMatchObject({ state: 'lapsed', until })
  server.clock.advance(minute)
})

it('GET /api/premium returns `mayBuy: false` once twelve months are paid', async () => {
  const user = await aUser(server)
  for (let month = 1; month <= 12; month++) {
    expect((await readStatus(user)).mayBuy).toBe(true)
    await givenPremium(server, user)
  }
  expect(await readStatus(user)).toMatchObject({ state: 'active', mayBuy: false })
})

it('GET /api/premium and DELETE /api/premium/reminder return 401 to visitors', async () => {
  expect((await server.call(null, 'GET', '/api/premium')).status).toBe(401)
  expect((await server.call(null, 'DELETE', '/api/premium/reminder')).status).toBe(401)
})

/** Signs in. Returns status and plan from the sign-in, from the session and from a profile edit. */
async function readPlans(user: { username: string; zipcode: string }) {
  const browser = aBrowser(server)
  const credentials = { usernameOrEmail: user.username, zipcode: user.zipcode }
  const logIn = await browser.call<SignedInUser>('POST', '/users', credentials)
  const session = await browser.call<Viewer>('GET', '/api/session')
  const cookie = `pt_sid=${browser.jar.pt_sid}`
  const edit = await server.call<Viewer>({ cookie }, 'PATCH', '/api/profile', { bio: 'Two cats' })
  return [logIn, session, edit].map(({ status: code, body }) => [code, body.plan])
}
const repeatPlan = (plan: string) => Array.from({ length: 3 }, () => [200, plan])

it('sign-in, session and profile return plan "premium" from the payment to the end of the grace period', async () => {
  const [buyer, other] = [aSignUp(), aSignUp()]
  for (const form of [buyer, other]) expect((await aBrowser(server).call('POST', '/users', form)).status).toBe(201)
  expect(await readPlans(buyer)).toEqual(repeatPlan('free'))
  const { body } = await aBrowser(server).call<SignedInUser>('POST', '/users', {
    usernameOrEmail: buyer.username,
    zipcode: buyer.zipcode,
  })
  await givenPremium(server, body)
  expect(await readPlans(buyer)).toEqual(repeatPlan('premium'))
  expect(await readPlans(other)).toEqual(repeatPlan('free'))
  const end = oneMonthAfter(server.clock.now())
  server.clock.advance(end.getTime() + 72 * hour - second - server.clock.now().getTime())
  expect(await readPlans(buyer)).toEqual(repeatPlan('premium'))
  server.clock.advance(second)
  expect(await readPlans(buyer)).toEqual(repeatPlan('free'))
})
