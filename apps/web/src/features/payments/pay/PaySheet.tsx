import type { OrderId, UserId } from '@pawtrait/contract/ids.ts'
import { type Order, type PaymentOffer, promptSeconds } from '@pawtrait/contract/payments/payments.ts'
import type { Plan } from '@pawtrait/contract/payments/premium.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useSecondsUntil } from '#lib/time/use-seconds-until.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { LabelledSkeleton, Skeleton } from '#ui/states/Skeleton.tsx'
import type { PayLinks } from './PaidStep.tsx'
import { PayArt } from './PayArt.tsx'
import styles from './PaySheet.module.css'
import { PayStep } from './PayStep.tsx'
import { endsLike, nationalPhone } from './read-phone.ts'
import { TestPhone } from './TestPhone.tsx'
import { useOrder } from './use-order.ts'
import { type PayView, viewOrder } from './view-order.ts'

const KEY = 'pay-phone'

type Kept = { user: UserId; phone: string }

type PaySheetProps = {
  open: boolean
  id: OrderId | null
  /** Owner of the number stored on this device. */
  buyer: UserId
  offer: PaymentOffer
  plan: Plan
  links: PayLinks
  /** A try was started. */
  onOrder: (order: Order) => void
  onCard: () => void
  isOpening: boolean
  onClose: (order: Order | undefined) => void
}

// Views that offer to change the number or to send another prompt.
const mayGoOn: readonly PayView[] = ['waiting', 'unused', 'checking', 'ended']

/** Pay sheet, from the number to the receipt, in every state of an order. Safe to close at any time. */
export function PaySheet({ open, id, buyer, onOrder, onClose, ...rest }: PaySheetProps) {
  const t = useTranslate()
  const { data: order, isError } = useOrder(open ? id : null)
  const [again, setAgain] = useState(false)
  const [phone, setPhone, keepPhone] = usePhone(buyer)
  const calls = viewOrder(order)
  const view = again && mayGoOn.includes(calls) ? 'phone' : calls
  const title = useTitle(view, order)
  const isPictured = view !== 'phone' && view !== 'returned'
  const close = () => {
    setAgain(false)
    onClose(order)
  }
  const showBegun = (begunOrder: Order) => {
    setAgain(false)
    keepPhone(begunOrder)
    onOrder(begunOrder)
  }
  const isRead = id === null || order !== undefined
  const step = { ...rest, view, order, phone, onPhone: setPhone, onOrder: showBegun, onClose: close }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      closeLabel={t(phrases.ui.close)}
      art={isRead && isPictured ? <PayArt view={view} order={order} /> : undefined}
    >
      {isRead && (
        <div className={isPictured ? styles.centred : undefined}>
          <PayStep {...step} onAgain={() => setAgain(true)} />
        </div>
      )}
      {!isRead && <NotRead isError={isError} />}
      {rest.offer.simulated && (view === 'waiting' || view === 'phone') && (
        <TestPhone account={(view === 'waiting' && order?.attempt?.reference) || null} />
      )}
    </Dialog>
  )
}

function NotRead({ isError }: { isError: boolean }) {
  const t = useTranslate()
  if (isError) return <ErrorBox title={t(phrases.payments.readFailed)}>{t(phrases.payments.readFailedHelp)}</ErrorBox>
  return (
    <LabelledSkeleton label={t(phrases.ui.loadingLabel)}>
      <Skeleton shape="block" />
    </LabelledSkeleton>
  )
}

/** State of the typed number, initially the last one used for a payment. The third item stores it. */
function usePhone(buyer: UserId) {
  const [phone, setPhone] = useState(() => nationalPhone(readLastPhone(buyer)))
  const keep = (begunOrder: Order) => {
    // Stores only a number that was prompted: not one M-Pesa refused, nor one when another tab was faster.
    if (viewOrder(begunOrder) === 'waiting' && endsLike(phone, begunOrder.attempt?.phoneEnd))
      keepLastPhone(buyer, phone)
  }
  return [phone, setPhone, keep] as const
}

function useTitle(view: PayView, order: Order | undefined): string {
  const t = useTranslate()
  const seconds = useSecondsUntil(order?.attempt?.promptUntil ?? null, promptSeconds)
  switch (view) {
    case 'phone':
      return t(phrases.payments.payWithMpesa)
    case 'waiting':
      return t(
        seconds > 0 && !order?.attempt?.confirming ? phrases.payments.checkPhone : phrases.payments.waitingForMpesa,
      )
    case 'card':
      return t(phrases.payments.bankTitle)
    case 'checking':
      return t(phrases.payments.checkingTitle)
    case 'returned':
      return t(phrases.payments.moneyBackTitle)
    case 'paid':
      return t(phrases.payments.paidTitle)
    case 'unused':
    case 'ended':
      return t(phrases.payments.noMoneyMoved)
  }
}

/** Returns this user's last payment number on this device, as typed; empty if none is stored. */
function readLastPhone(user: UserId): string {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null
    return stored?.user === user && typeof stored.phone === 'string' ? stored.phone : ''
  } catch {
    return ''
  }
}

/** Stores a number on this device only; a log-out deletes it. */
function keepLastPhone(user: UserId, phone: string) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ user, phone } satisfies Kept))
  } catch {
    // Storage may be full or disabled: the user then types it again.
  }
}
