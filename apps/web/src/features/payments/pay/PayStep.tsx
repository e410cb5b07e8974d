import type { Order, PaymentOffer } from '@pawtrait/contract/payments/payments.ts'
import type { Plan } from '@pawtrait/contract/payments/premium.ts'
import { paymentFailureReasons } from '#i18n/en/by-value/payments/payment-failure-reasons.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { assignLocation } from '#lib/assign-location.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import { FailedStep } from './FailedStep.tsx'
import { PaidStep, type PayLinks } from './PaidStep.tsx'
import { PaymentClaimForm } from './PaymentClaimForm.tsx'
import styles from './PaySheet.module.css'
import { PayStatus } from './PayStatus.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import type { PayView } from './pay-view.ts'
import { WaitingStep } from './WaitingStep.tsx'

type UnusedStepProps = { order: Order; offer: PaymentOffer; onPhone: () => void; onClose: () => void }

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
  /** Goes back to the phone number form, to send another prompt. */
  onAgain: () => void
  onClose: () => void
}

/** Content of the pay sheet for one of its views. */
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
      return (
        <PayStatus>{t(order.refundDue ? phrases.payments.refundPendingText : phrases.payments.refundedText)}</PayStatus>
      )
    case 'paid':
      return <PaidStep {...{ order, phone }} links={rest.links} />
    case 'ended':
      return <FailedStep {...rest} {...{ order, onClose }} onPhone={onAgain} />
  }
}

/** Pay sheet after the buyer returned from the card page, until the bank has responded. */
function CardStep({ feed }: { feed: string }) {
  const t = useTranslate()
  return (
    <div className={styles.step}>
      <PayStatus>{t(phrases.payments.bankCheckText)}</PayStatus>
      <ProgressBar label={t(phrases.payments.bankLabel)} />
      <p className="muted small">{t(phrases.payments.bankNote)}</p>
      <Link className={buttonClass({ kind: 'ghost', block: true })} to={feed}>
        {t(phrases.payments.waitInFeed)}
      </Link>
    </div>
  )
}

/** Pay sheet while it is unknown whether the buyer has paid. */
function CheckingStep({ order, onAgain }: { order: Order; onAgain: () => void }) {
  const t = useTranslate()
  return (
    <div className={styles.step}>
      <PayStatus>{t(phrases.payments.checkingText)}</PayStatus>
      <ProgressBar label={t(phrases.payments.checkingLabel)} />
      <p className="muted small">{t(phrases.payments.checkingNote)}</p>
      <Button kind="ghost" block onClick={onAgain}>
        {t(phrases.payments.startAgain)}
      </Button>
      {order.attempt?.method === 'mpesa' && <PaymentClaimForm order={order.id} />}
    </div>
  )
}

/** Pay sheet after the buyer returned from the card page, if the card provider confirms that nothing was paid. */
function UnusedStep({ order, offer, onPhone, onClose }: UnusedStepProps) {
  const t = useTranslate()
  const address = order.attempt?.checkoutUrl
  return (
    <div className={styles.step}>
      <PayStatus>{t(paymentFailureReasons.abandoned)}</PayStatus>
      {address && (
        <Button kind="spark" block onClick={() => assignLocation(address)}>
          {t(phrases.payments.continueWithCard)}
        </Button>
      )}
      {offer.mpesa && (
        <Button kind="ghost" block onClick={onPhone}>
          {t(phrases.payments.payWithMpesa)}
        </Button>
      )}
      <Button kind="quiet" small onClick={onClose}>
        {t(phrases.payments.notNow)}
      </Button>
    </div>
  )
}
