import type { NewDecision } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import styles from '#features/moderation/desk/CasePage.module.css'
import { ActionErrorBox, type DeskMutation, isConflict } from '#features/moderation/desk/use-desk-mutation.tsx'
import { decisionLabels } from '#i18n/en/by-value/moderation/decision-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useViewer } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { DecisionForm } from './DecisionForm.tsx'

type CaseDecisionProps = {
  ref: RefObject<HTMLFormElement | null>
  report: ReportDetails
  desk: DeskMutation
  take: { isPending: boolean; onPress: () => void }
  onDecide: (decision: NewDecision) => void
  onNext: () => void
}

/** Shows the assigned moderator and the decision form while the report is open, otherwise the decision. */
export function CaseDecision({ ref, report, desk, take, onDecide, onNext }: CaseDecisionProps) {
  const t = useTranslate()
  const viewer = useViewer()
  const { id, kind, state, takenBy, owner, said } = report
  const [wasOpen] = useState(state === 'open')
  // An item may have several reports. The URL contains the id of the most urgent of these reports.
  const reason = (said.find((statement) => statement.id === id) ?? said[0])?.reason ?? null
  const isMine = takenBy !== null && takenBy === viewer?.username
  const assignee = isMine
    ? t(phrases.desk.assignedToYou)
    : takenBy
      ? t(phrases.desk.assignedToModerator, { name: takenBy })
      : t(phrases.desk.unassigned)
  return (
    <section className={styles.card} aria-labelledby="decide-title">
      <div className={styles.head}>
        <h2 id="decide-title">{t(phrases.desk.actionLegend)}</h2>
        {state === 'open' && <span className="small muted">{assignee}</span>}
      </div>
      {state === 'open' ? (
        <DecisionForm
          ref={ref}
          kinds={[kind]}
          reason={reason}
          name={owner?.username ?? null}
          busy={desk.isPending}
          error={desk.error}
          submit={t(phrases.desk.decideAndNext)}
          onDecide={onDecide}
        >
          <Button kind="ghost" busy={take.isPending} onClick={take.onPress}>
            {t(isMine ? phrases.desk.releaseReport : phrases.desk.takeReport)}
          </Button>
        </DecisionForm>
      ) : (
        <DecisionSummary report={report} error={desk.error} wasOpen={wasOpen} onNext={onNext} />
      )}
    </section>
  )
}

type DecisionSummaryProps = {
  report: ReportDetails
  error: Error | null
  /** True if the report was undecided when the moderator opened the page. */
  wasOpen: boolean
  onNext: () => void
}

/**
 * Replaces the form after a decision, with a button to the next report. If another moderator decided, it names the
 * moderator and the action.
 */
function DecisionSummary({ report: { decisions }, error, wasOpen, onNext }: DecisionSummaryProps) {
  const t = useTranslate()
  const viewer = useViewer()
  const nextButton = useRef<HTMLDivElement>(null)
  // Focuses the button to the next report if the focused element was removed with the form.
  useEffect(() => {
    if (wasOpen && document.activeElement === document.body) nextButton.current?.querySelector('button')?.focus()
  }, [wasOpen])
  const last = decisions.find(({ undoneAt }) => undoneAt === null)
  const isByOther = last && !last.automated && last.by !== viewer?.username
  const actionName = last && t(decisionLabels[last.action])
  return (
    <>
      <div role="status">
        {isByOther && actionName && (
          <p>{t(phrases.desk.alreadyDecidedBy, { name: last.by ?? t(phrases.desk.deletedUser), what: actionName })}</p>
        )}
        <p>{t(phrases.desk.decidedNote)}</p>
      </div>
      <ActionErrorBox title={t(phrases.desk.actionFailed)} error={isConflict(error) ? null : error} />
      <div ref={nextButton}>
        <Button kind="ghost" onClick={onNext}>
          {t(phrases.desk.nextReport)}
        </Button>
      </div>
    </>
  )
}
