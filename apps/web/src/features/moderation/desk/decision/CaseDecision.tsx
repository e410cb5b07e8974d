import type { NewDecision } from '@pawtrait/contract/decisions.ts'
import type { ReportInContext } from '@pawtrait/contract/moderation-desk.ts'
import type { RefObject } from 'react'
import styles from '#features/moderation/desk/CasePage.module.css'
import { type DeskAct, NotDone } from '#features/moderation/desk/use-desk-act.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useViewer } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { DecisionForm } from './DecisionForm.tsx'

type CaseDecisionProps = {
  ref: RefObject<HTMLFormElement | null>
  report: ReportInContext
  desk: DeskAct
  take: { isPending: boolean; onPress: () => void }
  onDecide: (decision: NewDecision) => void
}

/** Who has it, and the decision; or that it is decided. */
export function CaseDecision({ ref, report, desk, take, onDecide }: CaseDecisionProps) {
  const t = useTranslate()
  const viewer = useViewer()
  const { id, kind, state, takenBy, owner, said } = report
  // It goes by the id of its most urgent report.
  const reason = (said.find((one) => one.id === id) ?? said[0])?.reason ?? null
  const isMine = takenBy !== null && takenBy === viewer?.username
  const whose = isMine
    ? t(phrases.desk.withYou)
    : takenBy
      ? t(phrases.desk.withNamed, { name: takenBy })
      : t(phrases.desk.withNobody)
  return (
    <section className={styles.card} aria-labelledby="decide-title">
      <div className={styles.head}>
        <h2 id="decide-title">{t(phrases.desk.whatHappens)}</h2>
        {state === 'open' && <span className="small muted">{whose}</span>}
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
            {t(isMine ? phrases.desk.putBack : phrases.desk.takeIt)}
          </Button>
        </DecisionForm>
      ) : (
        <>
          <p>{t(phrases.desk.isDecided)}</p>
          <NotDone title={t(phrases.desk.notDone)} error={desk.error} />
        </>
      )}
    </section>
  )
}
