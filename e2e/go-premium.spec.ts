import { describe, expect } from 'vitest'
import { startApp } from './app.ts'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { journey } from './journey.ts'
import { enterPin, openPhone, openPhoneInWindow, paymentSheet, planRegion, requestPhonePrompt } from './premium.ts'
import { callApi, signUpMember } from './test-data.ts'

describe('M-Pesa payment', () => {
  journey('survives a reload while pending, activates Premium and creates a receipt', async ({ aMember }) => {
    const { page } = await aMember({ username: 'buyer' })
    await requestPhonePrompt(page, '0712 345 678')
    await paymentSheet(page, 'Check the phone').waitFor()
    const phone = await openPhone(page)
    await expectAccessibleScreen(page, 'premium-waiting')
    // A reload shows the same prompt.
    await page.reload()
    await page.getByText('on the phone ending in 678 to approve').waitFor()
    await enterPin(phone, '1234')
    await paymentSheet(page, 'Best in show').waitFor()
    await page.getByText('+254 712 ••• 678').waitFor()
    await expectAccessibleScreen(page, 'premium-paid')
    await page.getByRole('link', { name: 'Open receipt' }).click()
    await page.getByRole('article', { name: 'Receipt TEST-' }).waitFor()
    await page.getByText('No money moved, and this is not a tax document.').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    await page.goto('/settings/payments')
    await page.getByRole('heading', { name: 'Premium is on' }).waitFor()
    await page.getByRole('link', { name: /^Receipt TEST-\d{6}$/ }).waitFor()
    await expectAccessibleScreen(page, 'payments')
  })

  journey(
    'shows "Payment received" on another page when the buyer closed the payment sheet before the payment',
    async ({ aMember, visit }) => {
      const { page } = await aMember({ username: 'closer' })
      await requestPhonePrompt(page, '0712 345 679')
      // Keeps the page in the foreground. In a background tab, a few clicks hit the old position of “Close”.
      const phone = await openPhoneInWindow(page, visit)
      await paymentSheet(page, 'Check the phone').getByText('Close', { exact: true }).click()
      await page.getByRole('link', { name: 'Search' }).last().click()
      await page.waitForURL('**/dashboard/search')
      await enterPin(phone, '1234')
      await page.getByText('Payment received. Premium is on until').waitFor()
    },
  )

  journey('shows a pending prompt on the Premium page instead of sending a second prompt', async ({ aMember }) => {
    const { page } = await aMember({ username: 'forgetful' })
    await requestPhonePrompt(page, '0712 345 680')
    await paymentSheet(page, 'Check the phone').waitFor()
    await page.goto('/dashboard/premium')
    await page.getByText('Waiting for the phone ending in 680').waitFor()
    await expectAccessibleScreen(page, 'premium-under-way')
    for (const name of ['Pay with M-Pesa', 'Pay with Credit Card', 'Show']) {
      await page.getByRole('button', { name }).click()
      await page.getByText('on the phone ending in 680 to approve').waitFor()
      await page.goto('/dashboard/premium')
    }
    const { numbers } = await callApi<{ numbers: string[] }>(page, 'GET', '/test/phones')
    expect(numbers.filter((number) => number.endsWith('680'))).toHaveLength(1)
  })

  journey('shows "Payment received" once on the next page if no page was open at payment', async ({ aMember, app }) => {
    const { page } = await aMember({ username: 'away' })
    await requestPhonePrompt(page, '0712 345 681')
    await paymentSheet(page, 'Check the phone').waitFor()
    await page.goto('about:blank')
    const answer = await page.request.post(`${app.origin}/test/phone/254712345681/pin`, {
      headers: { origin: app.origin },
      data: { pin: '1234' },
    })
    expect(answer.ok()).toBe(true)
    const status = async () => (await page.request.get(`${app.origin}/api/premium`)).json()
    await expect.poll(status).toMatchObject({ state: 'active', reminder: 'started' })
    await page.goto('/dashboard')
    await page.getByText('Payment received. Premium is on until').waitFor()
    await expect.poll(status).toMatchObject({ reminder: null })
    const statusRead = page.waitForResponse('**/api/premium')
    await page.reload()
    await page.getByRole('heading', { name: 'Feed' }).first().waitFor()
    // Wait for the status response and the lazily loaded modules. The message could appear a second time only after
    // both.
    await statusRead
    await waitForLazyModules(page)
    expect(await page.getByText('Payment received.').count()).toBe(0)
  })

  journey('remembers the phone number on this device until the user logs out', async ({ aMember, app }) => {
    const { page } = await aMember({ username: 'regular' })
    await requestPhonePrompt(page, '+254 712-345-682')
    await paymentSheet(page, 'Check the phone').waitFor()
    await callApi(page, 'POST', '/test/phone/254712345682/cancel', {})
    await paymentSheet(page, 'No money moved').waitFor()
    await page.goto('/dashboard/premium')
    await planRegion(page).getByRole('button', { name: 'Pay with M-Pesa' }).click()
    await page.getByLabel('M-Pesa phone number').waitFor()
    expect(await page.getByLabel('M-Pesa phone number').inputValue()).toBe('712 345 682')
    // The app does not send a second payment prompt to the same phone at once. It shows the reason and the waiting
    // time.
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByRole('button', { name: /^Send again in [01]:\d\d$/, disabled: true }).waitFor()
    await page.getByText('M-Pesa takes the same amount from the same phone only once in two minutes.').waitFor()
    await expectAccessibleScreen(page, 'premium-pause')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Log Out' }).first().click()
    await page.waitForURL(`${app.origin}/`)
    expect(await page.evaluate(() => localStorage.getItem('pay-phone'))).toBeNull()
  })
})

describe('Premium page with PAYMENTS=off', () => {
  journey('shows "Payments are not set up here." when a pay button is clicked', async ({ newContext }) => {
    const app = await startApp({ PAYMENTS: 'off' })
    const context = await newContext({ baseURL: app.origin })
    const page = await context.newPage()
    await page.goto('/login')
    await signUpMember(page, { username: 'payer' })
    await page.goto('/dashboard/premium')
    for (const name of ['Pay with M-Pesa', 'Pay with Credit Card']) {
      expect(await page.getByText('Payments are not set up here.').count()).toBe(0)
      await page.getByRole('button', { name }).click()
      await page.getByRole('alert').filter({ hasText: 'Payments are not set up here.' }).waitFor()
      await page.reload()
    }
    await app.stop()
  })
})
