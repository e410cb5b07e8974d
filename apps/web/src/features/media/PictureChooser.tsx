import camera from '@phosphor-icons/core/regular/camera.svg?path'
import { useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/forms/FieldFrame.tsx'
import { Icon } from '#ui/Icon.tsx'
import { CropDialog } from './CropDialog.tsx'
import styles from './PictureChooser.module.css'
import { loadImage } from './prepare-picture.ts'
import type { ChosenPicture } from './upload-picture.ts'
import { useChosenPicture } from './use-chosen-picture.ts'

const MAX_PREVIEW_PX = 480 // maximum size of a preview image, twice the width of the largest preview

type PictureChooserProps = {
  /** Label of the button, such as "Choose a photo". */
  label: string
  cropTitle: string
  shape: 'round' | 'arch'
  /** Width of the crop divided by its height. */
  aspect: number
  picture: ChosenPicture | null
  onChange: (picture: ChosenPicture | null) => void
  /**
   * Called with a promise for each chosen file. The promise resolves after `onChange`, and rejects for an unreadable
   * file.
   */
  onReading: (reading: Promise<unknown>) => void
}

/**
 * Button to choose a photo from the device. Shows the photo at once, and opens the crop dialog. The dialog stays
 * closed if the user has used another control while the photo loaded. The crop is centred until the user changes it.
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
            {t(isUnasked ? phrases.media.cropTitle : phrases.media.cropAgain)}
          </Button>
        )}
      </div>
      <p role="status" className={styles.note}>
        {isUnasked && t(phrases.media.centredCropNote)}
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
        onApply={(cropped) => void drawCrop(cropped).then((preview) => keep({ ...cropped, preview }))}
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
        {isReading ? t(phrases.media.readingFile) : label}
      </Button>
    </>
  )
}

type FileButtonProps = { label: string; isReading: boolean; onFile: (file: File) => void }

/**
 * Draws the cropped picture in the browser, with at most `maxPx` pixels per side, and returns its URL. Returns the URL
 * of the uncropped picture if the browser cannot encode the drawing.
 */
async function drawCrop({ src, crop }: Pick<ChosenPicture, 'src' | 'crop'>, maxPx = MAX_PREVIEW_PX): Promise<string> {
  const image = await loadImage(src)
  const width = image.naturalWidth * crop.width
  const height = image.naturalHeight * crop.height
  const scale = Math.min(1, maxPx / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const at = [image.naturalWidth * crop.x, image.naturalHeight * crop.y] as const
  canvas.getContext('2d')?.drawImage(image, ...at, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
  return blob ? URL.createObjectURL(blob) : src
}
