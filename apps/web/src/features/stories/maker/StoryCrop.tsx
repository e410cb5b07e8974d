import type { Crop } from '@pawtrait/contract/photos.ts'
import { CropDialog } from '#features/media/CropDialog.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'

type StoryCropProps = {
  open: boolean
  /** Address of the whole photo. */
  src: string
  crop: Crop | null
  onKeep: (crop: Crop) => void
  onClose: () => void
}

const FRAME = 9 / 16

/** Asks which part of a photo fills the frame of a story. */
export function StoryCrop({ open, src, crop, onKeep, onClose }: StoryCropProps) {
  const t = useTranslate()
  return (
    <CropDialog
      title={t(phrases.media.crop)}
      shape="rect"
      aspect={FRAME}
      picture={open ? { src, crop } : null}
      onKeep={(kept) => onKeep(kept.crop)}
      onClose={onClose}
    />
  )
}
