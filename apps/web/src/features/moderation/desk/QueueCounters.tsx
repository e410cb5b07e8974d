import { useQuery } from '@tanstack/react-query'
import { uiAgo } from '#i18n/en/by-value/app/ui-ago.ts'
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
    minutes < HOUR ? t(uiAgo.minute, { count: minutes }) : t(uiAgo.hour, { count: Math.round(minutes / HOUR) })
  return (
    <dl className={styles.tiles}>
      <div>
        <dt>{t(phrases.desk.open)}</dt>
        <dd>{number(open)}</dd>
      </div>
      <div>
        <dt>{t(phrases.desk.oldest)}</dt>
        <dd>{oldestAt ? <RelativeTime iso={oldestAt} short /> : t(phrases.desk.noTime)}</dd>
      </div>
      <div>
        <dt>{t(phrases.desk.usual)}</dt>
        <dd>{usualMinutes === null ? t(phrases.desk.noTime) : usual}</dd>
      </div>
      <div>
        <dt>{t(phrases.desk.appealsWaiting, { count: appeals })}</dt>
        <dd>{number(appeals)}</dd>
      </div>
    </dl>
  )
}
