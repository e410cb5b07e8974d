import type { OrderId } from '@pawtrait/contract/ids.ts'
import { configEndpoint } from '@pawtrait/contract/operator.ts'
import { listClaims } from '@pawtrait/contract/payments/payment-claims.ts'
import {
  getOrder,
  getReceipt,
  getWaitingOrder,
  listPayments,
  type Order,
} from '@pawtrait/contract/payments/payments.ts'
import { closeReminder } from '@pawtrait/contract/payments/premium.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { call as browserCall, newKey } from '#lib/server/call.ts'
import { pageAt, paged } from '#lib/server/queries.ts'

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

const LOOK_AGAIN_MS = 10_000

/** The M-Pesa codes that were told for an order, newest first. Read again while M-Pesa is asked. */
export const claimsQuery = (id: OrderId, call: Call = browserCall) =>
  queryOptions({
    queryKey: [...orderQuery(id).queryKey, 'claims'],
    queryFn: () => call(listClaims, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.claims[0]?.state === 'checking' ? LOOK_AGAIN_MS : false),
  })

/**
 * The payment that is under way, if one is. Read again while it waits, as the live stream may be away, and while it
 * could not be read: a prompt whose answer was lost is shown once there is a network.
 */
export const waitingQuery = (call: Call = browserCall) =>
  queryOptions({
    queryKey: ['premium', 'waiting'],
    queryFn: async () => (await call(getWaitingOrder)).order,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data || state.error ? LOOK_AGAIN_MS : false),
  })

let key: string | null = null

/**
 * The idempotency key of the purchase under way, one from its first press until it is known to be paid or over: a
 * prompt whose answer was lost may have been paid meanwhile, and another press must not buy another month.
 */
export const purchaseKey = (): string => (key ??= newKey())

/** What is bought from now on is another purchase. */
export function endPurchase() {
  key = null
}

/** Shows an order as the server just gave it. */
export function keepOrder(queries: QueryClient, order: Order) {
  queries.setQueryData(orderQuery(order.id).queryKey, order)
}

/** Money came: the plan is on, the day's allowance has grown. Its buyer sees it now: no notice waits for them. */
export async function refetchAfterPayment(queries: QueryClient) {
  endPurchase()
  for (const queryKey of [['premium', 'payments'], ['premium', 'waiting'], ['feed']])
    void queries.invalidateQueries({ queryKey })
  const { queryKey } = premiumQuery()
  const status = await queries.fetchQuery({ ...premiumQuery(), staleTime: 0 }).catch(() => null)
  if (status?.reminder !== 'started') return
  await browserCall(closeReminder).catch(() => {})
  queries.setQueryData(queryKey, { ...status, reminder: null })
}

/** What the viewer has paid, newest first. */
export const paymentsQuery = (call: Call = browserCall) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['premium', 'payments'],
    queryFn: ({ pageParam }) => call(listPayments, { query: pageAt(pageParam) }),
    staleTime: 0,
  })

/** One receipt of the viewer's. It changes only when money was given back. */
export const receiptQuery = (number: string, call: Call = browserCall) =>
  queryOptions({
    queryKey: ['premium', 'receipt', number],
    queryFn: () => call(getReceipt, { params: { number } }),
    staleTime: 0,
  })
