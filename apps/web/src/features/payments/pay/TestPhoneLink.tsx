import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './PaySheet.module.css'

/**
 * Link to the simulated phone of test mode. Opens a new window, because the simulated phone cannot be shown in a frame.
 * `account` is the reference in the current prompt; null without a prompt.
 */
export function TestPhoneLink({ account }: { account: string | null }) {
  const t = useTranslate()
  return (
    <div role="note" className={styles.test}>
      <p>
        <b>{t(phrases.payments.testMode)}</b>{' '}
        {t(account ? phrases.payments.openTestPhoneHelp : phrases.payments.testModeHelp)}
      </p>
      {account && (
        <a href={`/test/phone?account=${encodeURIComponent(account)}`} target="_blank" rel="noopener">
          {t(phrases.payments.openTestPhone)}
        </a>
      )}
    </div>
  )
}
