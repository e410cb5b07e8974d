import type { Order } from '@pawtrait/contract/payments/payments.ts'
import clock from '@phosphor-icons/core/regular/clock.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/states/Note.tsx'
import styles from './PendingPaymentNote.module.css'

/** Note about a pending payment, which may be from another device. Its button shows that payment. */
export function PendingPaymentNote({ order, onShow }: { order: Order; onShow: () => void }) {
  const t = useTranslate()
  const phone = order.attempt?.phoneEnd
  return (
    <Note icon={clock}>
      <div className={styles.note} role="status">
        <span>{phone ? t(phrases.premium.waitingForPhone, { end: phone }) : t(phrases.premium.waitingForBank)}</span>
        <Button kind="ghost" small onClick={onShow}>
          {t(phrases.premium.showPendingPayment)}
        </Button>
      </div>
    </Note>
  )
}
