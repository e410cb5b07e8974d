import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectGoodScreen } from './axe.ts'
import { type Member, send } from './given.ts'
import { journey } from './journey.ts'
import { askByPhone, enterPin, openPhone, sheet } from './premium.ts'

/** How one payment goes, and what its buyer reads at the end. */
type Ending = {
  name: string
  /** What is set on the phone before it is asked. */
  given?: object
  /** What its holder does with the prompt; nothing: it answers by itself. */
  act?: { path: 'pin' | 'cancel'; fields?: object }
  /** A number that answers by itself. */
  number?: string
  says: string
}

const rightPin = { path: 'pin', fields: { pin: '1234' } } as const
const wrongPin = { path: 'pin', fields: { pin: '9999' } } as const

const endings: Ending[] = [
  { name: 'cancelled', act: { path: 'cancel' }, says: 'The prompt was cancelled on the phone' },
  { name: 'the third wrong PIN', given: { pinTriesLeft: 1 }, act: wrongPin, says: 'is locked. Safaricom unlocks it' },
  { name: 'no money', given: { balance: 700 }, act: rightPin, says: 'There is not enough money in the M-Pesa of' },
  { name: 'phone off', given: { toggles: { phoneOff: true } }, says: 'We could not reach the phone' },
  { name: 'another session', given: { toggles: { otherSession: true } }, says: 'Another M-Pesa question is open on' },
  { name: 'too soon', number: '0700 000 017', says: 'M-Pesa refuses the same amount twice within two minutes.' },
  { name: 'a lost callback', given: { toggles: { loseCallback: true } }, act: rightPin, says: 'Premium is on until' },
  { name: 'a callback twice', given: { toggles: { sendTwice: true } }, act: rightPin, says: 'Premium is on until' },
  { name: 'a late callback', given: { toggles: { late: true } }, act: rightPin, says: 'Premium is on until' },
  { name: 'an odd query', given: { toggles: { flakyQuery: true } }, act: rightPin, says: 'Premium is on until' },
  { name: 'a lost answer', given: { toggles: { losePushAnswer: true } }, act: rightPin, says: 'Premium is on until' },
]

let phones = 0

async function payTo({ given, act, number, says, name }: Ending, { page }: Member) {
  phones += 1
  const typed = number ?? `0712 345 ${100 + phones}`
  const phone = `/test/phone/254${typed.slice(1).replaceAll(' ', '')}`
  if (given) await send(page, 'POST', `${phone}/settings`, given)
  await askByPhone(page, typed)
  const waits = page.getByRole('dialog', { name: /Check the phone|We are checking your payment|No money moved/ })
  await waits.waitFor()
  if (act) await send(page, 'POST', `${phone}/${act.path}`, act.fields ?? {})
  await page.getByText(says).first().waitFor({ timeout: 45_000 })
  const { payments } = await send<{ payments: object[] }>(page, 'GET', '/api/payments')
  expect([name, payments.length]).toEqual([name, says === 'Premium is on until' ? 1 : 0])
}

const setDelays = (page: Page, delays: object) => send(page, 'POST', '/test/delays', delays)

describe('the phone that is asked', () => {
  journey('ends each payment as it should, and says why, whatever goes wrong on the way', async ({ aMember }) => {
    const members: Member[] = []
    for (const _ of endings) members.push(await aMember())
    const [first] = members
    if (first) await setDelays(first.page, { late: 3_000, scripted: 200 })
    // Four at a time: the slow ones only wait.
    const waiting = endings.map((ending, at) => ({ ending, member: members[at] }))
    const next = async (): Promise<void> => {
      const one = waiting.shift()
      if (!one?.member) return
      await payTo(one.ending, one.member)
      return next()
    }
    await Promise.all([next(), next(), next(), next()])
  })

  journey('with a wrong PIN charges nothing; another number may be asked at once', async ({ aMember }) => {
    const { page } = await aMember({}, { size: 'desktop', theme: 'dark' })
    await askByPhone(page, '0712 345 670')
    await enterPin(await openPhone(page), '9999')
    await page.getByText('That was the wrong M-Pesa PIN.').waitFor()
    await expectGoodScreen(page, 'premium-ended')
    // The same phone has to wait, after a reload as well; another one has not.
    await page.reload()
    await page.getByRole('button', { name: /^Send again in/, disabled: true }).waitFor()
    await page.getByRole('button', { name: 'Use another number' }).click()
    await page.getByLabel('M-Pesa phone number').fill('0700 000 000')
    await page.getByRole('button', { name: 'Send the prompt' }).click()
    await sheet(page, 'Best in show').waitFor({ timeout: 20_000 })
  })

  journey('and ignored, gives up by itself', async ({ aMember }) => {
    const { page } = await aMember()
    await setDelays(page, { ignored: 1_000 })
    await askByPhone(page, '0712 345 672')
    await page.getByText('We could not reach the phone ending in 672, or nobody answered.').waitFor({ timeout: 20_000 })
    await setDelays(page, { ignored: 60_000 })
  })
})
