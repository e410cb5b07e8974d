import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { DeskView } from '#features/moderation/desk/desk-cache.ts'
import { getDeskViewUrl } from '#features/moderation/desk/desk-view.ts'
import type { ReportQueueState } from '#features/moderation/desk/use-report-queue.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import styles from './QueueGroupBar.module.css'

/** Bar above the reports of one spam wave or user: title, "Select all", and a link to the whole queue. */
export function QueueGroupBar({ queue, view }: { queue: ReportQueueState; view: DeskView }) {
  const t = useTranslate()
  const { whole, lines, ids } = queue
  const first = lines.shown.find(({ gone }) => !gone)?.line
  const texts = useGroupTexts(view, first, lines.shown.length)
  const { isReading, hasFailed, select } = whole
  return (
    <div className={styles.group}>
      {texts.lead && <p>{texts.lead}</p>}
      {ids.length > 0 && (
        <Button kind="soft" small busy={isReading} onClick={select}>
          {isReading ? texts.reading : texts.select}
        </Button>
      )}
      <Link className="link alone" to={getDeskViewUrl({ view: view.view })}>
        {t(phrases.desk.leaveGroup)}
      </Link>
      {hasFailed && !isReading && (
        <ErrorBox title={t(phrases.desk.groupLoadFailed)}>{t(phrases.desk.groupLoadFailedText)}</ErrorBox>
      )}
    </div>
  )
}

/** Returns the texts of the bar. The number of reports in a wave comes from its first report, not from loaded pages. */
function useGroupTexts({ view, wave }: DeskView, first: QueuedItem | undefined, loadedCount: number) {
  const t = useTranslate()
  const isDecided = view === 'decided'
  if (wave) {
    const waveSize = first?.wave?.size ?? 0
    return {
      lead: t(isDecided ? phrases.desk.decidedSpamWaveText : phrases.desk.openSpamWaveText),
      select: t(phrases.desk.selectWave, { count: waveSize }),
      reading: t(phrases.desk.waveReportsLoading, { done: loadedCount, of: waveSize }),
    }
  }
  const name = first?.owner?.username
  const lead = isDecided ? phrases.desk.decidedPersonReportsText : phrases.desk.openPersonReportsText
  return {
    lead: name && t(lead, { name }),
    select: t(phrases.desk.selectAll),
    reading: t(phrases.desk.personReportsLoading, { done: loadedCount }),
  }
}
