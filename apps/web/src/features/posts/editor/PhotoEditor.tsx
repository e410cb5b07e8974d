import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { AltTextField } from './AltTextField.tsx'
import styles from './CreatePage.module.css'
import type { Draft, DraftPhoto } from './draft-store.ts'
import { FailedPhotos } from './FailedPhotos.tsx'
import { PhotoStage } from './PhotoStage.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'
import { useDraftStore } from './use-draft-store.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useIsWideWindow } from './use-is-wide-window.ts'

type PhotoDialogProps = { open: boolean; onClose: () => void; draft: Draft; photo: DraftPhoto; at: number }

/** The selected photo with its tools, and a strip of all photos. On a phone, a tap opens the photo in a dialog. */
export function PhotoEditor({ draft, onFiles }: { draft: Draft; onFiles: (files: File[]) => void }) {
  const { change } = useDraftStore()
  const isWide = useIsWideWindow()
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
  // The thumbnail that opened the dialog was removed, so the dialog cannot return the focus to it. Focus the next
  // thumbnail instead.
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

/** Dialog for one photo on a phone, with its crop, position and description. */
function PhotoDialog({ open, onClose, draft, photo, at }: PhotoDialogProps) {
  const t = useTranslate()
  const total = draft.photos.length
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(phrases.create.photoPosition, { number: at + 1, total })}
      closeLabel={t(phrases.ui.close)}
      actions={<Button onClick={onClose}>{t(phrases.create.doneButton)}</Button>}
    >
      <PhotoStage photo={photo} at={at} total={total} />
      <AltTextField draft={draft} />
    </Dialog>
  )
}
