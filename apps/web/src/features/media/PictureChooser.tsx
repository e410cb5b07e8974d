import { loadChunk } from '#lib/load-chunk.ts'
import camera from '@phosphor-icons/core/regular/camera.svg?path'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/call.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { FieldError } from '#ui/FieldFrame.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { drawCrop } from './draw-crop.ts'
import styles from './PictureChooser.module.css'
import { readPicture } from './read-picture.ts'
import type { Picture } from './upload-picture.ts'

const CropEditor = lazy(async () => ({ default: (await loadChunk(() => import('./CropEditor.tsx'))).CropEditor }))

type PictureChooserProps = {
  /** "Choose a photo". */
  label: string
  /** Title of the cropper. */
  cropTitle: string
  shape: 'round' | 'arch'
  /** Width by height. */
  aspect: number
  picture: Picture | null
  onChange: (picture: Picture | null) => void
}

/** A button that takes a photo from the device, shows it at once and asks which part to keep. */
export function PictureChooser({ label, cropTitle, shape, aspect, picture, onChange }: PictureChooserProps) {
  const t = useTranslate()
  const { choose, cropping, error, isReading, keep, close, reopen } = useChosen(aspect, picture, onChange)
  return (
    <div className={styles.chooser}>
      <div className={styles.buttons}>
        <FileButton label={label} isReading={isReading} onFile={(file) => void choose(file)} />
        {picture && !isReading && (
          <Button kind="quiet" small onClick={reopen}>
            {t('media.cropAgain')}
          </Button>
        )}
      </div>
      {error && (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      )}
      <CropDialog title={cropTitle} shape={shape} aspect={aspect} picture={cropping} onKeep={keep} onClose={close} />
    </div>
  )
}

function FileButton({ label, isReading, onFile }: FileButtonProps) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="vh"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        kind="soft"
        small
        busy={isReading}
        icon={<Icon path={camera} size={20} />}
        onClick={() => input.current?.click()}
      >
        {isReading ? t('media.reading') : label}
      </Button>
    </>
  )
}

type FileButtonProps = { label: string; isReading: boolean; onFile: (file: File) => void }

function useChosen(aspect: number, picture: Picture | null, onChange: (picture: Picture | null) => void) {
  const t = useTranslate()
  const say = useProblemWords()
  const [before, setBefore] = useState<Picture | null>(null)
  const [cropping, setCropping] = useState<Picture | null>(null)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const open = (shown: Picture) => {
    setBefore(picture)
    setCropping(shown)
  }
  const choose = async (file: File) => {
    setReading(true)
    setError(null)
    await readPicture(file, aspect).then(
      (chosen) => {
        open(chosen)
        onChange(chosen)
      },
      (refusal) => setError(refusal instanceof CallError && refusal.problem ? say(refusal) : t('media.unreadable')),
    )
    setReading(false)
  }
  const keep = (kept: Picture) => {
    setCropping(null)
    onChange(kept)
  }
  const close = () => {
    setCropping(null)
    onChange(before)
  }
  return { choose, cropping, error, isReading, keep, close, reopen: () => picture && open(picture) }
}

type CropDialogProps = Pick<PictureChooserProps, 'shape' | 'aspect' | 'picture'> & {
  title: string
  onKeep: (picture: Picture) => void
  onClose: () => void
}

function CropDialog({ title, shape, aspect, picture, onKeep, onClose }: CropDialogProps) {
  const t = useTranslate()
  const moved = useRef<Pick<Picture, 'src' | 'crop'> | null>(null)
  const keep = async () => {
    if (!picture) return
    const kept = { ...picture, crop: moved.current?.src === picture.src ? moved.current.crop : picture.crop }
    onKeep({ ...kept, preview: await drawCrop(kept) })
  }
  const actions = (
    <>
      <Button onClick={() => void keep()}>{t('media.keep')}</Button>
      <Button kind="ghost" onClick={onClose}>
        {t('ui.cancel')}
      </Button>
    </>
  )
  return (
    <Dialog open={picture !== null} onClose={onClose} title={title} actions={actions}>
      {picture && (
        <OnceOpen>
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
        </OnceOpen>
      )}
      <p className={styles.help}>{t('media.cropHelp')}</p>
    </Dialog>
  )
}

/** The cropper measures its stage when it begins, so the dialog around it has to be open by then. */
function OnceOpen({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  const stage = <Skeleton shape="block" className={styles.stage} />
  return isOpen ? <Suspense fallback={stage}>{children}</Suspense> : stage
}
