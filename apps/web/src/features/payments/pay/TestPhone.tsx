import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './PaySheet.module.css'

/**
 * The simulated phone, in a window of its own: its page may stand in no frame. `account`: what the phone that is asked
 * is asked to pay for, which leads to that one among those of other buyers; null: none is asked.
 */
export function TestPhone({ account }: { account: string | null }) {
  const t = useTranslate()
  return (
    <div role="note" className={styles.test}>
      <p>
        <b>{t(phrases.payments.testMode)}</b>{' '}
        {t(account ? phrases.payments.openPhoneHelp : phrases.payments.testModeHelp)}
      </p>
      {account && (
        <a href={`/test/phone?account=${encodeURIComponent(account)}`} target="_blank" rel="noopener">
          {t(phrases.payments.openPhone)}
        </a>
      )}
    </div>
  )
}
