import type { Order } from '@pawtrait/contract/payments.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { goTo } from '#lib/go-to.ts'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Lead } from './Lead.tsx'
import styles from './PaySheet.module.css'

/** Back from the card page before the bank has answered, or by the browser's back button. */
export function CardStep({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslate()
  const address = order.attempt?.checkoutUrl
  return (
    <div className={styles.step}>
      <Lead>{t('payments.bankLead')}</Lead>
      <ProgressBar label={t('payments.bankLabel')} />
      <p className="muted small">{t('payments.bankNote')}</p>
      {address && (
        <>
          <p>{t('payments.notFinished')}</p>
          <Button kind="ghost" block onClick={() => goTo(address)}>
            {t('payments.toCardPage')}
          </Button>
        </>
      )}
      <Button kind="quiet" small onClick={onClose}>
        {t('ui.close')}
      </Button>
    </div>
  )
}
