import { decideReport, type NewDecision, undoDecision } from '@pawtrait/contract/decisions.ts'
import type { DecisionId, ReportId } from '@pawtrait/contract/ids.ts'
import { useQueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/call.ts'
import { useToast } from '#ui/Toast.tsx'
import { caseQuery, deskChanged } from './desk-cache.ts'
import type { DeskAct } from './use-desk-act.tsx'

/** Decides about a report, with a toast by which it can be undone; and undoes what was decided. */
export function useDecide(act: DeskAct['act']) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const undo = (decision: DecisionId, report: ReportId, onDone?: () => void) =>
    act(async () => {
      await call(undoDecision, { params: { id: decision }, body: {} })
      void deskChanged(queries)
      void queries.invalidateQueries({ queryKey: caseQuery(report).queryKey })
      toast({ text: t(phrases.desk.undoneToast) })
      onDone?.()
    })
  const decide = (report: ReportId, body: NewDecision, onDone: () => void) =>
    act(async () => {
      const { decision } = await call(decideReport, { params: { id: report }, body })
      void deskChanged(queries)
      // It is looked at anew when it is opened again.
      void queries.invalidateQueries({ queryKey: caseQuery(report).queryKey, refetchType: 'none' })
      toast({
        text: t(body.action === 'dismiss' ? phrases.desk.dismissedToast : phrases.desk.decidedToast),
        actionLabel: t(phrases.ui.undo),
        onAction: () => undo(decision.id, report),
      })
      onDone()
    })
  return { decide, undo }
}
