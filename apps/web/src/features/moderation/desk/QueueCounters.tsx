import { useQuery } from '@tanstack/react-query'
import { shortTimeUnits } from '#i18n/en/by-value/app/short-time-units.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { deskSummaryQuery } from './desk-cache.ts'
import styles from './QueuePage.module.css'

const HOUR = 60

/** Counters of the queue: pending reports, age of the oldest report, median time to a decision, pending appeals. */
export function QueueCounters() {
  const t = useTranslate()
  const locale = useLocale()
  const { data } = useQuery(deskSummaryQuery())
  if (!data) return null
  const { open, oldestAt, usualMinutes, appeals } = data
  const number = (count: number) => count.toLocaleString(locale)
  const minutes = usualMinutes ?? 0
  const usual =
    minutes < HOUR
      ? t(shortTimeUnits.minute, { count: minutes })
      : t(shortTimeUnits.hour, { count: Math.round(minutes / HOUR) })
  return (
    <dl className={styles.tiles}>
      <div>
        <dt>{t(phrases.desk.openReportsTile)}</dt>
        <dd>{number(open)}</dd>
      </div>
      <div>
        <dt>{t(phrases.desk.oldestReportTile)}</dt>
        <dd>{oldestAt ? <RelativeTime iso={oldestAt} short /> : t(phrases.desk.noTimeValue)}</dd>
      </div>
      <div>
        <dt>{t(phrases.desk.usualTimeTile)}</dt>
        <dd>{usualMinutes === null ? t(phrases.desk.noTimeValue) : usual}</dd>
      </div>
      <div>
        <dt>{t(phrases.desk.waitingAppealsTile, { count: appeals })}</dt>
        <dd>{number(appeals)}</dd>
      </div>
    </dl>
  )
}
