import { useTranslate } from '#i18n/use-translate.ts'
import styles from './PaySheet.module.css'

/** The simulated phone, in a window of its own: its page may stand in no frame. */
export function TestPhone({ isAsked }: { isAsked: boolean }) {
  const t = useTranslate()
  return (
    <div role="note" className={styles.test}>
      <p>
        <b>{t('payments.testMode')}</b> {t(isAsked ? 'payments.openPhoneHelp' : 'payments.testModeHelp')}
      </p>
      {isAsked && (
        <a href="/test/phone" target="_blank" rel="noopener">
          {t('payments.openPhone')}
        </a>
      )}
    </div>
  )
}
