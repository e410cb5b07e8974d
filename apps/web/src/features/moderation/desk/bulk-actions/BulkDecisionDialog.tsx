import { useEffect, useRef } from 'react'
import { DecisionForm } from '#features/moderation/desk/decision/DecisionForm.tsx'
import { ActionErrorBox } from '#features/moderation/desk/use-desk-mutation.tsx'
import type { ReportQueueState } from '#features/moderation/desk/use-report-queue.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import { type BulkDecisionResult, useBulkDecision } from './use-bulk-decision.ts'

/** Dialog with the decision form for all selected reports, for example of a spam wave. */
export function BulkDecisionDialog({ queue }: { queue: ReportQueueState }) {
  const t = useTranslate()
  const { ticked, isDeciding, isPending, error } = queue
  const { outcome, close, decide } = useBulkDecision(queue)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isDeciding) form.current?.querySelector('input')?.focus()
  }, [isDeciding])
  const refusedCount = isPending ? 0 : (outcome?.refused.length ?? 0)
  const interruptedOutcome = error && outcome && getProgress(outcome).done > 0 ? outcome : null
  const count = isPending && outcome ? outcome.total : ticked.length
  return (
    <Dialog
      wide
      open={isDeciding}
      onClose={close}
      title={t(phrases.desk.bulkDecisionTitle, { count })}
      closeLabel={t(phrases.ui.close)}
    >
      {refusedCount > 0 && (
        <ErrorBox title={t(phrases.desk.bulkRefusedCount, { count: refusedCount })}>
          {t(phrases.desk.bulkRefusedText)}
        </ErrorBox>
      )}
      <DecisionForm
        ref={form}
        kinds={ticked.map(({ kind }) => kind)}
        reason={findCommonReason(ticked)}
        name={null}
        busy={isPending}
        error={interruptedOutcome ? null : error}
        submit={t(phrases.desk.decideSelected)}
        onDecide={decide}
      />
      {interruptedOutcome && (
        <ActionErrorBox title={t(phrases.desk.bulkInterrupted, getProgress(interruptedOutcome))} error={error} />
      )}
      {isPending && outcome && <BulkProgress outcome={outcome} />}
    </Dialog>
  )
}

const findCommonReason = ([first, ...others]: ReportQueueState['ticked']) =>
  first && others.every(({ reason }) => reason === first.reason) ? first.reason : null

const getProgress = ({ total, decided, alreadyClosed, refused }: BulkDecisionResult) => ({
  done: decided.length + alreadyClosed.length + refused.length,
  of: total,
})

function BulkProgress({ outcome }: { outcome: BulkDecisionResult }) {
  const t = useTranslate()
  const { done, of } = getProgress(outcome)
  return (
    <>
      <p className="small muted">{t(phrases.desk.bulkProgress, { done, of })}</p>
      <ProgressBar label={t(phrases.desk.decidingLabel)} value={done / of} />
    </>
  )
}
