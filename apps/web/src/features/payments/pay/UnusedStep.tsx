import type { Order, PaymentOffer } from '@pawtrait/contract/payments/payments.ts'
import { paymentsEnded } from '#i18n/en/by-value/payments/payments-ended.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { goTo } from '#lib/go-to.ts'
import { Button } from '#ui/Button.tsx'
import { Lead } from './Lead.tsx'
import styles from './PaySheet.module.css'

type UnusedStepProps = { order: Order; offer: PaymentOffer; onPhone: () => void; onClose: () => void }

/** Back from the card page without having used a card, and its provider says so too. */
export function UnusedStep({ order, offer, onPhone, onClose }: UnusedStepProps) {
  const t = useTranslate()
  const address = order.attempt?.checkoutUrl
  return (
    <div className={styles.step}>
      <Lead>{t(paymentsEnded.abandoned)}</Lead>
      {address && (
        <Button kind="spark" block onClick={() => goTo(address)}>
          {t(phrases.payments.goOnWithCard)}
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
