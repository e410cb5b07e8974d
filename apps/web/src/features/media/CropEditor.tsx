import type { Crop } from '@pawtrait/contract/photos.ts'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './CropEditor.module.css'
import { areaOf, cropOf, type Rotation } from './crop-area.ts'

type CropEditorProps = {
  /** Address of the upright original, or of a smaller copy of all of it. */
  src: string
  /** Width by height of the window; null keeps the photo's own. */
  aspect: number | null
  /** What the window looks like; the part kept is always a rectangle. */
  shape?: 'rect' | 'round' | 'arch'
  crop: Crop | null
  rotate: Rotation
  onCrop: (crop: Crop) => void
}

const STEP_PX = 6 // about one per cent of the stage

/** A window that the photo is moved and zoomed under; arrows move it too. The original stays as it is. */
export function CropEditor({ src, aspect, shape = 'rect', crop, rotate, onCrop }: CropEditorProps) {
  const t = useTranslate()
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [own, setOwn] = useState(1)
  const sideways = rotate % 180 !== 0
  return (
    <div className={styles.editor}>
      <div className={styles.stage}>
        <Cropper
          image={src}
          crop={at}
          zoom={zoom}
          rotation={rotate}
          aspect={aspect ?? (sideways ? 1 / own : own)}
          cropShape={shape === 'round' ? 'round' : 'rect'}
          {...(shape === 'arch' && { classes: { cropAreaClassName: styles.arch ?? '' } })}
          keyboardStep={STEP_PX}
          disableAutomaticStylesInjection
          onCropChange={setAt}
          onZoomChange={setZoom}
          onMediaLoaded={({ naturalWidth, naturalHeight }) => setOwn(naturalWidth / naturalHeight)}
          onCropComplete={(area) => onCrop(cropOf(area, rotate))}
          {...(crop && { initialCroppedAreaPercentages: areaOf(crop, rotate) })}
        />
      </div>
      <label className={styles.zoom}>
        {t('media.zoom')}
        <input
          type="range"
          min="1"
          max="3"
          step="0.05"
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
    </div>
  )
}
