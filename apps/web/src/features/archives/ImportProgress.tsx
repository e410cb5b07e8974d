import { paths } from '@pawtrait/contract/paths.ts'
import doneIcon from '@phosphor-icons/core/regular/check-circle.svg?path'
import info from '@phosphor-icons/core/regular/info.svg?path'
import { SlowUploadNotice } from '#features/media/SlowUploadNotice.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { CallError } from '#lib/server/call.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { Note } from '#ui/states/Note.tsx'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import styles from './ImportProgress.module.css'
import type { ImportState, PostImportState } from './import-posts.ts'

type ImportProgressProps = { now: ImportState; onPause: () => void; onResume: () => void; onEnd: () => void }

const countOutcome = ({ outcomes }: ImportState, outcome: PostImportState) =>
  [...outcomes.values()].filter((other) => other === outcome).length

/** Progress of an import, with buttons to pause and cancel it. Shows the result once the import has ended. */
export function ImportProgress({ now, onPause, onResume, onEnd }: ImportProgressProps) {
  const t = useTranslate()
  const isDone = now.step === 'done'
  const finishedCount = now.outcomes.size - countOutcome(now, 'sending')
  return (
    <div className={styles.progress}>
      {isDone ? (
        <Result now={now} />
      ) : (
        <>
          <p role="status">{t(phrases.archives.progressCount, { done: finishedCount, total: now.total })}</p>
          <ProgressBar label={t(phrases.archives.progressLabel)} value={finishedCount / Math.max(1, now.total)} />
          <SlowUploadNotice />
          <StopReason now={now} />
        </>
      )}
      <SkippedPhotoList now={now} />
      <div className={styles.buttons}>
        {isDone && (
          <Link className={buttonClass()} to={paths.profile}>
            {t(phrases.archives.profileLink)}
          </Link>
        )}
        {now.step === 'running' && (
          <Button kind="soft" onClick={onPause}>
            {t(phrases.archives.pauseImport)}
          </Button>
        )}
        {!isDone && now.step !== 'running' && <Button onClick={onResume}>{t(phrases.archives.continueImport)}</Button>}
        <Button kind="ghost" onClick={onEnd}>
          {t(isDone ? phrases.archives.backToPosts : phrases.ui.cancel)}
        </Button>
      </div>
    </div>
  )
}

function StopReason({ now: { step, error } }: { now: ImportState }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  if (step === 'running') return <p className="muted">{t(phrases.archives.keepPageOpen)}</p>
  if (step === 'paused') return <p role="status">{t(phrases.archives.pausedNotice)}</p>
  const title = t(step === 'offline' ? phrases.archives.offlineTitle : phrases.archives.stoppedTitle)
  return (
    <ErrorBox title={title}>
      {error && <p>{formatProblem(error)}</p>}
      <p>{t(phrases.archives.stoppedText)}</p>
    </ErrorBox>
  )
}

function Result({ now }: { now: ImportState }) {
  const t = useTranslate()
  const [imported, known, failed] = [
    countOutcome(now, 'imported'),
    countOutcome(now, 'known'),
    countOutcome(now, 'failed'),
  ]
  const isSuccess = imported > 0 || failed === 0
  return (
    <Note icon={isSuccess ? doneIcon : info} tone={isSuccess ? 'good' : 'plain'}>
      <div role="status">
        <p>{t(phrases.archives.importedCount, { count: imported })}</p>
        {known > 0 && <p>{t(phrases.archives.alreadyImportedCount, { count: known })}</p>}
        {failed > 0 && <p>{t(phrases.archives.failedCount, { count: failed })}</p>}
      </div>
    </Note>
  )
}

function SkippedPhotoList({ now: { skippedPhotos } }: { now: ImportState }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  if (skippedPhotos.length === 0) return null
  const describeError = (error: CallError | null) => (error ? formatProblem(error) : t(phrases.archives.photoDamaged))
  return (
    <details className={styles.left}>
      <summary>{t(phrases.archives.skippedPhotoCount, { count: skippedPhotos.length })}</summary>
      <ul>
        {skippedPhotos.map(({ path, error }) => (
          <li key={path}>
            {path}: {error?.code === 'not-found' ? t(phrases.archives.photoFetchFailed) : describeError(error)}
          </li>
        ))}
      </ul>
    </details>
  )
}
