import type { OrderId } from '@pawtrait/contract/ids.ts'
import type { Order } from '@pawtrait/contract/payments/payments.ts'
import type { QueryClient } from '@tanstack/react-query'
import { orderQuery, refetchAfterPayment } from '#features/payments/payment-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { formatEndTime } from '#lib/time/format-days.ts'
import type { ToastMessage } from '#ui/overlays/Toast.tsx'
import { isPaymentPending } from './pay-view.ts'

const POLL_EVERY_MS = 10_000
const MAX_POLLING_MS = 20 * 60_000

/** Translator, locale and toast function, to show a toast in the user's language. */
export type ToastDependencies = { t: TranslateFunction; locale: string; toast: (message: ToastMessage) => void }

const visibleCounts = new Map<OrderId, number>()
const announcedIds = new Set<OrderId>()
const polledIds = new Set<OrderId>()

/**
 * Marks an order as open in a pay sheet, which suppresses the toast of the order.
 * @returns a function that removes the mark
 */
export function markOrderVisible(id: OrderId): () => void {
  visibleCounts.set(id, (visibleCounts.get(id) ?? 0) + 1)
  return () => void visibleCounts.set(id, (visibleCounts.get(id) ?? 1) - 1)
}

/** Fetches an order. If the order is paid, refetches the plan once, and shows a toast unless the pay sheet is open. */
export async function announcePayment(
  queries: QueryClient,
  id: OrderId,
  toastContext: ToastDependencies,
): Promise<Order | null> {
  const order = await queries.fetchQuery(orderQuery(id)).catch(() => null)
  if (order?.state !== 'fulfilled' || announcedIds.has(id)) return order
  announcedIds.add(id)
  void refetchAfterPayment(queries)
  const { t, locale, toast } = toastContext
  const until = order.premiumUntil
  if (!visibleCounts.get(id) && until)
    toast({ text: t(phrases.payments.paidToast, { day: formatEndTime(until, locale) }) })
  return order
}

/** Polls an order for 20 minutes after its pay sheet was closed, in case the event stream is interrupted. */
export async function pollOrder(queries: QueryClient, id: OrderId, toastContext: ToastDependencies): Promise<void> {
  if (polledIds.has(id)) return
  polledIds.add(id)
  for (let elapsedMs = 0; elapsedMs < MAX_POLLING_MS; elapsedMs += POLL_EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS))
    if (!polledIds.has(id)) return
    const order = await announcePayment(queries, id, toastContext)
    if (order && !isPaymentPending(order)) break
  }
  polledIds.delete(id)
}

/** Stops all polling. For tests only, because all test files run in one page, where polling would continue. */
export const stopOrderPolling = () => polledIds.clear()
