import noNet from '@phosphor-icons/core/regular/wifi-slash.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { CallError } from '#lib/server/call.ts'
import { useOnlineRetry } from '#lib/server/use-online.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/states/Note.tsx'
import type { DraftPhoto } from './draft-store.ts'
import styles from './FailedPhotos.module.css'
import { removePhoto, retryPhotoUpload } from './photo-uploads.ts'
import { useDraftStore } from './use-draft-store.ts'

const notPhotoCodes = new Set<CallError['code']>(['unreadable-photo', 'unsupported-media-type'])
// Returns whether the error is permanent, so that a retry would fail too.
const isFinal = ({ code }: CallError) =>
  notPhotoCodes.has(code) || code === 'picture-taken-down' || code === 'file-changed'

/** Errors of failed uploads: one line for each refused photo, and one for all uploads that lost the connection. */
export function FailedPhotos({ photos }: { photos: readonly DraftPhoto[] }) {
  const t = useTranslate()
  const composition = useDraftStore()
  const failed = photos.flatMap((photo, at) => {
    const { key, file, progress } = photo
    const name = file?.name ?? t(phrases.create.photoNumber, { number: at + 1 })
    return progress.step === 'failed' ? [{ photoKey: key, name, error: progress.error }] : []
  })
  const dropped = failed.filter(({ error }) => error.code === 'offline')
  const retryAll = () => dropped.forEach(({ photoKey }) => retryPhotoUpload(composition, photoKey))
  const isOnline = useOnlineRetry(retryAll)
  const isWaiting = !isOnline && photos.some(({ progress: { step } }) => step === 'waiting' || step === 'sending')
  return (
    <div role="status" className={styles.place}>
      {isWaiting && dropped.length === 0 && <Note icon={noNet}>{t(phrases.create.offlineNote)}</Note>}
      {failed.length > 0 && (
        <ul className={styles.failed}>
          {failed.map((photo) => photo.error.code !== 'offline' && <RefusedPhoto key={photo.photoKey} {...photo} />)}
          {dropped.length > 0 && (
            <li>
              <span>{t(isOnline ? phrases.create.connectionLost : phrases.create.offlineNote)}</span>
              <Button kind="ghost" small onClick={retryAll}>
                {t(phrases.create.tryAgain)}
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function RefusedPhoto({ photoKey, name, error }: { photoKey: string; name: string; error: CallError }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  const composition = useDraftStore()
  return (
    <li>
      <span>
        {notPhotoCodes.has(error.code)
          ? t(phrases.create.fileUnreadable, { file: name })
          : t(phrases.create.fileUploadFailed, { file: name, why: formatProblem(error) })}
      </span>
      {!isFinal(error) && (
        <Button kind="ghost" small onClick={() => retryPhotoUpload(composition, photoKey)}>
          {t(phrases.create.tryAgain)}
        </Button>
      )}
      <Button kind="ghost" small onClick={() => removePhoto(composition, photoKey)}>
        {t(phrases.create.removeFile)}
      </Button>
    </li>
  )
}
