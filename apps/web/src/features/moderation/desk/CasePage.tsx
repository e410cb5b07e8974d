import type { ReportId } from '@pawtrait/contract/ids.ts'
import type { NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { msSincePageLoad } from '#lib/time/time.ts'
import { useViewer } from '#shell/viewer.ts'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import { CaseNotes } from './CaseNotes.tsx'
import styles from './CasePage.module.css'
import { useUnblurredPhotos } from './CasePhotos.tsx'
import { isDecidedLocally } from './case-navigation/case-order.ts'
import { useAdjacentCases } from './case-navigation/use-adjacent-cases.ts'
import { DeskLayout } from './DeskLayout.tsx'
import { CaseActionBar } from './decision/CaseActionBar.tsx'
import { CaseDecision } from './decision/CaseDecision.tsx'
import { caseQuery } from './desk-cache.ts'
import { EarlierDecisions } from './EarlierDecisions.tsx'
import { OtherOpenReports } from './OtherOpenReports.tsx'
import { useReportLabel } from './QueueTable.tsx'
import { ReportedItem } from './ReportedItem.tsx'
import { ReporterStatements } from './ReporterStatements.tsx'
import { useUndo } from './undo/DeskUndoProvider.tsx'
import { useAssignReport } from './use-assign-report.ts'
import { useDecideReport } from './use-decide-report.ts'
import { ActionErrorBox, useDeskMutation } from './use-desk-mutation.tsx'
import type { DeskShortcuts } from './use-desk-shortcuts.ts'

/** The page at `/moderation/{id}`: a report with all its context, and the decision form. */
export function CasePage({ id }: { id: ReportId }) {
  const t = useTranslate()
  const query = useQuery(caseQuery(id))
  if (query.data) return <CaseView key={id} report={query.data} />
  return (
    <DeskLayout title={t(phrases.desk.reportTitle)} currentTab={null} keys={{}}>
      <QueryContent query={query} failed={t(phrases.desk.reportLoadFailed)}>
        {() => null}
      </QueryContent>
    </DeskLayout>
  )
}

function focusForm(form: HTMLFormElement | null) {
  form?.scrollIntoView({ block: 'nearest' })
  form?.querySelector<HTMLElement>('input:checked, input')?.focus({ preventScroll: true })
}

/** Returns a ref for the decision form. Focuses the form on mount when the URL ends with `#act`. */
function useForm() {
  const { hash } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (hash !== '#act') return
    // Waits one frame, because a newly opened page first focuses its heading.
    const frame = requestAnimationFrame(() => focusForm(form.current))
    return () => cancelAnimationFrame(frame)
  }, [hash])
  return form
}

const UNSEEN_MS = 600

/** Returns a function that returns true for 600 ms after mount: a key press may be meant for the previous report. */
function useIsUnseen() {
  const [since] = useState(msSincePageLoad)
  return () => msSincePageLoad() - since < UNSEEN_MS
}

/** Returns the actions on a report for its buttons and shortcuts. */
function useCase(report: ReportDetails) {
  const { id, state, takenBy, photos: all } = report
  const viewer = useViewer()
  const queries = useQueryClient()
  const form = useForm()
  const isUnseen = useIsUnseen()
  const link = useRef<HTMLAnchorElement>(null)
  const photos = useUnblurredPhotos(all)
  const { go, leave, back } = useAdjacentCases(id)
  const desk = useDeskMutation()
  const decide = useDecideReport(desk.act)
  const take = useAssignReport()
  const toggleAssignment = () => take.mutate({ id, take: takenBy !== viewer?.username })
  const onDecide = (decision: NewDecision) => {
    // Ignores a second decision while the decided report is still on the screen and the next report is loading.
    if (!isDecidedLocally(queries, id)) decide(report, decision, leave)
  }
  const shortcuts: DeskShortcuts = {
    a: () => focusForm(form.current),
    t: toggleAssignment,
    d: () => isUnseen() || onDecide({ action: 'dismiss', note: '' }),
  }
  const keys: DeskShortcuts = {
    j: () => go(1),
    k: () => go(-1),
    u: back,
    s: photos.flipAll,
    o: () => link.current?.click(),
    ...(state === 'open' && shortcuts),
  }
  return {
    form,
    link,
    photos,
    desk,
    onDecide,
    onNext: leave,
    keys,
    take: { error: take.error, isPending: take.isPending, onPress: toggleAssignment },
  }
}

function CaseView({ report }: { report: ReportDetails }) {
  const t = useTranslate()
  const formatReportLabel = useReportLabel()
  const { undo, isPending: isUndoing } = useUndo()
  const { form, link, photos, desk, onDecide, onNext, keys, take } = useCase(report)
  const { id, words, said, notes, decisions, alsoReported } = report
  return (
    <DeskLayout title={formatReportLabel(report)} currentTab={null} keys={keys}>
      <div className={styles.case}>
        <div className={styles.side}>
          <ReportedItem {...{ report, photos, link }} />
          <OtherOpenReports lines={alsoReported} />
        </div>
        <div className={styles.side}>
          <ReporterStatements said={said} words={words} />
          <CaseDecision ref={form} {...{ report, desk, take, onDecide, onNext }} />
          <ActionErrorBox title={t(phrases.desk.actionFailed)} error={take.error} />
          <EarlierDecisions
            decisions={decisions}
            busy={isUndoing}
            onUndo={(decision) => undo({ report: id, decision })}
          />
          <CaseNotes id={id} notes={notes} />
        </div>
      </div>
      <CaseActionBar keys={keys} busy={desk.isPending} />
      {desk.sudo}
    </DeskLayout>
  )
}
