import type { PremiumStatus } from '@pawtrait/contract/premium.ts'
import { expect, it } from 'vitest'
import { contextOf, system } from '#platform/context.ts'
import { day, hour } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'
import { remindPlanEnds } from './remind-plan-ends.ts'

const server = serverForFile({ MAIL: 'dev' })

/** What the server does every hour, twice at once: two processes may. */
async function remind() {
  const run = () => remindPlanEnds(contextOf(server.deps, system))
  await Promise.all([run(), run()])
  await server.runJobs()
}

const letters = ({ email }: TestUser) =>
  server.mailbox.messages.filter(({ to, subject }) => to === email && subject !== 'Premium is on')
const status = async (who: TestUser) => (await server.call<PremiumStatus>(who, 'GET', '/api/premium')).body
const to = (at: number) => server.clock.advance(at - server.clock.now().getTime())

it('tells of the end a week and a day before, at it, and when the grace is over: each once', async () => {
  const user = await aUser(server)
  await givenPremium(server, user)
  const end = Date.parse((await status(user)).until ?? '')
  const told: [string | null, string[]][] = []
  for (const at of [end - 8 * day, end - 7 * day, end - 2 * day, end - day, end, end + 72 * hour, end + 80 * hour]) {
    to(at)
    await remind()
    await remind()
    const subjects = letters(user).map(({ subject }) => subject)
    told.push([(await status(user)).reminder, subjects.toReversed()])
  }
  const [week, tomorrow, ended, off] = [
    'Premium ends in a week',
    'Premium ends within a day',
    'Premium has ended',
    'Premium is off',
  ]
  expect(told).toEqual([
    ['started', []],
    ['seven-days', [week]],
    ['seven-days', [week]],
    ['one-day', [week, tomorrow]],
    ['ended', [week, tomorrow, ended]],
    ['grace-ended', [week, tomorrow, ended, off]],
    ['grace-ended', [week, tomorrow, ended, off]],
  ])
  expect(letters(user)[0]?.text).toContain('It never renews by itself.')
  expect((await server.call(user, 'DELETE', '/api/premium/reminder')).status).toBe(204)
  expect((await status(user)).reminder).toBeNull()
})

it('says nothing more once another month is paid', async () => {
  const user = await aUser(server)
  await givenPremium(server, user)
  const end = Date.parse((await status(user)).until ?? '')
  to(end - 6 * day)
  await remind()
  expect((await status(user)).reminder).toBe('seven-days')
  await givenPremium(server, user)
  expect((await status(user)).reminder).toBe('started')
  to(end)
  await remind()
  expect(letters(user).map(({ subject }) => subject)).toEqual(['Premium ends in a week'])
})

it('says when, to the minute, in the reader’s own zone', async () => {
  const user = await aUser(server)
  await givenPremium(server, user)
  await server.call(user, 'PATCH', '/api/profile', { timeZone: 'America/Caracas' })
  const end = (await status(user)).until ?? ''
  to(Date.parse(end) - day)
  await remind()
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Caracas' })
  expect(letters(user)[0]?.text).toContain(` at ${clock.format(new Date(end))} GMT-4.`)
})
