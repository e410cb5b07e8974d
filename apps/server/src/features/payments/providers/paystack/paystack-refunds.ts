import * as v from 'valibot'
import type { RefundResult } from '#features/payments/providers/card-provider.ts'
import { sendRequest } from '#features/payments/providers/send-request.ts'
import type { ProviderRefund } from '#features/payments/providers/verdict.ts'
import {
  buildPaystackHeaders,
  fetchPaystackTransaction,
  PaystackAmount,
  PaystackId,
  type PaystackSettings,
} from './paystack-client.ts'

const RefundResponse = v.object({
  status: v.literal(true),
  data: v.object({ status: v.string(), id: v.optional(PaystackId) }),
})

/** Refunds a payment in full or in part. A webhook reports the outcome later. */
export async function refundPaystackPayment(
  settings: PaystackSettings,
  { reference, amountMinor }: { reference: string; amountMinor: bigint },
): Promise<RefundResult> {
  const response = await sendRequest(`${settings.baseUrl}/refund`, {
    headers: buildPaystackHeaders(settings),
    body: { transaction: reference, amount: Number(amountMinor) },
  })
  const parsed = v.safeParse(RefundResponse, response?.body)
  if (parsed.success) return { is: 'sent', id: parsed.output.data.id ?? null }
  const isRefused = response !== null && response.status >= 400 && response.status < 500
  return isRefused ? { is: 'refused', code: String(response.status) } : { is: 'unknown' }
}

const RefundListResponse = v.object({
  status: v.literal(true),
  data: v.array(v.object({ id: PaystackId, transaction: PaystackId, amount: PaystackAmount, status: v.string() })),
})

const refundStates: Record<string, ProviderRefund['state']> = {
  processed: 'done',
  failed: 'failed',
  'needs-attention': 'failed',
}

/**
 * Returns all refunds of a transaction, including dashboard refunds; undefined if the response is invalid. Filters the
 * list again, because a refund of another transaction must not be credited here.
 */
export async function listPaystackRefunds(
  settings: PaystackSettings,
  reference: string,
): Promise<ProviderRefund[] | undefined> {
  const transaction = (await fetchPaystackTransaction(settings, reference))?.id
  if (transaction === undefined) return undefined
  const query = new URLSearchParams({ transaction, perPage: '100' })
  const response = await sendRequest(`${settings.baseUrl}/refund?${query.toString()}`, {
    method: 'GET',
    headers: buildPaystackHeaders(settings),
  })
  const parsed = v.safeParse(RefundListResponse, response?.body)
  if (!parsed.success) return undefined
  return parsed.output.data
    .filter((refund) => refund.transaction === transaction)
    .map(({ id, amount, status }) => ({ id, amountMinor: amount, state: refundStates[status] ?? 'pending' }))
}
