import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { AltField } from './AltField.tsx'
import type { Draft, DraftPhoto } from './composition.ts'
import { PhotoStage } from './PhotoStage.tsx'

type PhotoDialogProps = { open: boolean; onClose: () => void; draft: Draft; photo: DraftPhoto; at: number }

/** One photo of a post on a phone: its cut, its place, its description. */
export function PhotoDialog({ open, onClose, draft, photo, at }: PhotoDialogProps) {
  const t = useTranslate()
  const total = draft.photos.length
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(phrases.create.moved, { number: at + 1, total })}
      closeLabel={t(phrases.ui.close)}
      actions={<Button onClick={onClose}>{t(phrases.create.photoDone)}</Button>}
    >
      <PhotoStage photo={photo} at={at} total={total} />
      <AltField draft={draft} />
    </Dialog>
  )
}
