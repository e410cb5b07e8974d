import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import done from '@phosphor-icons/core/fill/check-circle-fill.svg?path'
import { SlowUploadNotice } from '#features/media/SlowUploadNotice.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { msSincePageLoad } from '#lib/time/time.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import { type Draft, type DraftPhoto, isPhotoRefused } from './draft-store.ts'
import { computeUploadProgress, getFileSize } from './new-post-draft.ts'
import { removePhoto, retryPhotoUpload } from './photo-uploads.ts'
import styles from './UploadList.module.css'
import { useDraftStore } from './use-draft-store.ts'
import { usePhotoPreview } from './use-photo-preview.ts'

const MB = 1024 * 1024
const formatMegabytes = (bytes: number) => (bytes / MB).toFixed(1)

/** Upload progress of the whole post and of each photo. */
export function UploadList({ draft }: { draft: Draft }) {
  const t = useTranslate()
  const photos = draft.photos.filter((photo) => !isPhotoRefused(photo))
  const accepted = photos.filter(({ progress }) => progress.step === 'accepted').length
  const share = computeUploadProgress(draft)
  return (
    <section className={styles.card} aria-label={t(phrases.create.uploadProgressLabel)}>
      <header className={styles.head}>
        <div>
          <h2>{t(phrases.create.uploadTitle)}</h2>
          <p role="status">{t(phrases.create.uploadedCount, { done: accepted, count: photos.length })}</p>
          <SlowUploadNotice />
        </div>
        <b aria-hidden="true">{Math.round(share * 100)}%</b>
      </header>
      <ProgressBar label={t(phrases.create.uploadProgressLabel)} value={share} />
      <ul>
        {photos.map((photo, at) => (
          <Row
            key={photo.key}
            photo={photo}
            name={photo.file?.name ?? t(phrases.create.photoNumber, { number: at + 1 })}
          />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { photo: DraftPhoto; name: string }

function Row({ photo, name }: RowProps) {
  const preview = usePhotoPreview(photo)
  const { progress } = photo
  return (
    <li className={styles.row} data-failed={progress.step === 'failed' || undefined}>
      {preview ? <img src={preview} alt="" /> : <span className={styles.blank} />}
      <div className={styles.words}>
        <b>{name}</b>
        <UploadState photo={photo} name={name} />
      </div>
      <End photo={photo} name={name} />
    </li>
  )
}

function UploadState({ photo: { file, progress }, name }: RowProps) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  if (progress.step === 'waiting') return <p>{t(phrases.create.fileWaiting)}</p>
  if (progress.step === 'accepted') return <p>{t(phrases.create.fileReady)}</p>
  if (progress.step === 'failed')
    return (
      <p className={styles.error}>
        {progress.error.code === 'offline' ? t(phrases.create.connectionLost) : formatProblem(progress.error)}
      </p>
    )
  const seconds = (msSincePageLoad() - progress.startedAt) / 1000
  const remainingSeconds =
    progress.sent > 0 ? Math.ceil(((getFileSize(file) - progress.sent) * seconds) / progress.sent) : null
  const sizes = { sent: formatMegabytes(progress.sent), total: formatMegabytes(getFileSize(file)) }
  return (
    <>
      <p>
        {remainingSeconds === null
          ? t(phrases.create.fileProgress, sizes)
          : t(phrases.create.fileProgressWithTime, { ...sizes, count: remainingSeconds })}
      </p>
      <ProgressBar label={name} value={progress.sent / Math.max(1, getFileSize(file))} />
    </>
  )
}

function End({ photo: { key, progress }, name }: RowProps) {
  const t = useTranslate()
  const composition = useDraftStore()
  if (progress.step === 'accepted')
    return (
      <span className={styles.done}>
        <Icon path={done} />
      </span>
    )
  if (progress.step === 'waiting') return <Spinner />
  if (progress.step === 'failed')
    return (
      <Button kind="ghost" small onClick={() => retryPhotoUpload(composition, key)}>
        {t(phrases.create.tryAgain)}
      </Button>
    )
  return (
    <IconButton
      label={t(phrases.create.cancelUpload, { name })}
      icon={x}
      iconSize={20}
      onClick={() => removePhoto(composition, key)}
    />
  )
}
