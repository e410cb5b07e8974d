import { useSyncExternalStore } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useIsOnline } from '#lib/server/use-online.ts'
import styles from './SlowUploadNotice.module.css'
import { isUploadingSlowly, subscribeToSlowUploads } from './upload-queue.ts'

const getServerSnapshot = () => false

/** Live region that says the connection is slow during an upload; otherwise empty. */
export function SlowUploadNotice() {
  const t = useTranslate()
  const isSlow = useSyncExternalStore(subscribeToSlowUploads, isUploadingSlowly, getServerSnapshot)
  const isOnline = useIsOnline()
  return (
    <div role="status" className={styles.status}>
      {isSlow && isOnline && <p>{t(phrases.media.slowUpload)}</p>}
    </div>
  )
}
