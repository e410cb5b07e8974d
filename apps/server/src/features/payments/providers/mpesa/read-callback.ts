import * as v from 'valibot'
import { parseJson } from '#features/payments/providers/parse-json.ts'

/** Known IP addresses of Safaricom's callbacks. Safaricom publishes no list. */
const safaricomAddresses: ReadonlySet<string> = new Set(
  [200, 206, 207, 208]
    .map((last) => `196.201.214.${last}`)
    .concat(['196.201.213.114', '196.201.213.44'])
    .concat([127, 138, 129, 136, 74, 69].map((last) => `196.201.212.${last}`)),
)

export const isSafaricomAddress = (ip: string) => safaricomAddresses.has(ip.replace(/^::ffff:/, ''))

// ResultCode is a number in callbacks and text in query responses. Future codes may not be numeric.
const Code = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

const Item = v.object({ Name: v.string(), Value: v.optional(v.nullable(v.union([v.string(), v.number()]))) })

const Callback = v.object({
  Body: v.object({
    stkCallback: v.object({
      MerchantRequestID: v.optional(v.string()),
      CheckoutRequestID: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
      ResultCode: Code,
      CallbackMetadata: v.optional(v.nullable(v.object({ Item: v.optional(v.array(Item), []) }))),
    }),
  }),
})

/** Content of an M-Pesa callback. It is unproven until a query confirms it. */
export type StkCallback = {
  checkoutRequestId: string
  merchantRequestId: string | null
  resultCode: string
  amountMinor: bigint | null
  receiptCode: string | null
}

/** Parses an amount in shillings (`1500`, `1500.00` or `"1500"`) to cents; returns null for any other value. */
export function shillingsToMinor(value: unknown): bigint | null {
  const text = String(value)
  const [, shillings, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return shillings === undefined ? null : BigInt(shillings) * 100n + BigInt(cents.padEnd(2, '0'))
}

/** Parses a callback; null if it is malformed. Finds items by name, because their order and number vary. */
export function readStkCallback(raw: Buffer): StkCallback | null {
  const parsed = v.safeParse(Callback, parseJson(raw))
  if (!parsed.success) return null
  const { CheckoutRequestID, MerchantRequestID, ResultCode, CallbackMetadata } = parsed.output.Body.stkCallback
  const item = (name: string) => CallbackMetadata?.Item.find(({ Name }) => Name === name)?.Value ?? null
  const receipt = item('MpesaReceiptNumber')
  return {
    checkoutRequestId: CheckoutRequestID,
    merchantRequestId: MerchantRequestID ?? null,
    resultCode: ResultCode,
    amountMinor: shillingsToMinor(item('Amount')),
    receiptCode: /^[A-Z0-9]{6,20}$/i.test(String(receipt)) ? String(receipt) : null,
  }
}
