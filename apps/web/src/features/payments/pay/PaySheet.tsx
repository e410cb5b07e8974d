import type { OrderId, UserId } from '@pawtrait/contract/ids.ts'
import { type Order, type PaymentOffer, promptTimeoutSeconds } from '@pawtrait/contract/payments/payments.ts'
import type { Plan } from '@pawtrait/contract/payments/premium.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useSecondsUntil } from '#lib/time/use-seconds-until.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { LabelledSkeleton, Skeleton } from '#ui/states/Skeleton.tsx'
import type { PayLinks } from './PaidStep.tsx'
import { PayIllustration } from './PayIllustration.tsx'
import styles from './PaySheet.module.css'
import { PayStep } from './PayStep.tsx'
import { type PayView, selectPayView } from './pay-view.ts'
import { endsWithDigits, formatNationalPhone } from './phone-number.ts'
import { TestPhoneLink } from './TestPhoneLink.tsx'
import { useOrder } from './use-order.ts'

const KEY = 'pay-phone'

type StoredPhone = { user: UserId; phone: string }

type PaySheetProps = {
  open: boolean
  id: OrderId | null
  /** Id of the viewer. A phone number that another user stored on this device is not prefilled. */
  buyer: UserId
  offer: PaymentOffer
  plan: Plan
  links: PayLinks
  /** Called with the order when a payment attempt has started. */
  onOrder: (order: Order) => void
  onCard: () => void
  isOpening: boolean
  onClose: (order: Order | undefined) => void
}

// Views with a button to go back to the phone number form.
const restartableViews: readonly PayView[] = ['waiting', 'unused', 'checking', 'ended']

/** Dialog for a payment, in every state of its order. Closing it does not cancel the payment. */
export function PaySheet({ open, id, buyer, onOrder, onClose, ...rest }: PaySheetProps) {
  const t = useTranslate()
  const { data: order, isError } = useOrder(open ? id : null)
  const [isRetrying, setRetrying] = useState(false)
  const [phone, setPhone, storePhone] = usePhone(buyer)
  const currentView = selectPayView(order)
  const view = isRetrying && restartableViews.includes(currentView) ? 'phone' : currentView
  const title = useTitle(view, order)
  const hasIllustration = view !== 'phone' && view !== 'returned'
  const close = () => {
    setRetrying(false)
    onClose(order)
  }
  const showStartedOrder = (startedOrder: Order) => {
    setRetrying(false)
    storePhone(startedOrder)
    onOrder(startedOrder)
  }
  const isRead = id === null || order !== undefined
  const step = { ...rest, view, order, phone, onPhone: setPhone, onOrder: showStartedOrder, onClose: close }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      closeLabel={t(phrases.ui.close)}
      art={isRead && hasIllustration ? <PayIllustration view={view} order={order} /> : undefined}
    >
      {isRead && (
        <div className={hasIllustration ? styles.centred : undefined}>
          <PayStep {...step} onAgain={() => setRetrying(true)} />
        </div>
      )}
      {!isRead && <OrderNotLoaded isError={isError} />}
      {rest.offer.simulated && (view === 'waiting' || view === 'phone') && (
        <TestPhoneLink account={(view === 'waiting' && order?.attempt?.reference) || null} />
      )}
    </Dialog>
  )
}

function OrderNotLoaded({ isError }: { isError: boolean }) {
  const t = useTranslate()
  if (isError)
    return (
      <ErrorBox title={t(phrases.payments.paymentLoadFailed)}>{t(phrases.payments.paymentLoadFailedHelp)}</ErrorBox>
    )
  return (
    <LabelledSkeleton label={t(phrases.ui.loadingLabel)}>
      <Skeleton shape="block" />
    </LabelledSkeleton>
  )
}

/** Returns the phone number in the form, its setter, and a function that stores it. The stored number is prefilled. */
function usePhone(buyer: UserId) {
  const [phone, setPhone] = useState(() => formatNationalPhone(readLastPhone(buyer)))
  const storePhoneOfOrder = (startedOrder: Order) => {
    // Stores only a phone number that received the prompt. M-Pesa may refuse the typed number, or another tab may have
    // sent the prompt to another number.
    if (selectPayView(startedOrder) === 'waiting' && endsWithDigits(phone, startedOrder.attempt?.phoneEnd))
      storeLastPhone(buyer, phone)
  }
  return [phone, setPhone, storePhoneOfOrder] as const
}

function useTitle(view: PayView, order: Order | undefined): string {
  const t = useTranslate()
  const seconds = useSecondsUntil(order?.attempt?.promptUntil ?? null, promptTimeoutSeconds)
  switch (view) {
    case 'phone':
      return t(phrases.payments.payWithMpesa)
    case 'waiting':
      return t(
        seconds > 0 && !order?.attempt?.confirming ? phrases.payments.checkPhone : phrases.payments.waitingForMpesa,
      )
    case 'card':
      return t(phrases.payments.bankCheckTitle)
    case 'checking':
      return t(phrases.payments.checkingTitle)
    case 'returned':
      return t(phrases.payments.refundPendingTitle)
    case 'paid':
      return t(phrases.payments.paymentSuccessTitle)
    case 'unused':
    case 'ended':
      return t(phrases.payments.paymentFailedTitle)
  }
}

/** Returns the phone number that last got a prompt from this user on this device; empty if none is stored. */
function readLastPhone(user: UserId): string {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<StoredPhone> | null
    return stored?.user === user && typeof stored.phone === 'string' ? stored.phone : ''
  } catch {
    return ''
  }
}

/** Stores the phone number in localStorage, to prefill the next payment. A log-out deletes it. */
function storeLastPhone(user: UserId, phone: string) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ user, phone } satisfies StoredPhone))
  } catch {
    // If storage is full or disabled, the user must type the number next time.
  }
}
