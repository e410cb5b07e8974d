import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { reportReasonLabels } from '#i18n/en/by-value/moderation/report-reason-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import styles from './CasePage.module.css'
import { getDeskViewUrl } from './desk-view.ts'
import { useReportLabel } from './QueueTable.tsx'

/** Other pending reports about the same user. Renders nothing without other reports. */
export function OtherOpenReports({ lines }: { lines: readonly QueuedItem[] }) {
  const t = useTranslate()
  const formatReportLabel = useReportLabel()
  if (lines.length === 0) return null
  const owner = lines[0]?.owner
  return (
    <section className={styles.card} aria-labelledby="also-title">
      <h2 id="also-title">{t(phrases.desk.otherReportsTitle)}</h2>
      <ul className={styles.list}>
        {lines.map((line) => (
          <li key={line.id}>
            <Link className="link alone" to={paths.reportAtDesk(line.id)}>
              {t(reportReasonLabels[line.reason])}, {formatReportLabel(line)}
            </Link>
            {line.excerpt && <p className="small muted">{line.excerpt}</p>}
          </li>
        ))}
      </ul>
      {owner && (
        <Link className="link alone" to={getDeskViewUrl({ owner: owner.id })}>
          {t(phrases.desk.decideAllOfPerson)}
        </Link>
      )}
    </section>
  )
}
