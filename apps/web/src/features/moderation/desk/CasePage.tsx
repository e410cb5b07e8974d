import type { ReportId } from '@pawtrait/contract/ids.ts'
import type { NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportInContext } from '@pawtrait/contract/moderation/moderation-desk.ts'
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
import { useShownPhotos } from './CasePhotos.tsx'
import { isDecidedHere } from './case-navigation/case-order.ts'
import { useAdjacentCases } from './case-navigation/use-adjacent-cases.ts'
import { DeskLayout } from './DeskLayout.tsx'
import { CaseBar } from './decision/CaseBar.tsx'
import { CaseDecision } from './decision/CaseDecision.tsx'
import { caseQuery } from './desk-cache.ts'
import { EarlierDecisions } from './EarlierDecisions.tsx'
import { OtherOpenReports } from './OtherOpenReports.tsx'
import { useReportLabel } from './QueueTable.tsx'
import { ReportedItem } from './ReportedItem.tsx'
import { ReporterStatements } from './ReporterStatements.tsx'
import { useUndo } from './undo/DeskUndoProvider.tsx'
import { useAssignReport } from './use-assign-report.ts'
import { useDecide } from './use-decide.ts'
import { ActionRefused, useDeskMutation } from './use-desk-mutation.tsx'
import type { DeskShortcuts } from './use-desk-shortcuts.ts'

/** The page at `/moderation/{id}`: a report with all its context, and the decision form. */
export function CasePage({ id }: { id: ReportId }) {
  const t = useTranslate()
  const query = useQuery(caseQuery(id))
  if (query.data) return <Case key={id} report={query.data} />
  return (
    <DeskLayout title={t(phrases.desk.reportTitle)} place={null} keys={{}}>
      <QueryContent query={query} failed={t(phrases.desk.caseFailed)}>
        {() => null}
      </QueryContent>
    </DeskLayout>
  )
}

function focusForm(form: HTMLFormElement | null) {
  form?.scrollIntoView({ block: 'nearest' })
  form?.querySelector<HTMLElement>('input:checked, input')?.focus({ preventScroll: true })
}

/** Ref to the form, which takes the focus on mount if the URL's fragment asks for it. */
function useForm() {
  const { hash } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (hash !== '#act') return
    // After the frame in which each new page focuses its heading.
    const frame = requestAnimationFrame(() => focusForm(form.current))
    return () => cancelAnimationFrame(frame)
  }, [hash])
  return form
}

const UNSEEN_MS = 600

/** Returns whether the report appeared just now: the second press of a key was meant for the previous report. */
function useIsUnseen() {
  const [since] = useState(msSincePageLoad)
  return () => msSincePageLoad() - since < UNSEEN_MS
}

/** Actions on a report, by pointer and by key. */
function useCase(report: ReportInContext) {
  const { id, state, takenBy, photos: all } = report
  const viewer = useViewer()
  const queries = useQueryClient()
  const form = useForm()
  const isUnseen = useIsUnseen()
  const link = useRef<HTMLAnchorElement>(null)
  const photos = useShownPhotos(all)
  const { go, leave, back } = useAdjacentCases(id)
  const desk = useDeskMutation()
  const decide = useDecide(desk.act)
  const take = useAssignReport()
  const takeOrPutBack = () => take.mutate({ id, take: takenBy !== viewer?.username })
  const onDecide = (decision: NewDecision) => {
    // The next report may still be loading.
    if (!isDecidedHere(queries, id)) decide(report, decision, leave)
  }
  const acts: DeskShortcuts = {
    a: () => focusForm(form.current),
    t: takeOrPutBack,
    d: () => isUnseen() || onDecide({ action: 'dismiss', note: '' }),
  }
  const keys: DeskShortcuts = {
    j: () => go(1),
    k: () => go(-1),
    u: back,
    s: photos.flipAll,
    o: () => link.current?.click(),
    ...(state === 'open' && acts),
  }
  return {
    form,
    link,
    photos,
    desk,
    onDecide,
    onNext: leave,
    keys,
    take: { error: take.error, isPending: take.isPending, onPress: takeOrPutBack },
  }
}

function Case({ report }: { report: ReportInContext }) {
  const t = useTranslate()
  const what = useReportLabel()
  const { undo, isPending: isUndoing } = useUndo()
  const { form, link, photos, desk, onDecide, onNext, keys, take } = useCase(report)
  const { id, words, said, notes, decisions, alsoReported } = report
  return (
    <DeskLayout title={what(report)} place={null} keys={keys}>
      <div className={styles.case}>
        <div className={styles.side}>
          <ReportedItem {...{ report, photos, link }} />
          <OtherOpenReports lines={alsoReported} />
        </div>
        <div className={styles.side}>
          <ReporterStatements said={said} words={words} />
          <CaseDecision ref={form} {...{ report, desk, take, onDecide, onNext }} />
          <ActionRefused title={t(phrases.desk.actionFailed)} error={take.error} />
          <EarlierDecisions
            decisions={decisions}
            busy={isUndoing}
            onUndo={(decision) => undo({ report: id, decision })}
          />
          <CaseNotes id={id} notes={notes} />
        </div>
      </div>
      <CaseBar keys={keys} busy={desk.isPending} />
      {desk.sudo}
    </DeskLayout>
  )
}
