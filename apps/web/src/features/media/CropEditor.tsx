import type { Crop } from '@pawtrait/contract/photos/photos.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { classNames } from '#ui/class-names.ts'
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
  /** What its colours go through, in CSS. */
  filter?: string | undefined
  onCrop: (crop: Crop) => void
}

const STEP_PX = 6 // about one per cent of the stage

/** A window that the photo is moved and zoomed under; arrows move it too. The original stays as it is. */
export function CropEditor({ src, aspect, shape = 'rect', crop, rotate, filter, onCrop }: CropEditorProps) {
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [own, setOwn] = useState<number | null>(null)
  // The part kept when the editor opens; what it tells meanwhile is not put back into it.
  const [kept] = useState(crop)
  const stage = useRef<HTMLDivElement>(null)
  const roomy = useRoom(stage)
  const sideways = rotate % 180 !== 0
  const ownAspect = own === null ? 1 : sideways ? 1 / own : own
  return (
    <div className={styles.editor}>
      <div ref={stage} className={styles.stage} data-sideways={sideways || undefined}>
        {roomy && (
          <Cropper
            // The kept part can be drawn only in a window of the right shape: it opens anew once that is known.
            key={aspect ?? own}
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
              naturalHeight > 0 && setOwn(naturalWidth / naturalHeight)
            }
            onCropComplete={(area) => (aspect ?? own) !== null && onCrop(cropOf(area))}
            {...(kept && { initialCroppedAreaPercentages: areaOf(kept) })}
          />
        )}
      </div>
      <Zoom value={zoom} onChange={setZoom} />
    </div>
  )
}

// Of a picture that has no size yet the cropper makes NaN, which differs from itself: it would never settle.
const isPlace = ({ x, y }: { x: number; y: number }) => Number.isFinite(x) && Number.isFinite(y)

/**
 * Whether the stage has been laid out. The cropper measures it once, when the photo is there: in a dialog that is not
 * shown yet it would find no room, and place the photo at NaN.
 */
function useRoom(stage: RefObject<HTMLDivElement | null>): boolean {
  const [roomy, setRoomy] = useState(false)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && entry.contentRect.width > 0 && setRoomy(true))
    if (stage.current) observer.observe(stage.current)
    return () => observer.disconnect()
  }, [stage])
  return roomy
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
