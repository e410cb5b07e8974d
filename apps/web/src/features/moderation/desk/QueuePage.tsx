import { useEffect, useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusHeading } from '#lib/focus/focus-heading.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import { BulkDecisionDialog } from './bulk-actions/BulkDecisionDialog.tsx'
import { QueueGroupBar } from './bulk-actions/QueueGroupBar.tsx'
import { SelectedReportsBar } from './bulk-actions/SelectedReportsBar.tsx'
import { DeskLayout } from './DeskLayout.tsx'
import type { DeskView } from './desk-cache.ts'
import { parseDeskView } from './desk-view.ts'
import { QueueCounters } from './QueueCounters.tsx'
import { QueueFilters } from './QueueFilters.tsx'
import styles from './QueuePage.module.css'
import { QueueTable } from './QueueTable.tsx'
import { StaleQueueWarning } from './StaleQueueWarning.tsx'
import { ActionErrorBox } from './use-desk-mutation.tsx'
import { useReportQueue } from './use-report-queue.ts'

const titles = {
  open: phrases.desk.queueTab,
  mine: phrases.desk.assignedReportsTab,
  decided: phrases.desk.decidedTab,
} as const

/** The page at `/moderation`: reports that are pending, assigned to the moderator, or decided. */
export function QueuePage() {
  const t = useTranslate()
  const view = parseDeskView(useSearchParams())
  const queue = useReportQueue(view)
  const group = view.wave ?? view.owner
  useFocusOn(group)
  return (
    <DeskLayout title={t(getTitlePhrase(view))} currentTab={view.view} keys={queue.keys}>
      <div className={styles.queue}>
        {view.view === 'open' && !group && <QueueCounters />}
        {group ? <QueueGroupBar queue={queue} view={view} /> : <QueueFilters view={view} />}
        <ActionErrorBox
          title={t(phrases.desk.actionFailed)}
          error={queue.isDeciding ? null : (queue.error ?? queue.take.error)}
        />
        <StaleQueueWarning query={queue.list} />
        <SelectedReportsBar queue={queue} />
        <QueueTable queue={queue} view={view} />
        <p className={styles.hint}>{t(phrases.desk.shortcutsHint)}</p>
      </div>
      <BulkDecisionDialog queue={queue} />
      {queue.sudo}
    </DeskLayout>
  )
}

function getTitlePhrase({ view, wave, owner }: DeskView) {
  if (wave) return phrases.desk.spamWaveTitle
  return owner ? phrases.desk.personGroupTitle : titles[view]
}

/** Focuses the heading when the queue of a spam wave or user opens or closes. The page is not remounted then. */
function useFocusOn(group: string | undefined) {
  const shown = useRef(group)
  useEffect(() => {
    if (shown.current === group) return
    shown.current = group
    focusHeading()
  }, [group])
}
