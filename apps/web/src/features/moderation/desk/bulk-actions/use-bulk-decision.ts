import type { ReportId } from '@pawtrait/contract/ids.ts'
import { decideReports, type NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { focusLine } from '#features/moderation/desk/case-navigation/line-focus.ts'
import { refetchDesk } from '#features/moderation/desk/desk-cache.ts'
import { useUndo } from '#features/moderation/desk/undo/DeskUndoProvider.tsx'
import type { Decided } from '#features/moderation/desk/undo/undo-each.ts'
import type { Queue } from '#features/moderation/desk/use-queue.ts'
import { decisionLabels } from '#i18n/en/by-value/moderation/decision-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'

// A third of a second on the server: visible progress, and a lost response leaves few reports uncertain.
const PER_CALL = 25

/** Result of a bulk action. `answered` reports were decided earlier, or are deleted. */
export type BulkOutcome = { of: number; decided: Decided[]; answered: ReportId[]; refused: ReportId[] }

const isAnswered = ({ code }: { code: string }) => code === 'conflict' || code === 'not-found'
const reportsOf = (some: readonly { report: ReportId }[]) => some.map(({ report }) => report)

/** Returns the reports that are no longer in the queue. */
const goneOf = ({ decided, answered }: BulkOutcome) => new Set<string>([...reportsOf(decided), ...answered])

/** Decides in batches. Finished batches stay decided after a failure; the next call continues with the rest. */
function bulkOf(reports: readonly ReportId[], decision: NewDecision, onStep: (now: BulkOutcome) => void) {
  let remaining = reports
  let now: BulkOutcome = { of: reports.length, decided: [], answered: [], refused: [] }
  const goOn = async () => {
    for (onStep(now); remaining.length > 0; onStep(now)) {
      const { decided, refused } = await call(decideReports, {
        body: { reports: remaining.slice(0, PER_CALL), ...decision },
      })
      remaining = remaining.slice(PER_CALL)
      now = {
        ...now,
        decided: [...now.decided, ...decided],
        answered: [...now.answered, ...reportsOf(refused.filter(isAnswered))],
        refused: [...now.refused, ...reportsOf(refused.filter((refusal) => !isAnswered(refusal)))],
      }
    }
  }
  return { goOn, soFar: () => now }
}

/** Sets the focus after the dialog closes: its own target may have been removed with the lines. */
function useFocusAfter(isDeciding: boolean) {
  const next = useRef<{ line: ReportId | undefined } | null>(null)
  useEffect(() => {
    if (isDeciding || !next.current) return
    focusLine(next.current.line)
    next.current = null
  }, [isDeciding])
  return (line: ReportId | undefined) => {
    next.current = { line }
  }
}

/** Runs one action on all selected reports. Refused ones, and those after a failure, stay selected. */
export function useBulkDecision({ ticked, ids, lines, readAnew, act, isPending, isDeciding, setDeciding }: Queue) {
  const t = useTranslate()
  const { offer } = useUndo()
  const focusAfter = useFocusAfter(isDeciding)
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const close = () => {
    setDeciding(false)
    if (!isPending) setOutcome(null)
  }
  const decide = (decision: NewDecision) => {
    const reports = ticked.map(({ id }) => id)
    const { goOn, soFar } = bulkOf(reports, decision, setOutcome)
    act(async () => {
      try {
        await goOn()
      } catch (error) {
        // Reopens the dialog if it was closed, because it shows the progress.
        setDeciding(true)
        throw error
      } finally {
        lines.drop(goneOf(soFar()))
        void refetchDesk(queries)
      }
      const { decided, answered, refused } = soFar()
      const done = t(phrases.desk.bulkDecidedCount, { act: t(decisionLabels[decision.action]), count: decided.length })
      const before = answered.length > 0 && t(phrases.desk.bulkAlreadyDecidedCount, { count: answered.length })
      offer(before ? `${done}. ${before}` : done, decided, readAnew)
      if (refused.length > 0) return
      const gone = goneOf(soFar())
      focusAfter(ids.find((id) => !gone.has(id)))
      close()
    })
  }
  return { outcome, close, decide }
}
