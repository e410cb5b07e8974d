import type { OrderId } from '@pawtrait/contract/ids.ts'
import type { Order, PaymentOffer } from '@pawtrait/contract/payments.ts'
import type { Plan } from '@pawtrait/contract/premium.ts'
import { useState } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { CardStep } from './CardStep.tsx'
import { CheckingStep } from './CheckingStep.tsx'
import { EndedStep } from './EndedStep.tsx'
import { Lead } from './Lead.tsx'
import { PaidStep, type PayLinks } from './PaidStep.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import { TestPhone } from './TestPhone.tsx'
import { useOrder } from './use-order.ts'
import { type PayView, viewOrder } from './view-order.ts'
import { WaitingStep } from './WaitingStep.tsx'

type PaySheetProps = {
  open: boolean
  /** The order that is being paid; null: its first prompt is still to be asked for. */
  id: OrderId | null
  offer: PaymentOffer
  plan: Plan
  links: PayLinks
  /** A try was begun. */
  onOrder: (order: Order) => void
  /** Starts over with a card. */
  onCard: () => void
  /** The card page is being opened. */
  isOpening: boolean
  /** Closed, with the order as it stood. */
  onClose: (order: Order | undefined) => void
}

/** Paying, from the number to the receipt, in every state an order can be in. Safe to close at any time. */
export function PaySheet({ open, id, onOrder, onClose, ...rest }: PaySheetProps) {
  const t = useTranslate()
  const { data: order, isError } = useOrder(open ? id : null)
  const [again, setAgain] = useState(false)
  // Kept for a second prompt while this page stays open, and never stored.
  const [phone, setPhone] = useState('')
  const calls = viewOrder(order)
  const view = again && (calls === 'ended' || calls === 'checking') ? 'phone' : calls
  const close = () => {
    setAgain(false)
    onClose(order)
  }
  const begun = (begunOrder: Order) => {
    setAgain(false)
    onOrder(begunOrder)
  }
  const isRead = id === null || order !== undefined
  const step = {
    ...rest,
    view,
    order,
    phone,
    onPhone: setPhone,
    onOrder: begun,
    onAgain: () => setAgain(true),
    onClose: close,
  }
  return (
    <Dialog open={open} onClose={close} title={useTitle(view)} closeLabel={t('ui.close')}>
      {isRead && <Step {...step} />}
      {!isRead && isError && <ErrorBox title={t('payments.notFound')}>{t('payments.notFoundHelp')}</ErrorBox>}
      {!isRead && !isError && (
        <Loading label={t('app.loading')}>
          <Skeleton shape="block" />
        </Loading>
      )}
      {rest.offer.simulated && (view === 'waiting' || view === 'phone') && <TestPhone isAsked={view === 'waiting'} />}
    </Dialog>
  )
}

type StepProps = Omit<PaySheetProps, 'open' | 'id' | 'onClose'> & {
  view: PayView
  order: Order | undefined
  phone: string
  onPhone: (phone: string) => void
  onAgain: () => void
  onClose: () => void
}

function Step({ view, order, plan, phone, onPhone, onOrder, onAgain, onClose, ...rest }: StepProps) {
  const t = useTranslate()
  if (!order || view === 'phone') return <PhoneStep {...{ plan, phone, onPhone, onOrder }} />
  switch (view) {
    case 'waiting':
      return <WaitingStep {...{ order, phone, onOrder, onClose }} />
    case 'card':
      return <CardStep order={order} onClose={onClose} />
    case 'checking':
      return <CheckingStep onAgain={onAgain} />
    case 'returned':
      return <Lead>{t(order.refundDue ? 'payments.returningLead' : 'payments.returnedLead')}</Lead>
    case 'paid':
      return <PaidStep order={order} links={rest.links} />
    case 'ended':
      return <EndedStep {...rest} {...{ order, onClose }} onPhone={onAgain} />
  }
}

function useTitle(view: PayView): string {
  const t = useTranslate()
  switch (view) {
    case 'phone':
      return t('payments.payWithMpesa')
    case 'waiting':
      return t('payments.checkPhone')
    case 'card':
      return t('payments.bank')
    case 'checking':
      return t('payments.checking')
    case 'returned':
      return t('payments.moneyBack')
    case 'paid':
      return t('payments.bestInShow')
    case 'ended':
      return t('payments.noMoney')
  }
}
