import { getOrder, type Order, placeOrder, startAttempt } from '@pawtrait/contract/payments/payments.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endPurchase, keepOrder, purchaseKey, waitingQuery } from '#features/payments/payment-cache.ts'
import { CallError, call } from '#lib/server/call.ts'

type Wanted = { method: 'mpesa'; phone: string } | { method: 'card' }

/** Returns whether the outcome of a call is unknown: no response, or a server error. */
export const isLost = (error: unknown) =>
  !(error instanceof CallError) || error.code === 'offline' || error.code === 'internal'

const order = () => call(placeOrder, { body: { plan: 'premium' }, idempotencyKey: purchaseKey() })

/** Returns the current purchase: the order of an earlier press, unless it was cancelled or has expired. */
async function orderOnce(): Promise<Order> {
  const ordered = await order()
  if (ordered.state === 'open' || ordered.state === 'fulfilled') return ordered
  endPurchase()
  return order()
}

/**
 * Places the order and starts a try. If the order is already paid or has a pending prompt, returns it as it is,
 * including after a lost response.
 */
async function pay(wanted: Wanted): Promise<Order> {
  const ordered = await orderOnce()
  if (ordered.state === 'fulfilled') return ordered
  const params = { id: ordered.id }
  try {
    return await call(startAttempt, { params, body: wanted })
  } catch (error) {
    if (error instanceof CallError && error.code === 'conflict') return call(getOrder, { params })
    if (!isLost(error)) throw error
    const now = await call(getOrder, { params }).catch(() => Promise.reject(error))
    // No new try is visible. It may still be on its way to the server, so the outcome is unknown.
    if (now.state === 'open' && now.attempt?.id === ordered.attempt?.id) throw error
    return now
  }
}

/** Starts a payment. Ignores a press while one is starting. */
export function usePay() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pay'],
    mutationFn: pay,
    onSuccess: (order) => {
      if (order.state !== 'open') endPurchase()
      keepOrder(queries, order)
    },
    // The try may have started nevertheless.
    onError: (error) => {
      if (isLost(error)) void queries.invalidateQueries(waitingQuery())
    },
  })
}
