import type { OrderId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pollOrder } from '#features/payments/pay/announce-payment.ts'
import { isPaymentPending } from '#features/payments/pay/pay-view.ts'
import { useStartPayment } from '#features/payments/pay/use-start-payment.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { assignLocation } from '#lib/assign-location.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import { useNavigateAndWait } from '#shell/navigation/PageRouter.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { paymentOfferQuery, pendingOrderQuery } from './payment-cache.ts'

/** Reason why a press on a pay button did not start a payment. */
type RefusalReason = 'notSetUp' | 'mpesaOff' | 'cardOff' | 'unknown'

const orderPath = (id: OrderId) => `${paths.premium}?order=${id}`
const inPlace = { replace: true, preventScrollReset: true } as const

/** State of a purchase on the Premium page. The order's id is in the URL, so that a reload shows the same order. */
export function useBuyPremium() {
  const queries = useQueryClient()
  const visit = useNavigateAndWait()
  const toastContext = { t: useTranslate(), locale: useLocale(), toast: useToast() }
  const id = useSearchParams().get('order') as OrderId | null // the server validates the id
  const { data: offer } = useQuery(paymentOfferQuery())
  const { data: waiting = null } = useQuery(pendingOrderQuery())
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<{ why: RefusalReason; times: number } | null>(null)
  const card = useStartPayment()
  // A response may arrive after the user has closed the sheet. This ref prevents such a response from reopening the
  // sheet.
  const isOpen = useRef(false)
  const refuse = (why: RefusalReason) => setRefused((last) => ({ why, times: (last?.times ?? 0) + 1 }))
  const show = async (order: Pick<Order, 'id'> | null) => visit(order ? orderPath(order.id) : paths.premium, inPlace)
  const toCardPage = async (order: Order) => {
    setAsking(false)
    await show(order)
    const address = order.attempt?.checkoutUrl
    if (address) assignLocation(address)
  }
  const begin = (method: 'mpesa' | 'card') => {
    if (!offer) return refuse(offer === null ? 'notSetUp' : 'unknown')
    if (!offer[method]) return refuse(method === 'mpesa' ? 'mpesaOff' : 'cardOff')
    setRefused(null)
    if (method === 'mpesa') return setAsking(true)
    card.mutate({ method: 'card' }, { onSuccess: (order) => void toCardPage(order) })
  }
  // If a payment is pending, both pay buttons show it instead of starting another.
  const pay = (method: 'mpesa' | 'card') => (waiting ? void show(waiting) : begin(method))
  const close = (order: Order | undefined) => {
    setAsking(false)
    isOpen.current = false
    // Also cancels a pending navigation to the order, because that navigation would reopen the sheet.
    void show(null)
    void queries.invalidateQueries(pendingOrderQuery())
    if (order && isPaymentPending(order)) void pollOrder(queries, order.id, toastContext)
  }
  // Shows a pending payment instead of the phone number form. Another device or a lost request may have started the
  // payment.
  const shown = id ?? (asking && waiting ? waiting.id : null)
  // Keeps the order in the URL, so that the sheet still shows it when the payment is no longer pending.
  useEffect(() => {
    if (shown && !id) void visit(orderPath(shown), inPlace)
  }, [shown, id, visit])
  const open = asking || id !== null
  useEffect(() => {
    isOpen.current = open
  }, [open])
  const showStarted = (order: Order) => void (isOpen.current && show(order))
  return { id: shown, offer, waiting, open, refused, card, begin, pay, close, show, showStarted }
}
