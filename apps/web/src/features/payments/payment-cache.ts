import type { OrderId } from '@pawtrait/contract/ids.ts'
import { listPaymentClaims } from '@pawtrait/contract/payments/payment-claims.ts'
import {
  getOrder,
  getPendingOrder,
  getReceipt,
  listPayments,
  type Order,
} from '@pawtrait/contract/payments/payments.ts'
import { dismissReminder } from '@pawtrait/contract/payments/premium.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { call as browserCall, newIdempotencyKey } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'
import { instanceConfigQuery } from '#shell/instance-config.ts'

/** Query for the available payment methods; null when payments are not set up. */
export const paymentOfferQuery = (call: ApiCall = browserCall) =>
  queryOptions({ ...instanceConfigQuery(call), select: ({ payments }) => payments })

/** Query for an order of the viewer, with its newest attempt. */
export const orderQuery = (id: OrderId, call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['premium', 'order', id],
    queryFn: () => call(getOrder, { params: { id } }),
    staleTime: 0,
  })

const POLL_EVERY_MS = 10_000

/** Query for the M-Pesa codes submitted for an order, newest first. Polled while the server checks a code. */
export const paymentClaimsQuery = (id: OrderId, call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: [...orderQuery(id).queryKey, 'claims'],
    queryFn: () => call(listPaymentClaims, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.claims[0]?.state === 'checking' ? POLL_EVERY_MS : false),
  })

/**
 * Query for the order with a pending payment; null if none. Polled while a payment is pending, because the event stream
 * may be interrupted. Polled after a failed fetch, because a lost request may have started a payment.
 */
export const pendingOrderQuery = (call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['premium', 'waiting'],
    queryFn: async () => (await call(getPendingOrder)).order,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data || state.error ? POLL_EVERY_MS : false),
  })

let key: string | null = null

/**
 * Returns the idempotency key of the current purchase, which `endPurchase` resets. When the buyer retries after a lost
 * response, the key prevents a second order.
 */
export const getPurchaseKey = (): string => (key ??= newIdempotencyKey())

/** Ends the current purchase, so that the next purchase gets a new idempotency key. */
export function endPurchase() {
  key = null
}

export function cacheOrder(queries: QueryClient, order: Order) {
  queries.setQueryData(orderQuery(order.id).queryKey, order)
}

/**
 * Refetches the plan and the payments. Refetches the feed too, because Premium raises its daily limit. Deletes the
 * notice that the plan has started, because the buyer has just seen it.
 */
export async function refetchAfterPayment(queries: QueryClient) {
  endPurchase()
  for (const queryKey of [['premium', 'payments'], ['premium', 'waiting'], ['feed']])
    void queries.invalidateQueries({ queryKey })
  const { queryKey } = premiumQuery()
  const status = await queries.fetchQuery({ ...premiumQuery(), staleTime: 0 }).catch(() => null)
  if (status?.reminder !== 'started') return
  await browserCall(dismissReminder).catch(() => {})
  queries.setQueryData(queryKey, { ...status, reminder: null })
}

/** Query for the viewer's payments, newest first. */
export const paymentsQuery = (call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['premium', 'payments'],
    queryFn: ({ pageParam }) => call(listPayments, { query: cursorParam(pageParam) }),
    staleTime: 0,
  })

/** Query for a receipt of the viewer. */
export const receiptQuery = (number: string, call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['premium', 'receipt', number],
    queryFn: () => call(getReceipt, { params: { number } }),
    staleTime: 0,
  })
