import type { Order, PaymentOffer } from '@pawtrait/contract/payments/payments.ts'
import type { Plan } from '@pawtrait/contract/payments/premium.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CardStep } from './CardStep.tsx'
import { CheckingStep } from './CheckingStep.tsx'
import { EndedStep } from './EndedStep.tsx'
import { Lead } from './Lead.tsx'
import { PaidStep, type PayLinks } from './PaidStep.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import { UnusedStep } from './UnusedStep.tsx'
import type { PayView } from './view-order.ts'
import { WaitingStep } from './WaitingStep.tsx'

type PayStepProps = {
  view: PayView
  order: Order | undefined
  offer: PaymentOffer
  plan: Plan
  links: PayLinks
  phone: string
  onPhone: (phone: string) => void
  onOrder: (order: Order) => void
  onCard: () => void
  isOpening: boolean
  /** Back to the number, for another prompt. */
  onAgain: () => void
  onClose: () => void
}

/** What the sheet says and offers, for one view of an order. */
export function PayStep({ view, order, plan, phone, onPhone, onOrder, onAgain, onClose, ...rest }: PayStepProps) {
  const t = useTranslate()
  const before = order?.attempt ?? null
  if (!order || view === 'phone') return <PhoneStep {...{ plan, before, phone, onPhone, onOrder }} />
  switch (view) {
    case 'waiting':
      return <WaitingStep {...{ order, onAgain, onClose }} />
    case 'card':
      return <CardStep feed={rest.links.feed} />
    case 'unused':
      return <UnusedStep {...{ order, onClose }} offer={rest.offer} onPhone={onAgain} />
    case 'checking':
      return <CheckingStep {...{ order, onAgain }} />
    case 'returned':
      return <Lead>{t(order.refundDue ? phrases.payments.returningLead : phrases.payments.returnedLead)}</Lead>
    case 'paid':
      return <PaidStep {...{ order, phone }} links={rest.links} />
    case 'ended':
      return <EndedStep {...rest} {...{ order, onClose }} onPhone={onAgain} />
  }
}
