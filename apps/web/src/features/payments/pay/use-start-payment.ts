import { getOrder, type Order, placeOrder, startPaymentAttempt } from '@pawtrait/contract/payments/payments.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  cacheOrder,
  endPurchase,
  getPurchaseKey,
  orderQuery,
  pendingOrderQuery,
} from '#features/payments/payment-cache.ts'
import { CallError, call } from '#lib/server/call.ts'

type PaymentChoice = { method: 'mpesa'; phone: string } | { method: 'card' }

/** Returns whether the outcome is unknown after an error, because the response was lost or the server failed. */
export const isOutcomeUnknown = (error: unknown) =>
  !(error instanceof CallError) || error.code === 'offline' || error.code === 'internal'

const placePremiumOrder = () => call(placeOrder, { body: { plan: 'premium' }, idempotencyKey: getPurchaseKey() })

/** Returns the order of the current purchase. If it was cancelled or has expired, creates a new order. */
async function getCurrentOrder(): Promise<Order> {
  const ordered = await placePremiumOrder()
  if (ordered.state === 'open' || ordered.state === 'fulfilled') return ordered
  endPurchase()
  return placePremiumOrder()
}

/**
 * Creates an order or reuses the current order, and starts a payment attempt. Starts no attempt if the order is paid or
 * has a pending prompt, for example after a lost response.
 */
async function pay(choice: PaymentChoice): Promise<Order> {
  const ordered = await getCurrentOrder()
  if (ordered.state === 'fulfilled') return ordered
  const params = { id: ordered.id }
  try {
    return await call(startPaymentAttempt, { params, body: choice })
  } catch (error) {
    if (error instanceof CallError && error.code === 'conflict') return call(getOrder, { params })
    if (!isOutcomeUnknown(error)) throw error
    const latestOrder = await call(getOrder, { params }).catch(() => Promise.reject(error))
    // The order has no new attempt yet, but the lost request may still arrive. The outcome remains unknown.
    if (latestOrder.state === 'open' && latestOrder.attempt?.id === ordered.attempt?.id) throw error
    return latestOrder
  }
}

/** Mutation that starts a payment. */
export function useStartPayment() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pay'],
    mutationFn: pay,
    onSuccess: (order) => {
      if (order.state !== 'open') endPurchase()
      const { queryKey } = orderQuery(order.id)
      // If the screen already shows this attempt, the shown state may be newer than this response, so refetch the
      // order.
      if (queries.getQueryData(queryKey)?.attempt?.id === order.attempt?.id)
        void queries.invalidateQueries({ queryKey })
      else cacheOrder(queries, order)
    },
    // The server may have started the attempt although the response was lost, so refetch the pending order.
    onError: (error) => {
      if (isOutcomeUnknown(error)) void queries.invalidateQueries(pendingOrderQuery())
    },
  })
}
