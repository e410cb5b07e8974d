import { getOrder, makeOrder, type Order, startAttempt } from '@pawtrait/contract/payments.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepOrder } from '#features/payments/payment-cache.ts'
import { CallError, call } from '#lib/call.ts'

type Wanted = { method: 'mpesa'; phone: string } | { method: 'card' }

/** Orders and begins a try. Where the order waits for nothing, or for a prompt that is out, that is shown instead. */
async function pay(wanted: Wanted): Promise<Order> {
  const { id } = await call(makeOrder, { body: { plan: 'premium' } })
  try {
    return await call(startAttempt, { params: { id }, body: wanted })
  } catch (error) {
    if (error instanceof CallError && error.code === 'conflict') return call(getOrder, { params: { id } })
    throw error
  }
}

/** Begins to pay. A press while it is at work does nothing. */
export function usePay() {
  const queries = useQueryClient()
  return useMutation({ mutationKey: ['pay'], mutationFn: pay, onSuccess: (order) => keepOrder(queries, order) })
}
