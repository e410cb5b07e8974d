import type { Crop } from '@pawtrait/contract/photos/photos.ts'
import { lazy, Suspense, useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import styles from './PictureChooser.module.css'

const CropEditor = lazy(async () => ({ default: (await loadChunk(() => import('./CropEditor.tsx'))).CropEditor }))

/** Picture to crop. `crop` is its current crop; null if it has none. */
type CroppablePicture = { src: string; crop: Crop | null }

type CropDialogProps<Picture extends CroppablePicture> = {
  title: string
  shape: 'rect' | 'round' | 'arch'
  /** Width of the crop divided by its height. */
  aspect: number
  picture: Picture | null
  onApply: (picture: Picture & { crop: Crop }) => void
  onClose: () => void
}

export function CropDialog<Of extends CroppablePicture>({
  title,
  shape,
  aspect,
  picture,
  onApply,
  onClose,
}: CropDialogProps<Of>) {
  const t = useTranslate()
  const lastCrop = useRef<{ src: string; crop: Crop } | null>(null)
  const applyCrop = () => {
    if (!picture) return
    const crop = lastCrop.current?.src === picture.src ? lastCrop.current.crop : picture.crop
    if (crop) onApply({ ...picture, crop })
  }
  const actions = (
    <>
      <Button onClick={applyCrop}>{t(phrases.media.applyCrop)}</Button>
      <Button kind="ghost" onClick={onClose}>
        {t(phrases.ui.cancel)}
      </Button>
    </>
  )
  return (
    <Dialog open={picture !== null} onClose={onClose} title={title} actions={actions}>
      {picture && (
        <Suspense fallback={<Skeleton shape="block" className={styles.stage} />}>
          <CropEditor
            src={picture.src}
            aspect={aspect}
            shape={shape}
            crop={picture.crop}
            rotate={0}
            onCrop={(crop) => {
              lastCrop.current = { src: picture.src, crop }
            }}
          />
        </Suspense>
      )}
      <p className={styles.help}>{t(phrases.media.cropHelp)}</p>
    </Dialog>
  )
}
