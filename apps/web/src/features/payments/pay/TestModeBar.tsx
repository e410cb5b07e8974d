import type { PaymentOffer } from '@pawtrait/contract/payments/payments.ts'
import flask from '@phosphor-icons/core/fill/flask-fill.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './TestModeBar.module.css'

type TestModeBarProps = Pick<PaymentOffer, 'livemode'> & { simulated?: boolean }

/** Bar on all payment pages in test mode. It says that no real money is moved. Renders nothing in live mode. */
export function TestModeBar({ livemode, simulated = false }: TestModeBarProps) {
  const t = useTranslate()
  if (livemode) return null
  return (
    <div role="note" className={styles.bar}>
      <Icon path={flask} size={20} />
      <b>{t(phrases.payments.testMode)}</b>
      <span className={styles.more}>
        {t(simulated ? phrases.payments.testModeHelp : phrases.payments.testModeSandboxHelp)}
      </span>
    </div>
  )
}
