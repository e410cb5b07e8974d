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
import { call as browserCall, newIdempotencyKey } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

const config = (call: Call) => ({
  queryKey: ['instance-config'] as const,
  queryFn: () => call(configEndpoint),
  staleTime: Infinity,
})

/** Available payment methods; null where payments are not set up. */
export const offerQuery = (call: Call = browserCall) =>
  queryOptions({ ...config(call), select: ({ payments }) => payments })

/** Whether the site sends mail. */
export const mailQuery = (call: Call = browserCall) => queryOptions({ ...config(call), select: ({ mail }) => mail })

/** An order of the viewer, with its newest try. */
export const orderQuery = (id: OrderId, call: Call = browserCall) =>
  queryOptions({
    queryKey: ['premium', 'order', id],
    queryFn: () => call(getOrder, { params: { id } }),
    staleTime: 0,
  })

const LOOK_AGAIN_MS = 10_000

/** M-Pesa codes submitted for an order, newest first. Polled while M-Pesa is queried. */
export const claimsQuery = (id: OrderId, call: Call = browserCall) =>
  queryOptions({
    queryKey: [...orderQuery(id).queryKey, 'claims'],
    queryFn: () => call(listClaims, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.claims[0]?.state === 'checking' ? LOOK_AGAIN_MS : false),
  })

/**
 * The payment in progress, if any. Polled while it waits, in case the event stream is down, and after a failed
 * fetch: a prompt whose response was lost appears once the network returns.
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
 * Returns the idempotency key of the current purchase, constant until that is paid or over.
 * A prompt whose response was lost may have been paid, and another press must not buy another month.
 */
export const purchaseKey = (): string => (key ??= newIdempotencyKey())

/** Ends the current purchase: the next press is a new one. */
export function endPurchase() {
  key = null
}

export function keepOrder(queries: QueryClient, order: Order) {
  queries.setQueryData(orderQuery(order.id).queryKey, order)
}

/**
 * Refetches after a payment: the plan and the daily allowance changed. Clears the notice, because the buyer sees it
 * now.
 */
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

/** The viewer's payments, newest first. */
export const paymentsQuery = (call: Call = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['premium', 'payments'],
    queryFn: ({ pageParam }) => call(listPayments, { query: cursorParam(pageParam) }),
    staleTime: 0,
  })

/** A receipt of the viewer. Only a refund changes it. */
export const receiptQuery = (number: string, call: Call = browserCall) =>
  queryOptions({
    queryKey: ['premium', 'receipt', number],
    queryFn: () => call(getReceipt, { params: { number } }),
    staleTime: 0,
  })
