import { testCredentials } from '@pawtrait/simulators/credentials.ts'
import { type Simulators, startSimulators } from '@pawtrait/simulators/start-simulators.ts'
import { makeCredentialFields } from '@pawtrait/simulators/testing/merchant.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { collectPageErrors, type Journey, journey } from './journey.ts'

// Tests the pages of the payment simulators without the app, so callbacks to the merchant’s URL fail.

let simulators: Simulators
beforeAll(async () => {
  // The long bank timeout keeps the payment open until a busy machine has queried its state.
  simulators = await startSimulators({ delays: { settle: 200, callback: 50, bankTimeout: 60_000 } })
})
afterAll(() => simulators.close())

const { daraja, paystack } = testCredentials
const returned = 'http://127.0.0.1:9/return'

/** Opens a page that can reach only the simulators. Records each request with its body. */
async function open(newContext: Journey['newContext'], url: string) {
  const context = await newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const faults = collectPageErrors(page)
  const requests: string[] = []
  await page.route('**/*', (route) => {
    const request = route.request()
    requests.push(`${request.url()} ${request.postData() ?? ''}`)
    if (request.url().startsWith(simulators.phoneUrl)) return route.continue()
    return route.fulfill({
      contentType: 'text/html',
      body: '<html lang="en"><title>shop</title>Back in the shop</html>',
    })
  })
  await page.goto(url)
  const close = async () => {
    await page.close()
    expect(faults).toEqual([])
  }
  return { page, requests, close }
}

