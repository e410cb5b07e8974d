import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { OrderId } from '../ids.ts'
import { Time } from '../lists.ts'

const LONGEST_TYPED = 40
const CODE = /^[A-Z0-9]{10}$/
const tidy = (typed: string) => typed.replaceAll(/\s/g, '').toUpperCase()

/** M-PESA's transaction code as in the payer's message, `UJ22T8IYOU`. Accepts spaces and lower case. */
export const ReceiptCode = v.pipe(
  v.string(),
  v.maxLength(LONGEST_TYPED),
  v.transform(tidy),
  v.regex(CODE, 'An M-Pesa code has 10 letters and digits.'),
)

// Uses the pattern instead of `ReceiptCode`, so that the browser need not load valibot for it.
/** Tells whether a typed text can be an M-PESA code. */
export const isReceiptCode = (typed: string): boolean => typed.length <= LONGEST_TYPED && CODE.test(tidy(typed))

/** A buyer's claim, "I paid, code UJ22T8IYOU": M-PESA took the money, but the order is still open. */
export const PaymentClaim = v.object({
  code: v.string(),
  /** `checking`: M-PESA is being queried. `by-hand`: a person checks it. `accepted`: the payment settled the order. */
  state: v.picklist(['checking', 'by-hand', 'accepted', 'refused']),
  /** Reason for refusal: M-PESA does not know the code, the code was used before, or its payment does not match. */
  reason: v.nullable(v.picklist(['unknown-code', 'used', 'does-not-fit'])),
  at: Time,
})
export type PaymentClaim = v.InferOutput<typeof PaymentClaim>

const ofOrder = { path: '/api/orders/:id/claims', auth: 'user', params: { id: OrderId } } as const

/**
 * Claims a payment that we have not noticed, by its M-PESA code. The result arrives as the event `order` and in the
 * list of claims. The same code again returns the existing claim; a refused claim is checked again.
 */
export const claimPayment = defineEndpoint({
  method: 'POST',
  ...ofOrder,
  summary: 'Tell the M-PESA code of a payment that was not noticed',
  body: v.object({ code: ReceiptCode }),
  output: PaymentClaim,
  status: 201,
})

/** Lists the claims for an order, newest first, at most ten. */
export const listClaims = defineEndpoint({
  method: 'GET',
  ...ofOrder,
  summary: 'The M-PESA codes I told for an order',
  output: v.object({ claims: v.array(PaymentClaim) }),
})
