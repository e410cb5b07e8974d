import type { Crop } from '@pawtrait/contract/photos/photos.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './CropEditor.module.css'
import { type Rotation, toCrop, toPercentCrop } from './crop-area.ts'

type CropEditorProps = {
  /** URL of the original photo, turned upright, or of a smaller copy that is not cropped. */
  src: string
  /** Aspect ratio of the crop window (width / height); null means the photo's own ratio. */
  aspect: number | null
  /** Shape of the crop window on screen. The crop itself is always a rectangle. */
  shape?: 'rect' | 'round' | 'arch'
  crop: Crop | null
  rotate: Rotation
  /** CSS filter that shows the colour adjustments. */
  filter?: string | undefined
  onCrop: (crop: Crop) => void
}

const STEP_PX = 6 // distance that one arrow key press moves the photo, about 1 % of the stage's width

/** Crop window over a photo that the user drags, zooms or moves by arrow keys. Never changes the original photo. */
export function CropEditor({ src, aspect, shape = 'rect', crop, rotate, filter, onCrop }: CropEditorProps) {
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [naturalAspect, setNaturalAspect] = useState<number | null>(null)
  // The crop library reads this crop only at mount. Later changes of the crop come from the library itself.
  const [initialCrop] = useState(crop)
  const stage = useRef<HTMLDivElement>(null)
  const hasLayout = useHasLayout(stage)
  const sideways = rotate % 180 !== 0
  const ownAspect = naturalAspect === null ? 1 : sideways ? 1 / naturalAspect : naturalAspect
  return (
    <div className={styles.editor}>
      <div ref={stage} className={styles.stage} data-sideways={sideways || undefined}>
        {hasLayout && (
          <Cropper
            // A saved crop needs a crop window of the same aspect ratio. The key remounts the crop library when the
            // photo's aspect ratio is known.
            key={aspect ?? naturalAspect}
            image={src}
            crop={at}
            zoom={zoom}
            rotation={rotate}
            aspect={aspect ?? ownAspect}
            cropShape={shape === 'round' ? 'round' : 'rect'}
            classes={{ containerClassName: styles.room ?? '', cropAreaClassName: windowClass(shape) }}
            keyboardStep={STEP_PX}
            style={filter ? { mediaStyle: { filter } } : {}}
            disableAutomaticStylesInjection
            onCropChange={(next) => isPlace(next) && setAt(next)}
            onZoomChange={(next) => Number.isFinite(next) && setZoom(next)}
            onMediaLoaded={({ naturalWidth, naturalHeight }) =>
              naturalHeight > 0 && setNaturalAspect(naturalWidth / naturalHeight)
            }
            onCropComplete={(area) => (aspect ?? naturalAspect) !== null && onCrop(toCrop(area))}
            {...(initialCrop && { initialCroppedAreaPercentages: toPercentCrop(initialCrop) })}
          />
        )}
      </div>
      <Zoom value={zoom} onChange={setZoom} />
    </div>
  )
}

// The crop library reports NaN for a picture without a size. NaN in the state would cause endless rerenders.
const isPlace = ({ x, y }: { x: number; y: number }) => Number.isFinite(x) && Number.isFinite(y)

/**
 * Returns whether the stage is visible. The crop library measures the stage only once, when the photo loads. In a
 * closed dialog it would measure a size of zero, and compute a position of NaN.
 */
function useHasLayout(stage: RefObject<HTMLDivElement | null>): boolean {
  const [hasLayout, setHasLayout] = useState(false)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && entry.contentRect.width > 0 && setHasLayout(true))
    if (stage.current) observer.observe(stage.current)
    return () => observer.disconnect()
  }, [stage])
  return hasLayout
}

const windowClass = (shape: CropEditorProps['shape']) =>
  classNames(styles.window, shape === 'arch' && styles.arch, shape === 'rect' && styles.corners) ?? ''

function Zoom({ value, onChange }: { value: number; onChange: (zoom: number) => void }) {
  const t = useTranslate()
  return (
    <label className={styles.zoom}>
      {t(phrases.media.zoom)}
      <input
        type="range"
        min="1"
        max="3"
        step="0.05"
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </label>
  )
}
