import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { OrderId } from '../ids.ts'
import { Time } from '../lists.ts'

const LONGEST_TYPED = 40
const CODE = /^[A-Z0-9]{10}$/
const tidy = (typed: string) => typed.replaceAll(/\s/g, '').toUpperCase()

/** M-PESA's code as it stands in the payer's message: `UJ22T8IYOU`. Spaces and small letters are taken as well. */
export const ReceiptCode = v.pipe(
  v.string(),
  v.maxLength(LONGEST_TYPED),
  v.transform(tidy),
  v.regex(CODE, 'That is no M-PESA code. It has ten letters and digits.'),
)

// Asked of the pattern: the browser would load the schema library for this alone.
/** Whether what somebody typed can be a code of M-PESA's. */
export const isReceiptCode = (typed: string): boolean => typed.length <= LONGEST_TYPED && CODE.test(tidy(typed))

/** "I paid, code UJ22T8IYOU": a buyer says that M-PESA took the money of an order that still waits. */
export const PaymentClaim = v.object({
  code: v.string(),
  /** `checking`: M-PESA is being asked. `by-hand`: a person looks at it. `accepted`: it has paid the order. */
  state: v.picklist(['checking', 'by-hand', 'accepted', 'refused']),
  /** Why it was refused: M-PESA knows no such code, it has paid something else, or it paid nothing like this order. */
  reason: v.nullable(v.picklist(['unknown-code', 'used', 'does-not-fit'])),
  at: Time,
})
export type PaymentClaim = v.InferOutput<typeof PaymentClaim>

const ofOrder = { path: '/api/orders/:id/claims', auth: 'user', params: { id: OrderId } } as const

/**
 * Tells the code of a payment by M-PESA that nobody has noticed. The answer comes as the event `order`, and by reading
 * the claims. The same code again gives the claim that stands; a refused one is looked at again.
 */
export const claimPayment = endpoint({
  method: 'POST',
  ...ofOrder,
  summary: 'Tell the M-PESA code of a payment that was not noticed',
  body: v.object({ code: ReceiptCode }),
  output: PaymentClaim,
  status: 201,
})

/** Newest first, at most ten. */
export const listClaims = endpoint({
  method: 'GET',
  ...ofOrder,
  summary: 'The M-PESA codes I told for an order',
  output: v.object({ claims: v.array(PaymentClaim) }),
})
