import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCredentials } from '../credentials.ts'
import { type Merchant, startMerchant } from '../testing/merchant.ts'

const lines: string[] = []
let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant({ log: (line) => void lines.push(line) })
})
afterAll(() => merchant.close())

const deep = `${'['.repeat(500)}1${']'.repeat(500)}`
const bodies = [
  '',
  'null',
  '[]',
  '7',
  '"text"',
  '{',
  '{"a":1e999}',
  deep,
  `{"PhoneNumber":${deep},"amount":${deep},"transaction":{},"reference":[],"Amount":null,"metadata":7}`,
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  `{"email":"${'a'.repeat(100_000)}"}`,
  'a[b][c]=1&a=2&a[b]=3&[]=4&line_items[0]=5&__proto__[polluted]=1&line_items[__proto__][polluted]=1',
  '\u0000\uFFFF%%%',
]

const calls = () => {
  const { darajaUrl, paystackUrl, stripeUrl, phoneUrl } = merchant.simulators
  return [
    `${darajaUrl}/mpesa/stkpush/v1/processrequest`,
    `${darajaUrl}/mpesa/stkpushquery/v1/query`,
    `${darajaUrl}/mpesa/reversal/v1/request`,
    `${darajaUrl}/mpesa/transactionstatus/v1/query`,
    `${paystackUrl}/transaction/initialize`,
    `${paystackUrl}/refund`,
    `${stripeUrl}/v1/checkout/sessions`,
    `${stripeUrl}/v1/refunds`,
    `${phoneUrl}/test/phone/254712345678/pin`,
    `${phoneUrl}/test/phone/254712345678/settings`,
    `${phoneUrl}/test/phone/254712345678/next-result`,
    `${phoneUrl}/test/phone/%E0%A4%A/pin`,
  ]
}

describe('hostile request body', () => {
  it.each(bodies.map((body) => [body.slice(0, 40), body]))(
    '"%s" is refused without an error in the log',
    async (_, body) => {
      const accepted: string[] = []
      const keys = [testCredentials.paystack.secretKey, testCredentials.stripe.secretKey, await merchant.token()]
      for (const url of calls())
        for (const key of keys) {
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
          const { status } = await fetch(url, { method: 'POST', headers, body })
          // The settings route is an exception. It accepts a body without known fields and changes nothing.
          if (status < 400 && !url.endsWith('/settings')) accepted.push(`${status} ${url}`)
        }
      expect(accepted).toEqual([])
      expect(lines).toEqual([])
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    },
  )

  it('is refused with 413 when it is larger than a megabyte', async () => {
    const { status } = await merchant.call('/mpesa/stkpush/v1/processrequest', { a: 'a'.repeat(1_000_001) })
    expect(status).toBe(413)
  })
})
