import type { OrderId } from '@pawtrait/contract/ids.ts'
import { configEndpoint } from '@pawtrait/contract/operator.ts'
import { getOrder, getReceipt, listPayments, type Order } from '@pawtrait/contract/payments.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/call.ts'

const config = (call: Call) => ({
  queryKey: ['instance-config'] as const,
  queryFn: () => call(configEndpoint),
  staleTime: Infinity,
})

/** How one can pay here; null where payments are not set up. */
export const offerQuery = (call: Call = browserCall) =>
  queryOptions({ ...config(call), select: ({ payments }) => payments })

/** Whether letters reach people. */
export const mailQuery = (call: Call = browserCall) => queryOptions({ ...config(call), select: ({ mail }) => mail })

/** One order of the viewer's, and its newest try. */
export const orderQuery = (id: OrderId, call: Call = browserCall) =>
  queryOptions({
    queryKey: ['premium', 'order', id],
    queryFn: () => call(getOrder, { params: { id } }),
    staleTime: 0,
  })

/** Shows an order as the server just gave it. */
export function keepOrder(queries: QueryClient, order: Order) {
  queries.setQueryData(orderQuery(order.id).queryKey, order)
}

/** Money came: the plan is on, and the day's allowance has grown. */
export function learnPaid(queries: QueryClient) {
  for (const queryKey of [['premium', 'status'], ['premium', 'payments'], ['feed']])
    void queries.invalidateQueries({ queryKey })
}

/** What the viewer has paid, newest first. */
export const paymentsQuery = (call: Call = browserCall) =>
  infiniteQueryOptions({
    queryKey: ['premium', 'payments'],
    queryFn: ({ pageParam }) => call(listPayments, { query: pageParam ? { cursor: pageParam } : {} }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: 0,
  })

/** One receipt of the viewer's. It changes only when money was given back. */
export const receiptQuery = (number: string, call: Call = browserCall) =>
  queryOptions({
    queryKey: ['premium', 'receipt', number],
    queryFn: () => call(getReceipt, { params: { number } }),
    staleTime: 0,
  })
