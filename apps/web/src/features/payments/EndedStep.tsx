import type { Order, PaymentOffer } from '@pawtrait/contract/payments.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { minutesAndSeconds } from '#lib/days.ts'
import { useSecondsUntil } from '#lib/use-seconds-until.ts'
import { Button } from '#ui/Button.tsx'
import { Lead } from './Lead.tsx'
import styles from './PaySheet.module.css'
import { PROMPT_SECONDS } from './WaitingStep.tsx'

type EndedStepProps = {
  order: Order
  offer: PaymentOffer
  onPhone: () => void
  onCard: () => void
  isOpening: boolean
  onClose: () => void
}

/** A try that brought no money: why, and what to do now. A late success still counts. */
export function EndedStep({ order, offer, onPhone, onCard, isOpening, onClose }: EndedStepProps) {
  const t = useTranslate()
  const { attempt } = order
  const wait = useSecondsUntil(attempt?.retryAt ?? null, PROMPT_SECONDS)
  const byCard = attempt?.method === 'card'
  const mpesa = (
    <Button key="mpesa" kind={byCard ? 'ghost' : 'spark'} block onClick={onPhone}>
      {t(byCard ? 'payments.payWithMpesa' : 'payments.sendAgain')}
    </Button>
  )
  const card = (
    <Button key="card" kind={byCard ? 'spark' : 'ghost'} block busy={isOpening} onClick={onCard}>
      {t(isOpening ? 'payments.opening' : byCard ? 'payments.anotherCard' : 'payments.payWithCard')}
    </Button>
  )
  const ways = [offer.mpesa && mpesa, offer.card && card]
  return (
    <div className={styles.step}>
      <Lead>{t(attempt?.reason ? `payments.ended-${attempt.reason}` : 'payments.endedBare')}</Lead>
      {byCard ? ways.toReversed() : ways}
      {wait > 0 && <p className="muted small nums">{t('payments.retryWait', { time: minutesAndSeconds(wait) })}</p>}
      <Button kind="quiet" small onClick={onClose}>
        {t('payments.notNow')}
      </Button>
    </div>
  )
}
