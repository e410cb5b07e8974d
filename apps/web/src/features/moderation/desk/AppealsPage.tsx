import type { ReportId } from '@pawtrait/contract/ids.ts'
import { type Decision, judgeAppeal } from '@pawtrait/contract/moderation/decisions.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusHeading } from '#lib/focus/focus-heading.ts'
import { call } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { Link } from '#ui/Link.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './CasePage.module.css'
import { DeskLayout } from './DeskLayout.tsx'
import { appealsQuery, refetchDesk } from './desk-cache.ts'
import { DecisionSummary } from './EarlierDecisions.tsx'
import { StaleQueueWarning } from './StaleQueueWarning.tsx'
import { ActionErrorBox, useDeskMutation } from './use-desk-mutation.tsx'

type AppealLine = { decision: Decision; report: ReportId | null; username: string; mine: boolean }

/** Focuses the appeal before or after the focused appeal, or the first appeal if none has the focus. */
function goToAppeal(step: 1 | -1) {
  const all = [...document.querySelectorAll<HTMLElement>('[data-appeal]')]
  const at = all.findIndex((appeal) => appeal.contains(document.activeElement))
  const next = all[at < 0 ? 0 : at + step]
  next?.scrollIntoView({ block: 'nearest' })
  next?.focus({ preventScroll: true })
}

const answerAppeal = () => {
  const at = document.activeElement?.closest('[data-appeal]') ?? document.querySelector('[data-appeal]')
  at?.querySelector('textarea')?.focus()
}

/** The page at `/moderation/appeals`: pending appeals, oldest first. Moderators cannot judge their own decisions. */
export function AppealsPage() {
  const t = useTranslate()
  const navigate = useNavigate()
  const query = useQuery(appealsQuery())
  const keys = {
    j: () => goToAppeal(1),
    k: () => goToAppeal(-1),
    a: answerAppeal,
    u: () => void navigate(paths.moderation),
  }
  return (
    <DeskLayout title={t(phrases.desk.appealsTab)} currentTab="appeals" keys={keys}>
      <StaleQueueWarning query={query} />
      <QueryContent query={query} failed={t(phrases.desk.appealsLoadFailed)}>
        {(appeals) =>
          appeals.length === 0 ? (
            <EmptyState picture={<EmptyListArt of="decisions" />} title={t(phrases.desk.appealsEmptyTitle)}>
              {t(phrases.desk.appealsEmptyText)}
            </EmptyState>
          ) : (
            <div className={styles.side}>
              {appeals.map((line) => (
                <Appeal key={line.decision.id} line={line} />
              ))}
            </div>
          )
        }
      </QueryContent>
    </DeskLayout>
  )
}

function Appeal({ line: { decision, report, username, mine } }: { line: AppealLine }) {
  const t = useTranslate()
  const { id, appeal } = decision
  const title = `appeal-${id}`
  return (
    <section className={styles.card} aria-labelledby={title} tabIndex={-1} data-appeal="">
      <div className={styles.head}>
        <h2 id={title}>{t(phrases.desk.appealTitle, { name: username })}</h2>
        {appeal && (
          <span className="small muted">
            <RelativeTime iso={appeal.at} />
          </span>
        )}
      </div>
      <h3>{t(phrases.desk.appealTextTitle)}</h3>
      <blockquote className={styles.quote}>{appeal?.text}</blockquote>
      <h3>{t(phrases.desk.decisionTitle)}</h3>
      <DecisionSummary decision={decision} />
      {report && (
        <Link className="link alone" to={paths.reportAtDesk(report)}>
          {t(phrases.desk.openReport)}
        </Link>
      )}
      {mine ? (
        <p className="muted">{t(phrases.desk.ownDecisionHelp)}</p>
      ) : (
        <JudgementForm id={id} username={username} />
      )}
    </section>
  )
}

/** Form to judge an appeal, with a note to the appellant. */
function JudgementForm({ id, username }: { id: Decision['id']; username: string }) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const { act, isPending, error, sudo } = useDeskMutation()
  const sendJudgement = (outcome: 'upheld' | 'overturned') =>
    act(async () => {
      await call(judgeAppeal, { params: { id }, body: { outcome, note } })
      toast({ text: t(outcome === 'upheld' ? phrases.desk.upheldToast : phrases.desk.overturnedToast) })
      focusHeading()
      await refetchDesk(queries)
    })
  return (
    <>
      <TextArea
        label={t(phrases.desk.judgeNoteLabel, { name: username })}
        rows={2}
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <ActionErrorBox title={t(phrases.desk.judgeFailed)} error={error} />
      <div className={styles.head}>
        <Button kind="ghost" busy={isPending} onClick={() => sendJudgement('upheld')}>
          {t(phrases.desk.upholdDecision)}
        </Button>
        <Button busy={isPending} onClick={() => sendJudgement('overturned')}>
          {t(phrases.desk.overturnDecision)}
        </Button>
      </div>
      {sudo}
    </>
  )
}
