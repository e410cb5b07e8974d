import { getOrder, makeOrder, type Order, startAttempt } from '@pawtrait/contract/payments/payments.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endPurchase, keepOrder, purchaseKey, waitingQuery } from '#features/payments/payment-cache.ts'
import { CallError, call } from '#lib/server/call.ts'

type Wanted = { method: 'mpesa'; phone: string } | { method: 'card' }

/** Whether nobody can tell what became of a call: no answer came, or the server broke on the way. */
export const isLost = (error: unknown) =>
  !(error instanceof CallError) || error.code === 'offline' || error.code === 'internal'

const order = () => call(makeOrder, { body: { plan: 'premium' }, idempotencyKey: purchaseKey() })

/** What is being bought: what an earlier press ordered, unless that was given up or its day is over. */
async function orderOnce(): Promise<Order> {
  const ordered = await order()
  if (ordered.state === 'open' || ordered.state === 'fulfilled') return ordered
  endPurchase()
  return order()
}

/**
 * Orders and begins a try. Where the order waits for nothing, or for a prompt that is out, that is shown instead; also
 * where only the answer was lost.
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
    // No try, or the one before: nobody can tell whether this one is still on its way to the server.
    if (now.state === 'open' && now.attempt?.id === ordered.attempt?.id) throw error
    return now
  }
}

/** Begins to pay. A press while it is at work does nothing. */
export function usePay() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pay'],
    mutationFn: pay,
    onSuccess: (order) => {
      if (order.state !== 'open') endPurchase()
      keepOrder(queries, order)
    },
    // A try may be under way all the same.
    onError: (error) => {
      if (isLost(error)) void queries.invalidateQueries(waitingQuery())
    },
  })
}
