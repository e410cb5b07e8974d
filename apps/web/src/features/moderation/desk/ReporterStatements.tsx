import type { ReportId, UserId } from '@pawtrait/contract/ids.ts'
import {
  muteReporter,
  REPORTER_MUTE_DAYS,
  type ReportDetails,
  unmuteReporter,
} from '@pawtrait/contract/moderation/moderation-desk.ts'
import { useQueryClient } from '@tanstack/react-query'
import { reportReasonLabels } from '#i18n/en/by-value/moderation/report-reason-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import styles from './CasePage.module.css'
import { cacheReporterMute, refetchDesk } from './desk-cache.ts'
import { ActionErrorBox, useDeskMutation } from './use-desk-mutation.tsx'

type ReporterRef = { report: ReportId; reporter: UserId }

const HELP = 'mute-help'

/** Collapses whitespace, because a change of only whitespace does not count as a changed text. */
const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ').trim()

type ReportStatement = ReportDetails['said'][0]

/** List of reporters with their reasons. Also shows the reported text if it has changed since the report. */
export function ReporterStatements({ said, words }: Pick<ReportDetails, 'said' | 'words'>) {
  const t = useTranslate()
  const mute = useMuteReporter()
  const isNamed = said.some(({ by }) => by !== null)
  return (
    <section className={styles.card} aria-labelledby="said-title">
      <h2 id="said-title">{t(phrases.desk.reportersTitle)}</h2>
      <ul className={styles.list}>
        {said.map((statement) => (
          <li key={statement.id}>
            <div className={styles.head}>
              <b>{t(reportReasonLabels[statement.reason])}</b>
              <span className="small muted">
                <RelativeTime iso={statement.at} />
              </span>
            </div>
            {statement.note && (
              <blockquote dir="auto" className={styles.quote}>
                {statement.note}
              </blockquote>
            )}
            {collapseWhitespace(statement.words) !== collapseWhitespace(words) &&
              collapseWhitespace(statement.words) !== '' && <ReportedText words={statement.words} />}
            {statement.form ? (
              <p className="small muted">{t(phrases.desk.reportedByForm)}</p>
            ) : (
              <Reporter report={statement.id} by={statement.by} mute={mute} />
            )}
          </li>
        ))}
      </ul>
      {isNamed && (
        <p id={HELP} className="small muted">
          {t(phrases.desk.muteReporterHelp, { days: REPORTER_MUTE_DAYS })}
        </p>
      )}
      <ActionErrorBox title={t(phrases.desk.actionFailed)} error={mute.error} />
      {mute.sudo}
    </section>
  )
}

type ReporterProps = {
  report: ReportStatement['id']
  by: ReportStatement['by']
  mute: ReturnType<typeof useMuteReporter>
}

function Reporter({ report, by, mute }: ReporterProps) {
  const t = useTranslate()
  if (!by) return <p className="small muted id">{t(phrases.desk.deletedUser)}</p>
  const { id, username, muted } = by
  const { upheld, dismissed } = by.record
  const right = t(phrases.desk.reporterUpheldCount, { count: upheld })
  const wrong = t(phrases.desk.reporterDismissedCount, { count: dismissed })
  const record = upheld + dismissed > 0 ? `${right}, ${wrong}` : t(phrases.desk.reporterWithoutRecord)
  const label = t(muted ? phrases.desk.unmuteReporter : phrases.desk.muteReporter)
  return (
    <div className={styles.head}>
      <p className="small muted">
        <span className="id">{username}</span>
        {`, ${record}`}
        {muted && `. ${t(phrases.desk.reporterMuted)}`}
      </p>
      <Button
        kind="quiet"
        small
        busy={mute.isPending}
        aria-label={t(phrases.desk.muteReporterLabel, { label, name: username })}
        aria-describedby={HELP}
        onClick={() => mute.setMuted({ report, reporter: id }, !muted)}
      >
        {label}
      </Button>
    </div>
  )
}

function ReportedText({ words }: { words: string }) {
  const t = useTranslate()
  return (
    <>
      <p className="small muted">{t(phrases.desk.reporterViewLabel)}</p>
      <blockquote className={styles.quote}>{words}</blockquote>
    </>
  )
}

/** Mutation that mutes or unmutes a reporter, and updates the reporter in every cached report. */
function useMuteReporter() {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const { act, ...desk } = useDeskMutation()
  const setMuted = ({ report, reporter }: ReporterRef, mute: boolean) =>
    act(async () => {
      const { muted } = await call(mute ? muteReporter : unmuteReporter, { params: { id: report } })
      cacheReporterMute(queries, reporter, muted)
      void refetchDesk(queries)
      toast({ text: t(muted ? phrases.desk.mutedToast : phrases.desk.unmutedToast) })
    })
  return { ...desk, setMuted }
}
