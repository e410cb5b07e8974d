import type { OrderId } from '@pawtrait/contract/ids.ts'
import type { Order } from '@pawtrait/contract/payments/payments.ts'
import type { QueryClient } from '@tanstack/react-query'
import { orderQuery, refetchAfterPayment } from '#features/payments/payment-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import type { Translate } from '#i18n/translate.ts'
import { formatEndTime } from '#lib/time/days.ts'
import type { ToastMessage } from '#ui/overlays/Toast.tsx'
import { isOpen } from './view-order.ts'

const LOOK_AGAIN_MS = 10_000
const LONGEST_MS = 20 * 60_000

/** Translation, locale and toast of the current page. */
export type Voice = { t: Translate; locale: string; toast: (message: ToastMessage) => void }

const shown = new Map<OrderId, number>()
const announced = new Set<OrderId>()
const followed = new Set<OrderId>()

/** Marks an order as visible, so that its result is not announced elsewhere. @returns a function that unmarks it */
export function showsOrder(id: OrderId): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1)
  return () => void shown.set(id, (shown.get(id) ?? 1) - 1)
}

/** Fetches a changed order. Shows a toast, once, if it was paid while its sheet was closed. */
export async function tellPaid(queries: QueryClient, id: OrderId, voice: Voice): Promise<Order | null> {
  const order = await queries.fetchQuery(orderQuery(id)).catch(() => null)
  if (order?.state !== 'fulfilled' || announced.has(id)) return order
  announced.add(id)
  void refetchAfterPayment(queries)
  const { t, locale, toast } = voice
  const until = order.premiumUntil
  if (!shown.get(id) && until) toast({ text: t(phrases.payments.paidToast, { day: formatEndTime(until, locale) }) })
  return order
}

/** Polls an order whose sheet was closed for 20 minutes, in case the event stream is down. */
export async function pollOrder(queries: QueryClient, id: OrderId, voice: Voice): Promise<void> {
  if (followed.has(id)) return
  followed.add(id)
  for (let passed = 0; passed < LONGEST_MS; passed += LOOK_AGAIN_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    if (!followed.has(id)) return
    const order = await tellPaid(queries, id, voice)
    if (order && !isOpen(order)) break
  }
  followed.delete(id)
}

/** Stops all polling, as a page unload does. For tests, whose files share a page. */
export const stopPolling = () => followed.clear()
