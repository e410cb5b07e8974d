import { decideReport, type ModeratorAction, type NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import type { QueuedItem, ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { decisionToasts } from '#i18n/en/by-value/moderation/decision-toasts.ts'
import { reportTitlesInSentence } from '#i18n/en/by-value/moderation/report-titles-in-sentence.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { setDecidedLocally } from './case-navigation/case-order.ts'
import { caseQuery, refetchDesk } from './desk-cache.ts'
import { useUndo } from './undo/DeskUndoProvider.tsx'
import { type DeskMutation, isConflict } from './use-desk-mutation.tsx'

type DecidableReport = Pick<QueuedItem, 'id' | 'kind' | 'owner'> & Partial<Pick<ReportDetails, 'alsoReported'>>

/** Returns a function that formats the toast's text, such as "Banned bigdog" or "Taken down: post by kevin". */
function useDecisionText() {
  const t = useTranslate()
  return (action: ModeratorAction, { kind, owner }: Pick<DecidableReport, 'kind' | 'owner'>) => {
    const name = owner?.username ?? t(phrases.desk.deletedUser)
    return t(decisionToasts[action], { name, what: t(reportTitlesInSentence[kind], { name }) })
  }
}

/** Refetches the queue and the report after status 409, because another moderator has decided the report. */
function refetchAfterConflict(queries: QueryClient, id: DecidableReport['id']) {
  void refetchDesk(queries)
  void queries.invalidateQueries({ queryKey: caseQuery(id).queryKey })
}

/** Returns a function that sends a decision and then shows a toast with an undo button. */
export function useDecideReport(act: DeskMutation['act']) {
  const queries = useQueryClient()
  const formatDecision = useDecisionText()
  const { offer } = useUndo()
  return (report: DecidableReport, body: NewDecision, onDone: () => void) =>
    act(async () => {
      const { id } = report
      const { decision } = await call(decideReport, { params: { id }, body }).catch((error: Error) => {
        if (isConflict(error)) refetchAfterConflict(queries, id)
        throw error
      })
      void refetchDesk(queries)
      // A ban closes all pending reports about the user, so mark them as decided. The keys j and k then skip them.
      const alsoReportedIds = body.action === 'ban' ? (report.alsoReported ?? []).map((line) => line.id) : []
      for (const closedId of [id, ...alsoReportedIds]) {
        // Marks the report as stale, so that it is refetched when it is next opened.
        void queries.invalidateQueries({ queryKey: caseQuery(closedId).queryKey, refetchType: 'none' })
        setDecidedLocally(queries, closedId, true)
      }
      offer(formatDecision(body.action, report), [{ report: id, decision: decision.id, also: alsoReportedIds }])
      onDone()
    })
}
