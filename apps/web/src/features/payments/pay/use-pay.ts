import { getOrder, type Order, placeOrder, startAttempt } from '@pawtrait/contract/payments/payments.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  cacheOrder,
  endPurchase,
  getPurchaseKey,
  orderQuery,
  pendingOrderQuery,
} from '#features/payments/payment-cache.ts'
import { CallError, call } from '#lib/server/call.ts'

type Wanted = { method: 'mpesa'; phone: string } | { method: 'card' }

/** Returns whether the outcome of a request is unknown, because there was no response or a server error. */
export const isOutcomeUnknown = (error: unknown) =>
  !(error instanceof CallError) || error.code === 'offline' || error.code === 'internal'

const order = () => call(placeOrder, { body: { plan: 'premium' }, idempotencyKey: getPurchaseKey() })

/** Returns the order of the current purchase, or a new order when that one was cancelled or has expired. */
async function orderOnce(): Promise<Order> {
  const ordered = await order()
  if (ordered.state === 'open' || ordered.state === 'fulfilled') return ordered
  endPurchase()
  return order()
}

/**
 * Creates the order, unless it exists, and starts an attempt. An order that is paid or has a pending prompt is returned
 * without another attempt, also after a lost response.
 */
async function pay(wanted: Wanted): Promise<Order> {
  const ordered = await orderOnce()
  if (ordered.state === 'fulfilled') return ordered
  const params = { id: ordered.id }
  try {
    return await call(startAttempt, { params, body: wanted })
  } catch (error) {
    if (error instanceof CallError && error.code === 'conflict') return call(getOrder, { params })
    if (!isOutcomeUnknown(error)) throw error
    const now = await call(getOrder, { params }).catch(() => Promise.reject(error))
    // The order has no new attempt yet. The request may still arrive at the server, so the outcome is unknown.
    if (now.state === 'open' && now.attempt?.id === ordered.attempt?.id) throw error
    return now
  }
}

/** Mutation that starts a payment. */
export function usePay() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pay'],
    mutationFn: pay,
    onSuccess: (order) => {
      if (order.state !== 'open') endPurchase()
      const { queryKey } = orderQuery(order.id)
      // An attempt on screen already was read after its start, and may have ended before this response arrived.
      if (queries.getQueryData(queryKey)?.attempt?.id === order.attempt?.id)
        void queries.invalidateQueries({ queryKey })
      else cacheOrder(queries, order)
    },
    // The attempt may have started although the response was lost.
    onError: (error) => {
      if (isOutcomeUnknown(error)) void queries.invalidateQueries(pendingOrderQuery())
    },
  })
}
