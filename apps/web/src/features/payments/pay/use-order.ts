import type { OrderId } from '@pawtrait/contract/ids.ts'
import { checkOrder, type Order } from '@pawtrait/contract/payments/payments.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cacheOrder, orderQuery, refetchAfterPayment } from '#features/payments/payment-cache.ts'
import { call } from '#lib/server/call.ts'
import { markOrderVisible } from './announce-payment.ts'
import { isPaymentPending, selectPayView } from './pay-view.ts'

// The event stream normally reports the result. Polling is a fallback.
const POLL_EVERY_MS = 5000

/** Returns the order in the pay sheet, polled while its result is pending. Suppresses the toast for the order. */
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
  useBankPolling(order.data)
  return order
}

/**
 * Makes the server query the bank every 5 s until there is a result. Starts when the buyer returns from the card page.
 */
function useBankPolling(order: Order | undefined) {
  const queries = useQueryClient()
  const view = selectPayView(order)
  const id = view === 'card' || view === 'unused' ? order?.id : undefined
  useEffect(() => {
    if (!id) return
    // Ignores errors, because `useOrder` polls the order as well.
    const pollBank = () =>
      call(checkOrder, { params: { id } })
        .then((order) => cacheOrder(queries, order))
        .catch(() => {})
    void pollBank()
    const timer = setInterval(() => void pollBank(), POLL_EVERY_MS)
    return () => clearInterval(timer)
  }, [id, queries])
}
