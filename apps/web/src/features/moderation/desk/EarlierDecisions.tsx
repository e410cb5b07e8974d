import type { Decision } from '@pawtrait/contract/moderation/decisions.ts'
import { decisionLabels } from '#i18n/en/by-value/moderation/decision-labels.ts'
import { ruleLabels } from '#i18n/en/by-value/moderation/rule-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useFormatEndTime } from '#lib/time/use-format-end-time.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import styles from './CasePage.module.css'

type EarlierDecisionsProps = {
  decisions: readonly Decision[]
  busy: boolean
  onUndo: (id: Decision['id']) => void
}

/** Earlier decisions on the reported item, newest first, with undo buttons. Renders nothing without decisions. */
export function EarlierDecisions({ decisions, busy, onUndo }: EarlierDecisionsProps) {
  const t = useTranslate()
  if (decisions.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby="earlier-title">
      <h2 id="earlier-title">{t(phrases.desk.earlierDecisions)}</h2>
      <ul className={styles.list}>
        {decisions.map((decision) => (
          <li key={decision.id} className={styles.decision}>
            <DecisionSummary decision={decision} />
            {decision.undoneAt === null && (
              <Button
                kind="ghost"
                small
                busy={busy}
                aria-label={t(phrases.desk.undoDecisionWithName, { what: t(decisionLabels[decision.action]) })}
                onClick={() => onUndo(decision.id)}
              >
                {t(phrases.desk.undoDecision)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Summary of a decision: action, rule, moderator, time, and the note to the user. */
export function DecisionSummary({ decision }: { decision: Decision }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const formatEnd = useFormatEndTime()
  const { action, rule, note, until, at, automated, undoneAt, by } = decision
  const moderator = automated
    ? t(phrases.desk.decidedByProgram)
    : t(phrases.desk.decidedByName, { name: by ?? t(phrases.desk.deletedUser) })
  return (
    <div>
      <b>{t(decisionLabels[action])}</b>
      {rule && <p>{t(ruleLabels[rule])}</p>}
      {until && <p>{t(phrases.desk.decisionEnd, { day: formatEnd(until) })}</p>}
      {note && <blockquote className={styles.quote}>{note}</blockquote>}
      <p className="small muted">
        {moderator}, <RelativeTime iso={at} />
      </p>
      {undoneAt && (
        <p className="small muted">{t(phrases.desk.undoneOn, { day: formatDay(undoneAt, locale, timeZone) })}</p>
      )}
    </div>
  )
}
