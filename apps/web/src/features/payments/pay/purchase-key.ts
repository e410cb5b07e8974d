import { newKey } from '#lib/call.ts'

let key: string | null = null

/**
 * The idempotency key of the purchase under way, one from its first press until it is known to be paid or over: a
 * prompt whose answer was lost may have been paid meanwhile, and another press must not buy another month.
 */
export const purchaseKey = (): string => (key ??= newKey())

/** What is bought from now on is another purchase. */
export function endPurchase() {
  key = null
}
