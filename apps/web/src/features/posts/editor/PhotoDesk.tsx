import { useEffect } from 'react'
import styles from './CreatePage.module.css'
import type { Draft } from './composition.ts'
import { PhotoStage } from './PhotoStage.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'
import { useComposition } from './use-composition.ts'
import { useFileDrop } from './use-file-drop.ts'

/** The chosen photo large, and all of them in their order; files may be dropped anywhere. */
export function PhotoDesk({ draft, onFiles }: { draft: Draft; onFiles: (files: File[]) => void }) {
  const { change } = useComposition()
  useFileDrop(onFiles)
  const found = draft.photos.findIndex(({ key }) => key === draft.chosen)
  const at = Math.max(0, found)
  const photo = draft.photos[at]
  useEffect(() => {
    if (found < 0 && photo) change(() => ({ chosen: photo.key }))
  }, [found, photo, change])
  return (
    <div className={styles.stage}>
      {photo && <PhotoStage photo={photo} at={at} total={draft.photos.length} />}
      <PhotoStrip draft={draft} onFiles={onFiles} />
    </div>
  )
}
