import type { OrderId } from '@pawtrait/contract/ids.ts'
import { checkOrder, type Order } from '@pawtrait/contract/payments/payments.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cacheOrder, orderQuery, refetchAfterPayment } from '#features/payments/payment-cache.ts'
import { call } from '#lib/server/call.ts'
import { markOrderVisible } from './announce-payment.ts'
import { isPaymentPending, selectPayView } from './pay-view.ts'

// Fallback in case the event stream is down.
const POLL_EVERY_MS = 5000

/** Query for the order in the pay sheet. Polled while its result is pending. Suppresses the toast for this order. */
export function useOrder(id: OrderId | null) {
  const queries = useQueryClient()
  const order = useQuery({
    ...orderQuery(id ?? ('' as OrderId)),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isPaymentPending(state.data) ? POLL_EVERY_MS : false),
  })
  const isPaid = order.data?.state === 'fulfilled'
  useEffect(() => (id === null ? undefined : markOrderVisible(id)), [id])
  useEffect(() => {
    if (isPaid) void refetchAfterPayment(queries)
  }, [isPaid, queries])
  useAskBank(order.data)
  return order
}

/** Queries the bank through the server every 5 s after a return from the card page, until there is a result. */
function useAskBank(order: Order | undefined) {
  const queries = useQueryClient()
  const view = selectPayView(order)
  const id = view === 'card' || view === 'unused' ? order?.id : undefined
  useEffect(() => {
    if (!id) return
    // Errors are ignored, because the query of the order is polled too.
    const ask = () =>
      call(checkOrder, { params: { id } })
        .then((now) => cacheOrder(queries, now))
        .catch(() => {})
    void ask()
    const timer = setInterval(() => void ask(), POLL_EVERY_MS)
    return () => clearInterval(timer)
  }, [id, queries])
}
