import type { OrderId } from '@pawtrait/contract/ids.ts'
import { checkOrder, type Order } from '@pawtrait/contract/payments/payments.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepOrder, orderQuery, refetchAfterPayment } from '#features/payments/payment-cache.ts'
import { call } from '#lib/server/call.ts'
import { showsOrder } from './tell-paid.ts'
import { isOpen, viewOrder } from './view-order.ts'

// Fallback for when the event stream is down.
const LOOK_AGAIN_MS = 5000

/** An order on screen. Polled while its result is pending, and not announced elsewhere. */
export function useOrder(id: OrderId | null) {
  const queries = useQueryClient()
  const order = useQuery({
    ...orderQuery(id ?? ('' as OrderId)),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isOpen(state.data) ? LOOK_AGAIN_MS : false),
  })
  const isPaid = order.data?.state === 'fulfilled'
  useEffect(() => (id === null ? undefined : showsOrder(id)), [id])
  useEffect(() => {
    if (isPaid) void refetchAfterPayment(queries)
  }, [isPaid, queries])
  useAskBank(order.data)
  return order
}

/** After the card page the user wants the result now: asks the bank, repeatedly until it answers. */
function useAskBank(order: Order | undefined) {
  const queries = useQueryClient()
  const view = viewOrder(order)
  const id = view === 'card' || view === 'unused' ? order?.id : undefined
  useEffect(() => {
    if (!id) return
    // On failure the regular poll continues.
    const ask = () =>
      call(checkOrder, { params: { id } })
        .then((now) => keepOrder(queries, now))
        .catch(() => {})
    void ask()
    const timer = setInterval(() => void ask(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [id, queries])
}
