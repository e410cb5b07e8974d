import type { ReportInContext } from '@pawtrait/contract/moderation-desk.ts'
import { moderationReasons } from '#i18n/en/chosen/moderation-reasons.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import styles from './CasePage.module.css'

type Said = ReportInContext['said'][0]

/** Who reported it, why, and what they saw where that is not what stands there now. */
export function CaseSaid({ said, words }: Pick<ReportInContext, 'said' | 'words'>) {
  const t = useTranslate()
  return (
    <section className={styles.card} aria-labelledby="said-title">
      <h2 id="said-title">{t(phrases.desk.said)}</h2>
      <ul className={styles.list}>
        {said.map((one) => (
          <li key={one.id}>
            <div className={styles.head}>
              <b>{t(moderationReasons[one.reason])}</b>
              <span className="small muted">
                <RelativeTime iso={one.at} />
              </span>
            </div>
            {one.note && <blockquote className={styles.quote}>{one.note}</blockquote>}
            {one.words !== words && one.words !== '' && (
              <>
                <p className="small muted">{t(phrases.desk.theySaw)}</p>
                <blockquote className={styles.quote}>{one.words}</blockquote>
              </>
            )}
            {one.form ? <p className="small muted">{t(phrases.desk.byForm)}</p> : <By by={one.by} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function By({ by }: { by: Said['by'] }) {
  const t = useTranslate()
  const { upheld, dismissed } = by?.record ?? { upheld: 0, dismissed: 0 }
  const record = upheld + dismissed > 0 ? t(phrases.desk.record, { upheld, dismissed }) : t(phrases.desk.firstReport)
  return (
    <p className="small muted">
      <span className="id">{by?.username ?? t(phrases.desk.nobody)}</span>
      {by && `, ${record}`}
    </p>
  )
}
