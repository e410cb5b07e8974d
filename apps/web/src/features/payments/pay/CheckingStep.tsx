import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import { ClaimForm } from './ClaimForm.tsx'
import { Lead } from './Lead.tsx'
import styles from './PaySheet.module.css'

/** Nobody knows yet whether it went through. */
export function CheckingStep({ order, onAgain }: { order: Order; onAgain: () => void }) {
  const t = useTranslate()
  return (
    <div className={styles.step}>
      <Lead>{t(phrases.payments.checkingLead)}</Lead>
      <ProgressBar label={t(phrases.payments.checkingLabel)} />
      <p className="muted small">{t(phrases.payments.checkingNote)}</p>
      <Button kind="ghost" block onClick={onAgain}>
        {t(phrases.payments.startAgain)}
      </Button>
      {order.attempt?.method === 'mpesa' && <ClaimForm order={order.id} />}
    </div>
  )
}
