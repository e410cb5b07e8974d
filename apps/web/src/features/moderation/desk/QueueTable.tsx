import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import chat from '@phosphor-icons/core/regular/chat-circle.svg?path'
import story from '@phosphor-icons/core/regular/circle-dashed.svg?path'
import post from '@phosphor-icons/core/regular/image-square.svg?path'
import pet from '@phosphor-icons/core/regular/paw-print.svg?path'
import user from '@phosphor-icons/core/regular/user.svg?path'
import { decisionLabels } from '#i18n/en/by-value/moderation/decision-labels.ts'
import { reportReasonLabels } from '#i18n/en/by-value/moderation/report-reason-labels.ts'
import { reportTitles } from '#i18n/en/by-value/moderation/report-titles.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { useViewer } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { IconTile } from '#ui/lists/IconRow.tsx'
import { NewItemsPill } from '#ui/lists/NewItemsPill.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import type { DeskView } from './desk-cache.ts'
import { getDeskViewUrl } from './desk-view.ts'
import type { VisibleRow } from './merge-stable-order.ts'
import styles from './QueuePage.module.css'
import type { ReportQueueState } from './use-report-queue.ts'

const icons = { user, pet, post, comment: chat, story }

const loadMorePhrases = {
  more: phrases.desk.loadMore,
  loading: phrases.desk.loadingMore,
  failed: phrases.desk.loadMoreFailed,
}

/** Table of reports with one report in each row. A button above the table shows new reports. */
export function QueueTable({ queue, view }: { queue: ReportQueueState; view: DeskView }) {
  const t = useTranslate()
  const { list, lines } = queue
  const newLabel = lines.newCount > 0 && t(phrases.desk.newReportCount, { count: lines.newCount })
  return (
    <QueryContent query={list} failed={t(phrases.desk.queueLoadFailed)}>
      {() =>
        lines.shown.length === 0 ? (
          <EmptyQueue view={view} />
        ) : (
          <>
            <NewItemsPill
              news={newLabel}
              label={t(phrases.desk.showNewReports)}
              onShow={() => lines.resetLines()}
              className={styles.news}
            >
              {newLabel}
            </NewItemsPill>
            <div className={styles.card}>
              <table className={styles.table}>
                <Head isDecided={view.view === 'decided'} />
                <tbody>
                  {lines.shown.map((shown) => (
                    <Line key={shown.line.id} shown={shown} queue={queue} view={view} />
                  ))}
                </tbody>
              </table>
            </div>
            <LoadMore {...toPaginationState(list)} words={loadMorePhrases} />
          </>
        )
      }
    </QueryContent>
  )
}

function EmptyQueue({ view: { view, kind, reason, wave, owner, trusted } }: { view: DeskView }) {
  const t = useTranslate()
  if (wave || owner)
    return (
      <EmptyState
        picture={<EmptyListArt of="decisions" />}
        title={t(wave ? phrases.desk.waveEmptyTitle : phrases.desk.personEmptyTitle)}
      >
        {t(phrases.desk.groupEmptyText)}
      </EmptyState>
    )
  const isNarrow = kind !== undefined || reason !== undefined || trusted !== undefined || view !== 'open'
  return (
    <EmptyState
      picture={<EmptyListArt of="decisions" />}
      title={t(isNarrow ? phrases.desk.noMatchTitle : phrases.desk.emptyTitle)}
    >
      {t(isNarrow ? phrases.desk.noMatchText : phrases.desk.emptyText)}
    </EmptyState>
  )
}

function Head({ isDecided }: { isDecided: boolean }) {
  const t = useTranslate()
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="vh">{t(phrases.desk.selectAll)}</span>
        </th>
        <th scope="col">{t(phrases.desk.subjectColumn)}</th>
        <th scope="col">{t(phrases.desk.reportsColumn)}</th>
        <th scope="col">{t(isDecided ? phrases.desk.dateColumn : phrases.desk.waitingColumn)}</th>
        <th scope="col">{t(isDecided ? phrases.desk.decisionColumn : phrases.desk.moderatorColumn)}</th>
      </tr>
    </thead>
  )
}

