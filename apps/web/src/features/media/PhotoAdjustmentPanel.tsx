import {
  type Adjustments,
  computeStraightenZoom,
  leavesColoursUnchanged,
  noAdjustments,
  normaliseAdjustments,
} from '@pawtrait/contract/photos/photo-adjustments.ts'
import { MAX_STRAIGHTEN_DEGREES, type PhotoFilter, photoFilters } from '@pawtrait/contract/photos/photo-filters.ts'
import { type CSSProperties, useId, useState } from 'react'
import { photoFilterLabels } from '#i18n/en/by-value/posts/photo-filter-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/forms/Chip.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { ColourFilter } from './ColourFilter.tsx'
import type { Rotation } from './crop-area.ts'
import styles from './PhotoAdjustmentPanel.module.css'

type AdjustPanelProps = {
  /** URL of the original photo, turned upright, or of a smaller copy that is not cropped. */
  src: string
  rotate: Rotation
  adjustments: Adjustments | null
  onChange: (adjustments: Adjustments | null) => void
}

/** Editor for light, colours and horizon of a photo. The preview shows the original while it is pressed. */
export function PhotoAdjustmentPanel({ src, rotate, adjustments, onChange }: AdjustPanelProps) {
  const t = useTranslate()
  const now = adjustments ?? noAdjustments
  const [isHeld, setHeld] = useState(false)
  const [isCompared, setCompared] = useState(false)
  const change = (changes: Partial<Adjustments>) => onChange(normaliseAdjustments({ ...now, ...changes }))
  const isOriginal = isHeld || isCompared
  return (
    <div className={styles.panel}>
      <Preview src={src} rotate={rotate} adjustments={isOriginal ? noAdjustments : now} onHold={setHeld} />
      <div className={styles.acts}>
        <Chip pressed={isCompared} onClick={() => setCompared((compared) => !compared)}>
          {t(phrases.media.showOriginal)}
        </Chip>
        <Button kind="quiet" small disabled={adjustments === null} onClick={() => onChange(null)}>
          {t(phrases.media.resetButton)}
        </Button>
      </div>
      <Filters now={now} onChange={change} />
      <Levels now={now} onChange={change} />
    </div>
  )
}

type PreviewProps = { src: string; rotate: Rotation; adjustments: Adjustments; onHold: (held: boolean) => void }

function Preview({ src, rotate, adjustments, onHold }: PreviewProps) {
  const id = useId()
  const [naturalSize, setNaturalSize] = useState({ width: 4, height: 3 })
  const { straighten } = adjustments
  const isSideways = rotate % 180 !== 0
  const shownSize = isSideways ? { width: naturalSize.height, height: naturalSize.width } : naturalSize
  const transform = `rotate(${rotate + straighten}deg) scale(${computeStraightenZoom(naturalSize, straighten)})`
  return (
    <div
      className={styles.stage}
      onPointerDown={() => onHold(true)}
      onPointerUp={() => onHold(false)}
      onPointerCancel={() => onHold(false)}
      onPointerLeave={() => onHold(false)}
    >
      <ColourFilter id={id} adjustments={adjustments} />
      <div className={styles.photo} style={{ '--aspect': shownSize.width / shownSize.height } as CSSProperties}>
        <img
          src={src}
          alt=""
          draggable={false}
          data-sideways={isSideways || undefined}
          style={{
            transform,
            ...(!leavesColoursUnchanged(adjustments) && { filter: `url(#${CSS.escape(id)})` }),
          }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setNaturalSize({ width: naturalWidth, height: naturalHeight })
          }
        />
      </div>
    </div>
  )
}

type ToolProps = { now: Adjustments; onChange: (some: Partial<Adjustments>) => void }

function Filters({ now, onChange }: ToolProps) {
  const t = useTranslate()
  const name = useId()
  const options = (['none', ...photoFilters] as const).map((value) => ({ value, label: t(photoFilterLabels[value]) }))
  const choose = (value: PhotoFilter | 'none') => onChange({ filter: value === 'none' ? null : value, strength: 1 })
  return (
    <>
      <RadioGroup
        legend={t(phrases.media.filter)}
        name={name}
        options={options}
        value={now.filter ?? 'none'}
        onChange={choose}
      />
      {now.filter && (
        <Slider
          label={t(phrases.media.filterStrengthLabel)}
          value={now.strength * 100}
          least={0}
          most={100}
          step={5}
          shown={(value) => t(phrases.media.formattedPercent, { value })}
          onChange={(value) => onChange({ strength: value / 100 })}
        />
      )}
    </>
  )
}

const levels = [
  ['brightness', phrases.media.brightness],
  ['contrast', phrases.media.contrast],
  ['warmth', phrases.media.warmth],
] as const

function Levels({ now, onChange }: ToolProps) {
  const t = useTranslate()
  return (
    <>
      {levels.map(([level, label]) => (
        <Slider
          key={level}
          label={t(label)}
          value={now[level] * 100}
          least={-100}
          most={100}
          step={5}
          onChange={(value) => onChange({ [level]: value / 100 })}
        />
      ))}
      <Slider
        label={t(phrases.media.straighten)}
        value={now.straighten}
        least={-MAX_STRAIGHTEN_DEGREES}
        most={MAX_STRAIGHTEN_DEGREES}
        step={0.5}
        hasGrid
        shown={(value) => t(phrases.media.formattedDegrees, { value })}
        onChange={(straighten) => onChange({ straighten })}
      />
    </>
  )
}

type SliderProps = {
  label: string
  value: number
  least: number
  most: number
  step: number
  /** True if grid lines cover the photo while the slider moves. */
  hasGrid?: boolean
  /** Formats the value for display. By default converts it to a string. */
  shown?: (value: number) => string
  onChange: (value: number) => void
}

function Slider({ label, value, least, most, step, hasGrid = false, shown = String, onChange }: SliderProps) {
  const valueText = shown(Math.round(value * 10) / 10)
  return (
    <label className={styles.slider}>
      <span>{label}</span>
      <input
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        data-grid={hasGrid || undefined}
        aria-valuetext={valueText}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <span aria-hidden="true">{valueText}</span>
    </label>
  )
}