async function push(number: string, account = 'PW7K3M2Q'): Promise<void> {
  const basic = Buffer.from(`${daraja.consumerKey}:${daraja.consumerSecret}`).toString('base64')
  const granted = await fetch(`${simulators.darajaUrl}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${basic}` },
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const answer = await fetch(`${simulators.darajaUrl}/mpesa/stkpush/v1/processrequest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...makeCredentialFields(new Date()),
      TransactionType: 'CustomerPayBillOnline',
      Amount: '1500',
      PartyA: number,
      PartyB: daraja.shortcode,
      PhoneNumber: number,
      CallBackURL: 'http://127.0.0.1:9/cb',
      AccountReference: account,
    }),
  })
  expect(answer.status).toBe(200)
}

let used = 0
async function checkout(): Promise<string> {
  used += 1
  const answer = await fetch(`${simulators.paystackUrl}/transaction/initialize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${paystack.secretKey}` },
    body: JSON.stringify({
      email: 'amina@example.com',
      amount: 150000,
      currency: 'KES',
      reference: `e2e-${used}`,
      callback_url: returned,
    }),
  })
  return ((await answer.json()) as { data: { authorization_url: string } }).data.authorization_url
}

async function statusOf(reference: string): Promise<string> {
  const headers = { authorization: `Bearer ${paystack.secretKey}` }
  const answer = await fetch(`${simulators.paystackUrl}/transaction/verify/${reference}`, { headers })
  return ((await answer.json()) as { data: { status: string } }).data.status
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

describe('test phone page', () => {
  journey('shows the prompt of the first push, and accepts the PIN by keyboard', async ({ newContext }) => {
    const { page, close } = await open(newContext, `${simulators.phoneUrl}/test/phone`)
    await page.getByText('Ask for a payment, and the question appears here.').waitFor()
    await expectAccessibleScreen(page, 'test-phone-idle')
    await push('254712345678')
    await page.getByText('Do you want to pay Ksh 1500 to PAWTRAIT, account PW7K3M2Q?').waitFor()
    await expectAccessibleScreen(page, 'test-phone')
    await page.getByLabel('Enter M-PESA PIN').focus()
    await page.keyboard.type('1234')
    await page.keyboard.press('Enter')
    await page.getByText(/^U\w{9} Confirmed\. KSH1500\.00 sent to PAWTRAIT/).waitFor()
    await expect.poll(() => page.getByLabel('M-Pesa balance').inputValue()).toBe('3,500')
    await expectAccessibleScreen(page, 'test-phone-sms')
    await close()
  })

  journey(
    'shows the prompt of the account in its URL, and asks for the number when the URL has no account',
    async ({ newContext }) => {
      await push('254712000123', 'PBUYER1')
      await push('254712000456', 'PBUYER2')
      for (const [account, number] of [
        ['PBUYER1', '254712000123'],
        ['PBUYER2', '254712000456'],
      ] as const) {
        const { page, close } = await open(newContext, `${simulators.phoneUrl}/test/phone?account=${account}`)
        await page.getByText(`Do you want to pay Ksh 1500 to PAWTRAIT, account ${account}?`).waitFor()
        await expect.poll(() => page.getByLabel('Phone number').inputValue()).toBe(number)
        await close()
      }
      const { page, close } = await open(newContext, `${simulators.phoneUrl}/test/phone`)
      await button(page, '254712000123').waitFor()
      await page.getByText('Several phones are in use. Choose yours below the number.').waitFor()
      expect(await page.getByText('Do you want to pay').count()).toBe(0)
      expect(await page.getByLabel('Phone number').inputValue()).toBe('')
      await expectAccessibleScreen(page, 'test-phone-several')
      await button(page, '254712000123').click()
      await page.getByText('account PBUYER1?').waitFor()
      await close()
    },
  )

  journey('responds to the keypad, Cancel, a wrong PIN, the switches and Reset', async ({ newContext }) => {
    const number = '254722000111'
    const { page, close } = await open(newContext, `${simulators.phoneUrl}/test/phone?number=0722000111`)
    await push(number)
    for (const key of ['1', '1', '2', 'Delete digit', '1', '1']) await button(page, key).click()
    await button(page, 'Send').click()
    await page.getByText('That was the wrong PIN. (2001)').waitFor()
    await page.getByText('2 left.').waitFor()
    await push(number)
    await button(page, 'Cancel').click()
    await page.getByText('You cancelled. Nothing was charged. (1032)').waitFor()
    const off = page.getByRole('switch', { name: 'Phone is off' })
    await off.focus()
    await page.keyboard.press('Space')
    await page.getByRole('switch', { name: 'Phone is off', checked: true }).waitFor()
    await page.getByText('The phone is off.').waitFor()
    await page.getByLabel('M-Pesa balance').fill('700')
    await page.keyboard.press('Enter')
    await expect.poll(() => viewOf(number)).toMatchObject({ balance: 700, toggles: { phoneOff: true } })
    await button(page, 'Reset phone').click()
    await expect
      .poll(() => viewOf(number))
      .toMatchObject({ balance: 5000, toggles: { phoneOff: false }, pinTriesLeft: 3 })
    await close()
  })
})

const viewOf = async (number: string) => (await fetch(`${simulators.phoneUrl}/test/phone/${number}`)).json()

describe('test card page', () => {
  journey('returns the expected status for each test card', async ({ newContext }) => {
    for (const [name, answers, status] of [
      [/4084 0840 8408 4081/, [], 'success'],
      [/5078 5078 5078 5078 12/, ['1111'], 'success'],
      [/5060 6666 6666 6666 666/, ['1234', '123456'], 'success'],
      [/4084 0800 0000 5408/, [], 'failed'],
      [/4084 0800 0067 0037/, [], 'failed'],
      [/5060 6600 0000 0064/, [], 'pending'],
    ] as const) {
      const { page, requests, close } = await open(newContext, await checkout())
      await button(page, name).click()
      await button(page, /^Pay KSH\. 1500/).click()
      for (const answer of answers) {
        await page.getByText(`The right one is ${answer}.`).waitFor()
        await page.locator('input:focus').waitFor()
        await page.keyboard.type(answer)
        await page.keyboard.press('Enter')
      }
      await page.getByText('Back in the shop').waitFor()
      expect(page.url()).toBe(`${returned}?trxref=e2e-${used}&reference=e2e-${used}`)
      expect(await statusOf(`e2e-${used}`)).toBe(status)
      expect(requests.filter((request) => /\d{12,}/.test(request.replaceAll(' ', '')))).toEqual([])
      await close()
    }
  })

  journey('refuses a typed card number and never sends it', async ({ newContext }) => {
    const { page, requests, close } = await open(newContext, await checkout())
    await expectAccessibleScreen(page, 'test-card')
    await page.getByLabel('Or type a number').fill('4111 1111 1111 1111')
    await page.getByText('Test page: do not type a real card. This number was not sent.').waitFor()
    await expectAccessibleScreen(page, 'test-card-refused')
    const before = requests.length
    await button(page, /^Pay KSH\. 1500/).click()
    await page.waitForTimeout(300)
    expect(requests.slice(before)).toEqual([])
    expect(requests.filter((request) => request.includes('4111'))).toEqual([])
    await page.getByLabel('Or type a number').fill('4084084084084081')
    await button(page, /^Pay KSH\. 1500/).click()
    await page.getByText('Back in the shop').waitFor()
    expect(requests.filter((request) => request.includes('408408'))).toEqual([])
    expect(await statusOf(`e2e-${used}`)).toBe('success')
    await close()
  })

  journey('returns to the shop with status "abandoned" on Cancel', async ({ newContext }) => {
    const { page, close } = await open(newContext, await checkout())
    await button(page, 'Cancel').click()
    await page.getByText('Back in the shop').waitFor()
    expect(await statusOf(`e2e-${used}`)).toBe('abandoned')
    await close()
  })
})
