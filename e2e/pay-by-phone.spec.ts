import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { enterPin, openPhone, paymentSheet, requestPhonePrompt } from './premium.ts'
import { callApi } from './test-data.ts'

/** A payment in the test, and its expected outcome. */
type PaymentCase = {
  /** Settings of the simulated phone, applied before the app sends the prompt. */
  given?: object
  /** Action that the test takes on the prompt. Undefined if the simulated phone answers automatically. */
  action?: { path: 'pin' | 'cancel'; fields?: object }
  /** Phone number for which the simulated phone answers automatically. */
  number?: string
  /** Expected message if the payment fails. Undefined if it succeeds. */
  failureText?: string
}

const rightPin = { path: 'pin', fields: { pin: '1234' } } as const
const wrongPin = { path: 'pin', fields: { pin: '9999' } } as const
const succeedsWith = (toggle: string): PaymentCase => ({ given: { toggles: { [toggle]: true } }, action: rightPin })

// Each row contains the payments of one buyer. A buyer has at most three, because the app allows a user three prompts
// in ten minutes.
const buyers: PaymentCase[][] = [
  [
    { action: { path: 'cancel' }, failureText: 'The prompt was cancelled on the phone' },
    { given: { pinTriesLeft: 1 }, action: wrongPin, failureText: 'is locked. Safaricom unlocks it' },
    succeedsWith('loseCallback'),
  ],
  [
    { given: { balance: 700 }, action: rightPin, failureText: 'There is not enough money in the M-Pesa of' },
    { given: { toggles: { phoneOff: true } }, failureText: 'We could not reach the phone' },
    succeedsWith('losePushAnswer'),
  ],
  [
    { given: { toggles: { otherSession: true } }, failureText: 'Another M-Pesa question is open on' },
    { number: '0700 000 017', failureText: 'M-Pesa refuses the same amount twice within two minutes.' },
    succeedsWith('late'),
  ],
  [succeedsWith('sendTwice'), succeedsWith('flakyQuery')],
]

// Without a callback, the app queries the result after 10, 20 and 30 s. The timeout is longer for a busy machine.
const RESULT_TIMEOUT_MS = 90_000

let phones = 0

async function payOnce({ given, action, number, failureText }: PaymentCase, page: Page) {
  phones += 1
  const typed = number ?? `0712 345 ${100 + phones}`
  const phone = `/test/phone/254${typed.slice(1).replaceAll(' ', '')}`
  if (given) await callApi(page, 'POST', `${phone}/settings`, given)
  await requestPhonePrompt(page, typed)
  if (action) await callApi(page, 'POST', `${phone}/${action.path}`, action.fields ?? {})
  if (failureText) await page.getByText(failureText).waitFor({ timeout: RESULT_TIMEOUT_MS })
  else await paymentSheet(page, 'Best in show').waitFor({ timeout: RESULT_TIMEOUT_MS })
}

async function payAll(cases: PaymentCase[], page: Page) {
  for (const paymentCase of cases) await payOnce(paymentCase, page)
  const { payments } = await callApi<{ payments: { state: string }[] }>(page, 'GET', '/api/payments')
  const paid = payments.filter(({ state }) => state === 'paid').length
  expect(paid).toBe(cases.filter(({ failureText }) => failureText === undefined).length)
}

const setDelays = (page: Page, delays: object) => callApi(page, 'POST', '/test/delays', delays)

describe('M-Pesa prompt', () => {
  journey(
    'leads to a payment, or shows the reason, for each fault of phone and network',
    async ({ aMember }) => {
      const people: { cases: PaymentCase[]; page: Page }[] = []
      for (const cases of buyers) people.push({ cases, page: (await aMember()).page })
      const [first] = people
      if (first) await setDelays(first.page, { late: 3_000, scripted: 200 })
      // The buyers pay concurrently, because their payments mostly wait.
      await Promise.all(people.map(({ cases, page }) => payAll(cases, page)))
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
    await paymentSheet(page, 'Best in show').waitFor({ timeout: RESULT_TIMEOUT_MS })
  })

  journey('shows a message when the buyer does not respond to the prompt', async ({ aMember }) => {
    const { page } = await aMember()
    await setDelays(page, { ignored: 1_000 })
    try {
      await requestPhonePrompt(page, '0712 345 672')
      await page
        .getByText('We could not reach the phone ending in 672, or nobody answered.')
        .waitFor({ timeout: RESULT_TIMEOUT_MS })
    } finally {
      await setDelays(page, { ignored: 60_000 }) // Restores the default, because other test files use this app.
    }
  })
})
