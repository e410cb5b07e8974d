import type { OrderId } from '@pawtrait/contract/ids.ts'
import { checkOrder, type Order } from '@pawtrait/contract/payments/payments.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepOrder, orderQuery, refetchAfterPayment } from '#features/payments/payment-cache.ts'
import { call } from '#lib/server/call.ts'
import { showsOrder } from './tell-paid.ts'
import { isOpen, viewOrder } from './view-order.ts'

// The live stream is faster; this is for when it is away.
const LOOK_AGAIN_MS = 5000

/** An order on screen: read again while its answer is to come, and whoever tells of payments elsewhere is quiet. */
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

/** Somebody who is back from the card page wants to know now: the bank is asked, and again until it has answered. */
function useAskBank(order: Order | undefined) {
  const queries = useQueryClient()
  const view = viewOrder(order)
  const id = view === 'card' || view === 'unused' ? order?.id : undefined
  useEffect(() => {
    if (!id) return
    // Not reached: the order is read again anyway.
    const ask = () =>
      call(checkOrder, { params: { id } })
        .then((now) => keepOrder(queries, now))
        .catch(() => {})
    void ask()
    const timer = setInterval(() => void ask(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [id, queries])
}
