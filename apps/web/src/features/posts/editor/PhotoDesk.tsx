import { useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './CreatePage.module.css'
import type { Draft } from './composition.ts'
import { FailedPhotos } from './FailedPhotos.tsx'
import { PhotoDialog } from './PhotoDialog.tsx'
import { PhotoStage } from './PhotoStage.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'
import { useComposition } from './use-composition.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useIsWide } from './use-is-wide.ts'

/** The chosen photo large, and all of them in their order; on a phone their order alone, and one opens on a tap. */
export function PhotoDesk({ draft, onFiles }: { draft: Draft; onFiles: (files: File[]) => void }) {
  const { change } = useComposition()
  const isWide = useIsWide()
  const desk = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<string | null>(null)
  useFileDrop(onFiles)
  const { photos, chosen } = draft
  const found = photos.findIndex(({ key }) => key === chosen)
  const at = Math.max(0, found)
  const photo = photos[at]
  useEffect(() => {
    if (found < 0 && photo) change(() => ({ chosen: photo.key }))
  }, [found, photo, change])
  const [takenOut, setTakenOut] = useState(0)
  if (opened !== null && photos.every(({ key }) => key !== opened)) {
    setOpened(null)
    setTakenOut((count) => count + 1)
  }
  // The thumb that the dialog would give the focus back to went with its photo.
  const focusNext = useEffectEvent(() =>
    desk.current?.querySelectorAll<HTMLElement>('[data-slot] > button')[at]?.focus(),
  )
  useEffect(() => {
    if (takenOut > 0) focusNext()
  }, [takenOut])
  return (
    <div ref={desk} className={styles.stage}>
      {isWide && photo && <PhotoStage photo={photo} at={at} total={photos.length} />}
      <PhotoStrip draft={draft} onFiles={onFiles} onOpen={isWide ? undefined : setOpened} />
      <FailedPhotos photos={photos} />
      {!isWide && photo && (
        <PhotoDialog open={opened !== null} onClose={() => setOpened(null)} draft={draft} photo={photo} at={at} />
      )}
    </div>
  )
}
