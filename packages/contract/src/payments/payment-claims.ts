import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { OrderId } from '../ids.ts'
import { Time } from '../lists.ts'

const MAX_TYPED_LENGTH = 40
const CODE = /^[A-Z0-9]{10}$/
const normalise = (typed: string) => typed.replaceAll(/\s/g, '').toUpperCase()

/**
 * M-PESA's transaction code, as in the message to the payer, such as `UJ22T8IYOU`. Spaces and lower case are accepted.
 */
export const MpesaCode = v.pipe(
  v.string(),
  v.maxLength(MAX_TYPED_LENGTH),
  v.transform(normalise),
  v.regex(CODE, 'An M-Pesa code has 10 letters and digits.'),
)

// Uses a regular expression instead of the schema `MpesaCode`, so that the browser need not load valibot.
/** Whether a typed text can be an M-PESA code. */
export const isMpesaCode = (typed: string): boolean => typed.length <= MAX_TYPED_LENGTH && CODE.test(normalise(typed))

/** A buyer's claim to have paid, with an M-PESA code. M-PESA received the money, but the order is still open. */
export const PaymentClaim = v.object({
  code: v.string(),
  /**
   * `checking`: M-PESA is being queried. `by-hand`: the operator checks the claim. `accepted`: the payment settled the
   * order.
   */
  state: v.picklist(['checking', 'by-hand', 'accepted', 'refused']),
  /**
   * Reason for refusal: M-PESA does not know the code, the code was used before, or the payment does not match the
   * order.
   */
  reason: v.nullable(v.picklist(['unknown-code', 'used', 'does-not-fit'])),
  at: Time,
})
export type PaymentClaim = v.InferOutput<typeof PaymentClaim>

const ofOrder = { path: '/api/orders/:id/claims', auth: 'user', params: { id: OrderId } } as const

/**
 * Claims a payment by its M-PESA code, if the server has not detected the payment. The event `order` announces the
 * result, and the list of claims contains it. A repeated call with the same code returns the existing claim. If that
 * claim was refused, the server checks it again.
 */
export const claimPayment = defineEndpoint({
  method: 'POST',
  ...ofOrder,
  summary: 'Submit the M-PESA code of a payment that was not detected',
  body: v.object({ code: MpesaCode }),
  output: PaymentClaim,
  status: 201,
})

/** Lists the claims for an order, newest first. At most ten. */
export const listPaymentClaims = defineEndpoint({
  method: 'GET',
  ...ofOrder,
  summary: 'List the M-PESA codes that the viewer submitted for an order, newest first; at most ten',
  output: v.object({ claims: v.array(PaymentClaim) }),
})
