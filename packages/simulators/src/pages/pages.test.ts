import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paystackCards, stripeCards } from '../checkout/cards.ts'
import { startSimulators } from '../start-simulators.ts'
import { type CardMerchant, startCardMerchant } from '../testing/card-merchant.ts'

let merchant: CardMerchant
beforeAll(async () => {
  merchant = await startCardMerchant()
})
afterAll(() => merchant.close())

let checkoutCount = 0
async function createCheckout(fields: Record<string, unknown> = {}): Promise<string> {
  checkoutCount += 1
  const { json } = await merchant.paystack('/transaction/initialize', {
    email: 'amina@example.com',
    amount: 150000,
    currency: 'KES',
    reference: `page-${checkoutCount}`,
    callback_url: 'http://127.0.0.1:3000/return',
    ...fields,
  })
  return (json.data as { authorization_url: string }).authorization_url
}
const get = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('simulator page', () => {
  it('shows "TEST MODE", and contains neither inline code nor external resources', async () => {
    for (const url of [`${merchant.simulators.phoneUrl}/test/phone`, await createCheckout()]) {
      const { status, headers, text } = await get(url)
      expect(status).toBe(200)
      expect(text).toContain('TEST MODE: no real money')
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
      expect(text.match(/(?:src|href)="(?!\/test\/assets\/)[^"]*"/g)).toBeNull()
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('links from the phone page back to the shop when a shop is configured', async () => {
    const shop = { name: 'Pawtrait', url: 'http://localhost:3000/dashboard/premium' }
    const withShop = await startSimulators({ shop })
    expect((await get(`${withShop.phoneUrl}/test/phone`)).text).toMatch(
      /<a [^>]*href="http:\/\/localhost:3000\/dashboard\/premium">Back to Pawtrait<\/a>/,
    )
    await withShop.close()
    expect((await get(`${merchant.simulators.phoneUrl}/test/phone`)).text).not.toContain('Back to')
  })

  it('refers only to assets that exist', async () => {
    const { phoneUrl } = merchant.simulators
    const pages = [await get(`${phoneUrl}/test/phone`), await get(await createCheckout())]
      .map(({ text }) => text)
      .join()
    const styles = await get(`${phoneUrl}/test/assets/test.css`)
    const assetPaths = new Set(`${pages}${styles.text}`.match(/\/test\/assets\/[\w.-]+/g))
    expect(assetPaths.size).toBe(8)
    for (const path of assetPaths) expect([path, (await get(phoneUrl + path)).status]).toEqual([path, 200])
    expect((await get(`${phoneUrl}/test/assets/pages.ts`)).status).toBe(404)
  })

  it('escapes text from the merchant and from the query string', async () => {
    const fields = [{ display_name: 'Order', variable_name: 'order', value: '<img src=x onerror=alert(1)>' }]
    const { text } = await get(await createCheckout({ metadata: { custom_fields: fields } }))
    expect(text).not.toContain('<img')
    expect(text).toContain('&#60;img src=x')
    for (const name of ['number', 'account']) {
      const page = await get(`${merchant.simulators.phoneUrl}/test/phone?${name}="><script>alert(1)</script>`)
      expect(page.text).not.toContain('<script>alert')
    }
    const phone = await get(`${merchant.simulators.phoneUrl}/test/phone?number="><script>alert(1)</script>`)
    expect(phone.text).not.toContain('<script>')
  })

  it('shows the price and the test cards of a checkout until it is paid', async () => {
    const url = await createCheckout()
    const { text } = await get(url)
    expect(text).toContain('KSH. 1500')
    for (const { id } of paystackCards) expect(text).toContain(`data-card="${id}"`)
    await merchant.page(url.split('/').at(-1), 'pay', { card: 'success' })
    const paid = await get(url)
    expect(paid.text).toContain('This payment is over')
    expect(paid.text).not.toContain('data-card')
  })

  it('returns 404 for an unknown checkout', async () => {
    expect((await get(`${merchant.simulators.phoneUrl}/test/checkout/unknown`)).status).toBe(404)
    expect(await merchant.page('unknown', 'pay', { card: 'success' })).toMatchObject({ status: 404 })
  })
})

it('every test card has a unique number with a valid check digit', () => {
  const numbers = [...paystackCards, ...stripeCards].map(({ number }) => number)
  expect(new Set(numbers).size).toBe(10)
  expect(numbers.filter((number) => !isLuhn(number))).toEqual([])
})

describe('control API of the phone', () => {
  it('refuses text/plain bodies with 400, because a form of another site could send them', async () => {
    const url = `${merchant.simulators.phoneUrl}/test/phone/254712345678/reset`
    const form = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })
    expect(form.status).toBe(400)
  })

  it('accepts a phone number in any notation, and returns 404 for an invalid number', async () => {
    const { phoneUrl } = merchant.simulators
    for (const notation of ['0712345678', '+254 712-345-678', '712345678'])
      expect(JSON.parse((await get(`${phoneUrl}/test/phone/${encodeURIComponent(notation)}`)).text)).toMatchObject({
        number: '254712345678',
      })
    expect((await get(`${phoneUrl}/test/phone/12345`)).status).toBe(404)
  })

  it('responds to a long poll as soon as the state changes', async () => {
    const { phoneUrl } = merchant.simulators
    const { version } = JSON.parse((await get(`${phoneUrl}/test/phone/254712345678`)).text)
    const waiting = get(`${phoneUrl}/test/phone/254712345678?after=${version}`)
    const first = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 100, 'still waiting'))])
    expect(first).toBe('still waiting')
    await fetch(`${phoneUrl}/test/phone/254712345678/settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"balance":7000}',
    })
    expect(JSON.parse((await waiting).text)).toMatchObject({ balance: 7000 })
  })
})

function isLuhn(number: string): boolean {
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
