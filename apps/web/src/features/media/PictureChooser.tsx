import camera from '@phosphor-icons/core/regular/camera.svg?path'
import { useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/forms/FieldFrame.tsx'
import { Icon } from '#ui/Icon.tsx'
import { CropDialog } from './CropDialog.tsx'
import { drawCrop } from './draw-crop.ts'
import styles from './PictureChooser.module.css'
import type { Picture } from './upload-picture.ts'
import { useChosenPicture } from './use-chosen-picture.ts'

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
  /** Told of every photo that is being read; `onChange` comes before it resolves, it rejects when it cannot be read. */
  onReading: (reading: Promise<unknown>) => void
}

/**
 * A button that takes a photo from the device, shows it at once and asks which part to keep. Whoever went on to
 * something else meanwhile is not asked: the middle is kept until they crop it.
 */
export function PictureChooser(props: PictureChooserProps) {
  const { label, cropTitle, shape, aspect, picture } = props
  const t = useTranslate()
  const { choose, cropping, error, isReading, isUnasked, keep, close, reopen } = useChosenPicture(props)
  return (
    <div className={styles.chooser}>
      <div className={styles.buttons}>
        <FileButton label={label} isReading={isReading} onFile={choose} />
        {picture && !isReading && (
          <Button kind="quiet" small onClick={reopen}>
            {t(isUnasked ? phrases.media.crop : phrases.media.cropAgain)}
          </Button>
        )}
      </div>
      <p role="status" className={styles.note}>
        {isUnasked && t(phrases.media.keptMiddle)}
      </p>
      {error && (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      )}
      <CropDialog
        title={cropTitle}
        shape={shape}
        aspect={aspect}
        picture={cropping}
        onKeep={(kept) => void drawCrop(kept).then((preview) => keep({ ...kept, preview }))}
        onClose={close}
      />
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
        {isReading ? t(phrases.media.reading) : label}
      </Button>
    </>
  )
}

type FileButtonProps = { label: string; isReading: boolean; onFile: (file: File) => void }
