import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import { Lead } from './Lead.tsx'
import styles from './PaySheet.module.css'

/** Back from the card page before its bank has answered: it is being asked. */
export function CardStep({ feed }: { feed: string }) {
  const t = useTranslate()
  return (
    <div className={styles.step}>
      <Lead>{t(phrases.payments.bankLead)}</Lead>
      <ProgressBar label={t(phrases.payments.bankLabel)} />
      <p className="muted small">{t(phrases.payments.bankNote)}</p>
      <Link className={buttonClass({ kind: 'ghost', block: true })} to={feed}>
        {t(phrases.payments.waitInFeed)}
      </Link>
    </div>
  )
}
