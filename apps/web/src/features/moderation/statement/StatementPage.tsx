import {
  getStatementPhoto,
  type StatementOfReasons,
  type StatementWithPhotos,
} from '@pawtrait/contract/moderation/decisions.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import undo from '@phosphor-icons/core/regular/arrow-u-up-left.svg?path'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { decisionConsequences } from '#i18n/en/by-value/moderation/decision-consequences.ts'
import { decisionLabels } from '#i18n/en/by-value/moderation/decision-labels.ts'
import { decisionSubjectLabels } from '#i18n/en/by-value/moderation/decision-subject-labels.ts'
import { ruleLabels } from '#i18n/en/by-value/moderation/rule-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { buildEndpointUrl, CallError } from '#lib/server/call.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useFormatEndTime } from '#lib/time/use-format-end-time.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { CardPage } from '#shell/CardPage.tsx'
import { fetchWithCacheFallback } from '#shell/fetch-with-cache-fallback.ts'
import { isNotFound } from '#shell/navigation/page-errors.ts'
import { createPageHead, pageLoader } from '#shell/page-loader.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { Note } from '#ui/states/Note.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import { AppealForm } from './AppealForm.tsx'
import styles from './StatementPage.module.css'
import { statementQuery } from './statement-cache.ts'

// A suspended user has no session, only the appeal cookie, which server rendering does not read. So without a viewer,
// the browser fetches the decision.
export const loader = pageLoader(async ({ t, queries, call, viewer }, { params }) => {
  if (viewer) await fetchWithCacheFallback(queries, statementQuery(params.id as StatementOfReasons['id'], call))
  return { head: createPageHead(t, t(phrases.decisions.decisionTitle)) }
})

/** The page at `/decisions/{id}`: the reasons of a decision, for the user it concerns. */
export function StatementPage() {
  const t = useTranslate()
  const { id = '' } = useParams()
  const query = useQuery({ ...statementQuery(id as StatementOfReasons['id']), throwOnError: isNotFound })
  const isUnknown = query.error instanceof CallError && query.error.code === 'unauthenticated'
  return (
    <CardPage title={t(phrases.decisions.decisionTitle)}>
      {isUnknown ? (
        <LogInFirst id={id} />
      ) : (
        <QueryContent query={query} failed={t(phrases.decisions.loadFailed)}>
          {(statement) => (
            <div className={styles.statement}>
              <Reasons statement={statement} />
              <Appeal statement={statement} />
            </div>
          )}
        </QueryContent>
      )}
    </CardPage>
  )
}

/** Link to the log-in page. A suspended user who logs in gets no session, but can then read the decision. */
function LogInFirst({ id }: { id: string }) {
  const t = useTranslate()
  return (
    <div className={styles.form}>
      <p>{t(phrases.decisions.logInRequired)}</p>
      <Link className={buttonClass()} to={paths.logIn(paths.decision(id))} reloadDocument>
        {t(phrases.app.logIn)}
      </Link>
    </div>
  )
}

function Reasons({ statement }: { statement: StatementWithPhotos }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const formatEnd = useFormatEndTime()
  const { action, kind, excerpt, rule, note, until, at, automated, undoneAt } = statement
  return (
    <>
      <h2>{t(decisionLabels[action])}</h2>
      {undoneAt && (
        <Note icon={undo} tone="good">
          {t(phrases.decisions.undoneNote, { day: formatDay(undoneAt, locale, timeZone) })}
        </Note>
      )}
      <dl className={styles.facts}>
        <Fact name={t(phrases.decisions.subjectLabel)}>
          {t(decisionSubjectLabels[kind])}
          {excerpt && <blockquote className={styles.quote}>{excerpt}</blockquote>}
          <Photos statement={statement} />
        </Fact>
        {!undoneAt && <Fact name={t(phrases.decisions.consequenceLabel)}>{t(decisionConsequences[action])}</Fact>}
        {until && <Fact name={t(phrases.decisions.endLabel)}>{formatEnd(until)}</Fact>}
        {rule && (
          <Fact name={t(phrases.decisions.ruleLabel)}>
            <Link className="link alone" to={`${paths.rules}#${rule}`}>
              {t(ruleLabels[rule])}
            </Link>
          </Fact>
        )}
        {note && (
          <Fact name={t(phrases.decisions.noteLabel)}>
            <span dir="auto" className={styles.words}>
              {note}
            </span>
          </Fact>
        )}
        <Fact name={t(phrases.decisions.decisionDateLabel)}>
          {formatEnd(at)}. {t(automated ? phrases.decisions.decidedByProgram : phrases.decisions.decidedByPerson)}
        </Fact>
      </dl>
    </>
  )
}

/** Returns the size of a thumbnail, at most 280 × 200 px. It fits a phone, and the photo is still recognisable. */
function thumbnailSize(width: number, height: number) {
  const scale = Math.min(1, 200 / height, 280 / width)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function Photos({ statement: { id, photos } }: { statement: StatementWithPhotos }) {
  const t = useTranslate()
  if (photos.length === 0) return null
  return (
    <ul className={styles.facts} aria-label={t(phrases.decisions.photosLabel)}>
      {photos.map(({ id: photo, width, height, alt }) => (
        <li key={photo}>
          <img
            src={buildEndpointUrl(getStatementPhoto, { params: { id, photo } })}
            {...thumbnailSize(width, height)}
            alt={alt || t(phrases.decisions.photoAlt)}
          />
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Appeal form, or the state of a sent appeal, or a note that the deadline is over. */
function Appeal({ statement: { id, action, appeal, appealUntil, undoneAt } }: { statement: StatementOfReasons }) {
  const t = useTranslate()
  if (action === 'dismiss' || (undoneAt && !appeal)) return null
  return (
    <section className={styles.appeal} aria-labelledby="appeal-title">
      <h3 id="appeal-title">{t(phrases.decisions.appealTitle)}</h3>
      {appeal ? (
        <AppealSection appeal={appeal} />
      ) : appealUntil ? (
        <AppealForm id={id} until={appealUntil} />
      ) : (
        <p>{t(phrases.decisions.appealDeadlineOver)}</p>
      )}
    </section>
  )
}

const outcomes = { upheld: phrases.decisions.decisionUpheld, overturned: phrases.decisions.decisionOverturned } as const

function AppealSection({
  appeal: { text, at, outcome, note, judgedAt },
}: {
  appeal: NonNullable<StatementOfReasons['appeal']>
}) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  return (
    <>
      <p role="status">
        {outcome && judgedAt
          ? t(outcomes[outcome], { day: formatDay(judgedAt, locale, timeZone) })
          : t(phrases.decisions.appealPending)}
      </p>
      {note && <blockquote className={styles.quote}>{note}</blockquote>}
      <p className="muted">{t(phrases.decisions.appealSentOn, { day: formatDay(at, locale, timeZone) })}</p>
      <blockquote className={styles.quote}>{text}</blockquote>
    </>
  )
}
