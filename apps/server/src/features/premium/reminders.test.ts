import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import { expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, hour } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'
import { sendPlanEndReminders } from './plan-end-reminders.ts'

const server = serverForFile({ MAIL: 'dev' })

/** Runs the hourly job twice concurrently, as two processes may. */
async function sendReminders() {
  const run = () => sendPlanEndReminders(createContext(server.deps, systemCaller))
  await Promise.all([run(), run()])
  await server.runJobs()
}

const findLetters = ({ email }: TestUser) =>
  server.mailbox.messages.filter(({ to, subject }) => to === email && subject !== 'Premium is on')
const readStatus = async (user: TestUser) => (await server.call<PremiumStatus>(user, 'GET', '/api/premium')).body
const setClock = (at: number) => server.clock.advance(at - server.clock.now().getTime())

it('sendPlanEndReminders sends one reminder 7 days before, 1 day before, at and 72 hours after the end', async () => {
  const user = await aUser(server)
  await givenPremium(server, user)
  const end = Date.parse((await readStatus(user)).until ?? '')
  const history: [string | null, string[]][] = []
  for (const at of [end - 8 * day, end - 7 * day, end - 2 * day, end - day, end, end + 72 * hour, end + 80 * hour]) {
    setClock(at)
    await sendReminders()
    await sendReminders()
    const subjects = findLetters(user).map(({ subject }) => subject)
    history.push([(await readStatus(user)).reminder, subjects.toReversed()])
  }
  const [week, tomorrow, ended, off] = [
    'Premium ends in a week',
    'Premium ends within a day',
    'Premium has ended',
    'Premium is off',
  ]
  expect(history).toEqual([
    ['started', []],
    ['seven-days', [week]],
    ['seven-days', [week]],
    ['one-day', [week, tomorrow]],
    ['ended', [week, tomorrow, ended]],
    ['grace-ended', [week, tomorrow, ended, off]],
    ['grace-ended', [week, tomorrow, ended, off]],
  ])
  expect(findLetters(user)[0]?.text).toContain('It never renews by itself.')
  expect((await server.call(user, 'DELETE', '/api/premium/reminder')).status).toBe(204)
  expect((await readStatus(user)).reminder).toBeNull()
})

it('sendPlanEndReminders sends no more reminders once another month is paid', async () => {
  const user = await aUser(server)
  await givenPremium(server, user)
  const end = Date.parse((await readStatus(user)).until ?? '')
  setClock(end - 6 * day)
  await sendReminders()
  expect((await readStatus(user)).reminder).toBe('seven-days')
  await givenPremium(server, user)
  expect((await readStatus(user)).reminder).toBe('started')
  setClock(end)
  await sendReminders()
  expect(findLetters(user).map(({ subject }) => subject)).toEqual(['Premium ends in a week'])
})

it('sendPlanEndReminders mails the end time of the plan in the user’s time zone', async () => {
  const user = await aUser(server)
  await givenPremium(server, user)
  await server.call(user, 'PATCH', '/api/profile', { timeZone: 'America/Caracas' })
  const end = (await readStatus(user)).until ?? ''
  setClock(Date.parse(end) - day)
  await sendReminders()
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Caracas' })
  expect(findLetters(user)[0]?.text).toContain(` at ${clock.format(new Date(end))} GMT-4.`)
})

it('PUT /api/premium/mails stops reminder e-mails to one user, but not the reminders in the app', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  await givenPremium(server, user)
  await givenPremium(server, other)
  const end = Date.parse((await readStatus(user)).until ?? '')
  setClock(end - 7 * day)
  await sendReminders()
  const [letter] = findLetters(user)
  expect(letter?.text).toMatch(/Stop these emails: http\S+\/settings\/payments\n/)
  expect(letter?.html).toContain('/settings/payments"')
  const response = await server.call<PremiumStatus>(user, 'PUT', '/api/premium/mails', { on: false })
  expect(response.body.mailsOn).toBe(false)
  await server.call(user, 'PUT', '/api/premium/mails', { on: false })
  setClock(end - day)
  await sendReminders()
  expect(findLetters(user)).toHaveLength(1)
  expect(findLetters(other)).toHaveLength(2)
  expect((await readStatus(user)).reminder).toBe('one-day')
  expect((await server.call<PremiumStatus>(user, 'PUT', '/api/premium/mails', { on: true })).body.mailsOn).toBe(true)
  setClock(end)
  await sendReminders()
  expect(findLetters(user)).toHaveLength(2)
})

it('PUT /api/premium/mails returns 400 unless "on" is a boolean, and 401 to visitors', async () => {
  const user = await aUser(server)
  for (const body of [{}, { on: 'no' }])
    expect((await server.call(user, 'PUT', '/api/premium/mails', body)).status).toBe(400)
  expect((await server.call(null, 'PUT', '/api/premium/mails', { on: false })).status).toBe(401)
  expect((await readStatus(user)).mailsOn).toBe(true)
})