/** Returns a function that labels a report, such as "Post by wanjiru". */
export function useReportLabel(): (line: Pick<QueuedItem, 'kind' | 'owner'>) => string {
  const t = useTranslate()
  return ({ kind, owner }) => t(reportTitles[kind], { name: owner?.username ?? t(phrases.desk.deletedUser) })
}

function Line({ shown: { line, gone }, queue, view }: { shown: VisibleRow; queue: ReportQueueState; view: DeskView }) {
  const t = useTranslate()
  const formatReportLabel = useReportLabel()
  const { id, reason, reports, trusted, at, state, decided } = line
  const isOpen = state === 'open' && !gone
  const isTicked = queue.ticked.some((tick) => tick.id === id)
  const name = `${t(reportReasonLabels[reason])}, ${formatReportLabel(line)}`
  return (
    <tr data-line={id} data-gone={gone || undefined} data-ticked={isTicked || undefined}>
      <td className={styles.tick}>
        {isOpen && (
          <label>
            <input type="checkbox" checked={isTicked} onChange={() => queue.flip(id)} />
            <span className="vh">{t(phrases.desk.selectReport, { what: name })}</span>
          </label>
        )}
      </td>
      <td>
        <ToReport line={line} onOpen={() => queue.savePosition(id)} />
      </td>
      <td>
        {t(phrases.desk.reportCount, { count: reports })} <WaveLink line={line} view={view} />
        {trusted && <small className={styles.trusted}>{t(phrases.desk.trustedReporterMark)}</small>}
      </td>
      <td className="nums">
        {gone ? t(phrases.desk.noLongerWaiting) : <RelativeTime iso={decided?.at ?? at} short />}{' '}
        {isOpen && reason === 'cruelty' && <span className={styles.urgent}>{t(phrases.desk.urgentMark)}</span>}
      </td>
      <td>
        {isOpen && <AssignmentCell line={line} name={name} queue={queue} />}
        {decided && <DecidedReport decided={decided} />}
      </td>
    </tr>
  )
}

/** Link to the page of a report, with its reason, kind and owner. */
function ToReport({ line, onOpen }: { line: QueuedItem; onOpen: () => void }) {
  const t = useTranslate()
  const formatReportLabel = useReportLabel()
  const { id, kind, reason, excerpt } = line
  return (
    <Link className={styles.what} to={paths.reportAtDesk(id)} onClick={onOpen}>
      <IconTile icon={icons[kind]} />
      <span>
        <b>{t(reportReasonLabels[reason])}</b>
        <small>{formatReportLabel(line)}</small>
        {excerpt && <small className={styles.excerpt}>{excerpt}</small>}
      </span>
    </Link>
  )
}

function DecidedReport({ decided: { action, by } }: { decided: NonNullable<QueuedItem['decided']> }) {
  const t = useTranslate()
  const viewer = useViewer()
  const name = by === viewer?.username ? t(phrases.desk.ownModeratorName) : (by ?? t(phrases.desk.deletedUser))
  return t(phrases.desk.decisionWithModerator, { action: t(decisionLabels[action]), name })
}

/** Link from a report to the queue of its spam wave. */
function WaveLink({ line: { wave }, view }: { line: QueuedItem; view: DeskView }) {
  const t = useTranslate()
  if (!wave || view.wave) return null
  return (
    <Link className="link alone" to={getDeskViewUrl({ view: view.view, wave: wave.id })}>
      {t(phrases.desk.waveSize, { count: wave.size })}
    </Link>
  )
}

function AssignmentCell({ line, name, queue }: { line: QueuedItem; name: string; queue: ReportQueueState }) {
  const { id, takenBy } = line
  const t = useTranslate()
  const viewer = useViewer()
  if (takenBy)
    return <span className="id">{takenBy === viewer?.username ? t(phrases.desk.ownModeratorName) : takenBy}</span>
  return (
    <Button
      kind="ghost"
      small
      aria-label={t(phrases.desk.takeReportWithName, { what: name })}
      busy={queue.take.isPending && queue.take.variables.id === id}
      onClick={() => queue.toggleAssignment(line)}
    >
      {t(phrases.desk.takeReport)}
    </Button>
  )
}
