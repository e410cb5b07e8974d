import {
  type Order,
  type PaymentAttempt,
  type PaymentOffer,
  promptIntervalSeconds,
} from '@pawtrait/contract/payments/payments.ts'
import { paymentFailureReasons } from '#i18n/en/by-value/payments/payment-failure-reasons.ts'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useSecondsUntil } from '#lib/time/use-seconds-until.ts'
import { SupportContactLink } from '#shell/SupportContactLink.tsx'
import { Button } from '#ui/Button.tsx'
import { PaymentClaimForm } from './PaymentClaimForm.tsx'
import styles from './PaySheet.module.css'
import { PayStatus } from './PayStatus.tsx'
import { ResendPromptButton } from './ResendPromptButton.tsx'

type FailedStepProps = {
  order: Order
  offer: PaymentOffer
  onPhone: () => void
  onCard: () => void
  isOpening: boolean
  onClose: () => void
}

/**
 * Pay sheet after a failed attempt, with the reason and buttons to try again. The server still accepts a late payment.
 */
export function FailedStep({ order, offer, onClose, ...ways }: FailedStepProps) {
  const t = useTranslate()
  const { attempt } = order
  const byCard = attempt?.method === 'card'
  return (
    <div className={styles.step}>
      <PayStatus>{failureText(t, attempt)}</PayStatus>
      {byCard ? <AfterCard {...ways} offer={offer} /> : <AfterPhone {...ways} offer={offer} attempt={attempt} />}
      {attempt && !byCard && <PaymentClaimForm order={order.id} />}
      <SupportContactLink className="muted" />
      <Button kind="quiet" small onClick={onClose}>
        {t(phrases.payments.notNow)}
      </Button>
    </div>
  )
}

/** Returns why the payment failed, in one or two sentences that contain the last digits of the phone or card. */
function failureText(t: TranslateFunction, attempt: PaymentAttempt | null): string {
  if (!attempt?.reason) return t(phrases.payments.failedWithoutReason)
  const { reason, cardEnd, phoneEnd } = attempt
  const card = cardEnd ? t(phrases.payments.cardEnding, { end: cardEnd }) : t(phrases.payments.unnamedCard)
  const phone = phoneEnd ? t(phrases.payments.maskedPhone, { end: phoneEnd }) : t(phrases.payments.unnamedPhone)
  return t(paymentFailureReasons[reason], { card, phone })
}

type WaysProps = Pick<FailedStepProps, 'offer' | 'onPhone' | 'onCard' | 'isOpening'>

function AfterCard({ offer, onPhone, onCard, isOpening }: WaysProps) {
  const t = useTranslate()
  return (
    <>
      {offer.card && (
        <Button kind="spark" block busy={isOpening} onClick={onCard}>
          {t(isOpening ? phrases.payments.openingCardPage : phrases.payments.anotherCard)}
        </Button>
      )}
      {offer.mpesa && (
        <Button kind="ghost" block onClick={onPhone}>
          {t(phrases.payments.payWithMpesa)}
        </Button>
      )}
    </>
  )
}

function AfterPhone({ attempt, offer, onPhone, onCard, isOpening }: WaysProps & { attempt: PaymentAttempt | null }) {
  const t = useTranslate()
  const wait = useSecondsUntil(attempt?.retryAt ?? null, promptIntervalSeconds)
  return (
    <>
      {offer.mpesa && <ResendPromptButton kind="spark" block wait={wait} onAgain={onPhone} />}
      {offer.mpesa && wait > 0 && (
        <Button kind="ghost" block onClick={onPhone}>
          {t(phrases.payments.anotherNumber)}
        </Button>
      )}
      {offer.card && (
        <Button kind="ghost" block busy={isOpening} onClick={onCard}>
          {t(isOpening ? phrases.payments.openingCardPage : phrases.payments.payWithCard)}
        </Button>
      )}
    </>
  )
}
