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
type Cut = { src: string; crop: Crop | null }

type CropDialogProps<Of extends Cut> = {
  title: string
  shape: 'rect' | 'round' | 'arch'
  /** Width of the crop divided by its height. */
  aspect: number
  picture: Of | null
  onApply: (picture: Of & { crop: Crop }) => void
  onClose: () => void
}

export function CropDialog<Of extends Cut>({ title, shape, aspect, picture, onApply, onClose }: CropDialogProps<Of>) {
  const t = useTranslate()
  const moved = useRef<{ src: string; crop: Crop } | null>(null)
  const keep = () => {
    if (!picture) return
    const crop = moved.current?.src === picture.src ? moved.current.crop : picture.crop
    if (crop) onApply({ ...picture, crop })
  }
  const actions = (
    <>
      <Button onClick={keep}>{t(phrases.media.applyCrop)}</Button>
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
              moved.current = { src: picture.src, crop }
            }}
          />
        </Suspense>
      )}
      <p className={styles.help}>{t(phrases.media.cropHelp)}</p>
    </Dialog>
  )
}
