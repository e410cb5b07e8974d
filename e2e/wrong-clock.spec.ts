import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { enterPin, openPhone, paymentSheet, planRegion } from './premium.ts'
import { createTestPost } from './test-data.ts'

/** Returns a script that shifts the clock of a page by `minutes`. */
const skewClock = (minutes: number) => `{
  const Right = Date
  const now = () => Right.now() + ${minutes} * 60_000
  globalThis.Date = class extends Right {
    constructor(...given) { super(...(given.length > 0 ? given : [now()])) }
    static now = now
  }
}`

describe.for([10, -10])('device with a clock that is wrong by %i minutes', (minutes) => {
  journey('shows the time left for a prompt, and completes the payment', async ({ aMember }) => {
    const { page } = await aMember()
    await page.addInitScript(skewClock(minutes))
    await page.goto('/dashboard/premium')
    await planRegion(page).getByRole('button', { name: 'Pay with M-Pesa' }).click()
    await page.getByLabel('M-Pesa phone number').fill(minutes > 0 ? '0712 345 691' : '0712 345 692')
    await page.getByRole('button', { name: 'Send the prompt' }).click()
    await paymentSheet(page, 'Check the phone').waitFor()
    const timer = page.getByRole('timer')
    const secondsLeft = async () => {
      const [minute = 0, second = 0] = ((await timer.textContent()) ?? '').split(':').map(Number)
      return minute * 60 + second
    }
    await expect.poll(secondsLeft).toBeLessThan(58)
    expect(await secondsLeft()).toBeGreaterThan(20)
    expect(await page.getByText('M-Pesa has not answered').count()).toBe(0)
    await enterPin(await openPhone(page), '1234')
    await paymentSheet(page, 'Best in show').waitFor()
  })

  journey('shows a new post as new, and posts a comment', async ({ aMember }) => {
    const { page } = await aMember()
    await page.addInitScript(skewClock(minutes))
    const { id } = await createTestPost(page)
    await page.goto(`/posts/${id}`)
    const field = page.getByRole('textbox', { name: 'Add a comment' })
    await field.fill('What a dog')
    await field.press('Enter')
    const post = page.getByRole('article').first()
    await post.getByText('What a dog').waitFor()
    expect(await post.getByText(/just now|^now$/).count()).toBeGreaterThan(0)
    expect(await post.getByText(/10 min|in \d+/).count()).toBe(0)
  })
})
