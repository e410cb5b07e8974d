import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { enterPin, openPhone, paymentSheet, requestPhonePrompt } from './premium.ts'
import { callApi } from './test-data.ts'

/** A payment in the test, and its expected outcome. */
type Ending = {
  /** Settings of the simulated phone, applied before the app sends the prompt. */
  given?: object
  /** Action that the test takes on the prompt. Undefined if the simulated phone answers automatically. */
  act?: { path: 'pin' | 'cancel'; fields?: object }
  /** Phone number for which the simulated phone answers automatically. */
  number?: string
  /** Expected message if the payment fails. Undefined if it succeeds. */
  says?: string
}

const rightPin = { path: 'pin', fields: { pin: '1234' } } as const
const wrongPin = { path: 'pin', fields: { pin: '9999' } } as const
const paidWith = (toggle: string): Ending => ({ given: { toggles: { [toggle]: true } }, act: rightPin })

// Each row contains the payments of one buyer. A buyer has at most three, because the app allows a user three prompts
// in ten minutes.
const buyers: Ending[][] = [
  [
    { act: { path: 'cancel' }, says: 'The prompt was cancelled on the phone' },
    { given: { pinTriesLeft: 1 }, act: wrongPin, says: 'is locked. Safaricom unlocks it' },
    paidWith('loseCallback'),
  ],
  [
    { given: { balance: 700 }, act: rightPin, says: 'There is not enough money in the M-Pesa of' },
    { given: { toggles: { phoneOff: true } }, says: 'We could not reach the phone' },
    paidWith('losePushAnswer'),
  ],
  [
    { given: { toggles: { otherSession: true } }, says: 'Another M-Pesa question is open on' },
    { number: '0700 000 017', says: 'M-Pesa refuses the same amount twice within two minutes.' },
    paidWith('late'),
  ],
  [paidWith('sendTwice'), paidWith('flakyQuery')],
]

// Without a callback, the app queries the result after 10, 20 and 30 s. The timeout is longer for a busy machine.
const PATIENCE_MS = 90_000

let phones = 0

async function payTo({ given, act, number, says }: Ending, page: Page) {
  phones += 1
  const typed = number ?? `0712 345 ${100 + phones}`
  const phone = `/test/phone/254${typed.slice(1).replaceAll(' ', '')}`
  if (given) await callApi(page, 'POST', `${phone}/settings`, given)
  await requestPhonePrompt(page, typed)
  if (act) await callApi(page, 'POST', `${phone}/${act.path}`, act.fields ?? {})
  if (says) await page.getByText(says).waitFor({ timeout: PATIENCE_MS })
  else await paymentSheet(page, 'Best in show').waitFor({ timeout: PATIENCE_MS })
}

async function payAll(endings: Ending[], page: Page) {
  for (const ending of endings) await payTo(ending, page)
  const { payments } = await callApi<{ payments: { state: string }[] }>(page, 'GET', '/api/payments')
  const paid = payments.filter(({ state }) => state === 'paid').length
  expect(paid).toBe(endings.filter(({ says }) => says === undefined).length)
}

const setDelays = (page: Page, delays: object) => callApi(page, 'POST', '/test/delays', delays)

describe('M-Pesa prompt', () => {
  journey(
    'leads to a payment, or shows the reason, for each fault of phone and network',
    async ({ aMember }) => {
      const people: { endings: Ending[]; page: Page }[] = []
      for (const endings of buyers) people.push({ endings, page: (await aMember()).page })
      const [first] = people
      if (first) await setDelays(first.page, { late: 3_000, scripted: 200 })
      // The buyers pay concurrently, because their payments mostly wait.
      await Promise.all(people.map(({ endings, page }) => payAll(endings, page)))
    },
    240_000,
  )

  journey('charges nothing after a wrong PIN, and can be sent to another number immediately', async ({ aMember }) => {
    const { page } = await aMember({}, { size: 'desktop', theme: 'dark' })
    await requestPhonePrompt(page, '0712 345 670')
    await enterPin(await openPhone(page), '9999')
    await page.getByText('That was the wrong M-Pesa PIN.').waitFor()
    await expectAccessibleScreen(page, 'premium-ended')
    // A second prompt to the same phone must wait, even after a reload. A prompt to another phone need not wait.
    await page.reload()
    await page.getByRole('button', { name: /^Send again in/, disabled: true }).waitFor()
    await page.getByRole('button', { name: 'Use another number' }).click()
    await page.getByLabel('M-Pesa phone number').fill('0700 000 000')
    await page.getByRole('button', { name: 'Send the prompt' }).click()
    await paymentSheet(page, 'Best in show').waitFor({ timeout: PATIENCE_MS })
  })

  journey('shows a message when the buyer does not respond to the prompt', async ({ aMember }) => {
    const { page } = await aMember()
    await setDelays(page, { ignored: 1_000 })
    try {
      await requestPhonePrompt(page, '0712 345 672')
      await page
        .getByText('We could not reach the phone ending in 672, or nobody answered.')
        .waitFor({ timeout: PATIENCE_MS })
    } finally {
      await setDelays(page, { ignored: 60_000 }) // Restores the default, because other test files use this app.
    }
  })
})
