import type { Order } from '@pawtrait/contract/payments/payments.ts'
import clock from '@phosphor-icons/core/regular/clock.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/states/Note.tsx'
import styles from './WaitingNote.module.css'

/** Note of a payment in progress, started here or elsewhere. One press shows it again, so that no second one starts. */
export function WaitingNote({ order, onShow }: { order: Order; onShow: () => void }) {
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
