import type { ReportId } from '@pawtrait/contract/ids.ts'
import { decideReports, type NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { focusRow } from '#features/moderation/desk/case-navigation/row-focus.ts'
import { refetchDesk } from '#features/moderation/desk/desk-cache.ts'
import type { DecidedReport } from '#features/moderation/desk/undo/create-undo.ts'
import { useUndo } from '#features/moderation/desk/undo/DeskUndoProvider.tsx'
import type { ReportQueueState } from '#features/moderation/desk/use-report-queue.ts'
import { decisionLabels } from '#i18n/en/by-value/moderation/decision-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'

// Reports per request. A request with 25 reports takes a third of a second. Small batches make progress visible, and a
// lost response affects few reports.
const PER_CALL = 25

/** Progress and result of a bulk action. `alreadyClosed`: reports decided by other moderators, or deleted. */
export type BulkDecisionResult = {
  total: number
  decided: DecidedReport[]
  alreadyClosed: ReportId[]
  refused: ReportId[]
}

const isAlreadyClosed = ({ code }: { code: string }) => code === 'conflict' || code === 'not-found'
const getReportIds = (items: readonly { report: ReportId }[]) => items.map(({ report }) => report)

/** Returns the ids of the reports that have left the queue, because they are decided or were already closed. */
const collectClosedIds = ({ decided, alreadyClosed }: BulkDecisionResult) =>
  new Set<string>([...getReportIds(decided), ...alreadyClosed])

/** Decides reports in batches. If a batch fails, the next call of `decideRemaining` continues with that batch. */
function createBulkDecision(
  reports: readonly ReportId[],
  decision: NewDecision,
  onStep: (now: BulkDecisionResult) => void,
) {
  let remaining = reports
  let now: BulkDecisionResult = { total: reports.length, decided: [], alreadyClosed: [], refused: [] }
  const decideRemaining = async () => {
    for (onStep(now); remaining.length > 0; onStep(now)) {
      const { decided, refused } = await call(decideReports, {
        body: { reports: remaining.slice(0, PER_CALL), ...decision },
      })
      remaining = remaining.slice(PER_CALL)
      now = {
        ...now,
        decided: [...now.decided, ...decided],
        alreadyClosed: [...now.alreadyClosed, ...getReportIds(refused.filter(isAlreadyClosed))],
        refused: [...now.refused, ...getReportIds(refused.filter((refusal) => !isAlreadyClosed(refusal)))],
      }
    }
  }
  return { decideRemaining, soFar: () => now }
}

/** Focuses a row of the queue after the dialog closes, because the previously focused row may be removed. */
function useFocusAfter(isDeciding: boolean) {
  const next = useRef<{ line: ReportId | undefined } | null>(null)
  useEffect(() => {
    if (isDeciding || !next.current) return
    focusRow(next.current.line)
    next.current = null
  }, [isDeciding])
  return (line: ReportId | undefined) => {
    next.current = { line }
  }
}

/** Applies one decision to all selected reports. Reports that were refused or not processed remain selected. */
export function useBulkDecision({
  ticked,
  ids,
  lines,
  refetchLines,
  act,
  isPending,
  isDeciding,
  setDeciding,
}: ReportQueueState) {
  const t = useTranslate()
  const { offer } = useUndo()
  const focusAfter = useFocusAfter(isDeciding)
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<BulkDecisionResult | null>(null)
  const close = () => {
    setDeciding(false)
    if (!isPending) setOutcome(null)
  }
  const decide = (decision: NewDecision) => {
    const reports = ticked.map(({ id }) => id)
    const { decideRemaining, soFar } = createBulkDecision(reports, decision, setOutcome)
    act(async () => {
      try {
        await decideRemaining()
      } catch (error) {
        // Reopens the dialog if the user has closed it, because only the dialog shows the error.
        setDeciding(true)
        throw error
      } finally {
        lines.drop(collectClosedIds(soFar()))
        void refetchDesk(queries)
      }
      const { decided, alreadyClosed, refused } = soFar()
      const decidedText = t(phrases.desk.bulkDecidedCount, {
        act: t(decisionLabels[decision.action]),
        count: decided.length,
      })
      const alreadyDecidedText =
        alreadyClosed.length > 0 && t(phrases.desk.bulkAlreadyDecidedCount, { count: alreadyClosed.length })
      offer(alreadyDecidedText ? `${decidedText}. ${alreadyDecidedText}` : decidedText, decided, refetchLines)
      if (refused.length > 0) return
      const closedIds = collectClosedIds(soFar())
      focusAfter(ids.find((id) => !closedIds.has(id)))
      close()
    })
  }
  return { outcome, close, decide }
}
