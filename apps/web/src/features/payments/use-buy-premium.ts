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
const navigateOptions = { replace: true, preventScrollReset: true } as const

/** State of a purchase on the Premium page. The order's id is in the URL, so that a reload shows the same order. */
export function useBuyPremium() {
  const queries = useQueryClient()
  const visit = useNavigateAndWait()
  const toastContext = { t: useTranslate(), locale: useLocale(), toast: useToast() }
  const id = useSearchParams().get('order') as OrderId | null // the server validates the id
  const { data: offer } = useQuery(paymentOfferQuery())
  const { data: pendingOrder = null } = useQuery(pendingOrderQuery())
  const [isAskingPhone, setAskingPhone] = useState(false)
  const [refusal, setRefusal] = useState<{ why: RefusalReason; times: number } | null>(null)
  const card = useStartPayment()
  // A response may arrive after the user has closed the sheet. This ref prevents such a response from reopening the
  // sheet.
  const isOpen = useRef(false)
  const showRefusal = (why: RefusalReason) => setRefusal((last) => ({ why, times: (last?.times ?? 0) + 1 }))
  const openOrder = async (order: Pick<Order, 'id'> | null) =>
    visit(order ? orderPath(order.id) : paths.premium, navigateOptions)
  const toCardPage = async (order: Order) => {
    setAskingPhone(false)
    await openOrder(order)
    const address = order.attempt?.checkoutUrl
    if (address) assignLocation(address)
  }
  const startPayment = (method: 'mpesa' | 'card') => {
    if (!offer) return showRefusal(offer === null ? 'notSetUp' : 'unknown')
    if (!offer[method]) return showRefusal(method === 'mpesa' ? 'mpesaOff' : 'cardOff')
    setRefusal(null)
    if (method === 'mpesa') return setAskingPhone(true)
    card.mutate({ method: 'card' }, { onSuccess: (order) => void toCardPage(order) })
  }
  // If a payment is pending, both pay buttons show that payment and start no other payment.
  const pay = (method: 'mpesa' | 'card') => (pendingOrder ? void openOrder(pendingOrder) : startPayment(method))
  const close = (order: Order | undefined) => {
    setAskingPhone(false)
    isOpen.current = false
    // Also cancels a pending navigation to the order, because that navigation would reopen the sheet.
    void openOrder(null)
    void queries.invalidateQueries(pendingOrderQuery())
    if (order && isPaymentPending(order)) void pollOrder(queries, order.id, toastContext)
  }
  // Shows a pending payment instead of the phone number form. Another device or a lost request may have started the
  // payment.
  const shownOrderId = id ?? (isAskingPhone && pendingOrder ? pendingOrder.id : null)
  // Keeps the order in the URL, so that the sheet still shows it when the payment is no longer pending.
  useEffect(() => {
    if (shownOrderId && !id) void visit(orderPath(shownOrderId), navigateOptions)
  }, [shownOrderId, id, visit])
  const open = isAskingPhone || id !== null
  useEffect(() => {
    isOpen.current = open
  }, [open])
  const showStarted = (order: Order) => void (isOpen.current && openOrder(order))
  return {
    id: shownOrderId,
    offer,
    pendingOrder,
    open,
    refusal,
    card,
    startPayment,
    pay,
    close,
    openOrder,
    showStarted,
  }
}
