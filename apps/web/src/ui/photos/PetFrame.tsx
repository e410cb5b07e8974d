import { buildArchPath } from '@pawtrait/stage/arch.ts'
import { useId } from 'react'
import { PawShape } from '#ui/art/PawShape.tsx'
import { type Backdrop, type PetKind, portraitDrawing } from '#ui/art/portraits.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './PetFrame.module.css'

type EaredFrameProps = {
  kind: PetKind
  backdrop: Backdrop
  /**
   * Width in px at the default text size. The height is 108/88 of the width. Designed for 30, 44, 64, 96 and 226 px.
   */
  size?: number
  /** URL of the pet's photo. Without it, the frame shows a drawing of the pet's kind. */
  photo?: string | null | undefined
  /** Accessible name; omit it beside a visible name. */
  label?: string
  /** True for a story that the viewer has seen: its ring is grey. */
  seen?: boolean
}

const RING = buildArchPath(0)
const GAP = buildArchPath(3.2)
const INSIDE = buildArchPath(6)

/**
 * Frame of a pet: an arch in the pet's backdrop colour, with the ears of its kind. The CSS variable `--gap` sets the
 * colour between ring and picture; by default the colour of the surface.
 */
export function PetFrame({ kind, backdrop, size = 44, photo, label, seen = false }: EaredFrameProps) {
  const clip = useId()
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className={classNames(styles.frame, `bd-${backdrop}`, seen && styles.seen)}
      width={`${size / 16}rem`}
      height={`${Math.round((size * 108) / 88) / 16}rem`}
      viewBox="-4 -7 88 108"
      focusable="false"
      {...name}
    >
      <clipPath id={clip}>
        <path d={INSIDE} />
      </clipPath>
      <g className={styles.ring}>
        <path d={portraitDrawing(kind).ears} />
        <path d={RING} />
      </g>
      <path className={styles.gap} d={GAP} />
      <path className={styles.backdrop} d={INSIDE} />
      <g clipPath={`url(#${clip})`}>
        <FrameContent kind={kind} photo={photo} />
      </g>
    </svg>
  )
}

function FrameContent({ kind, photo }: Pick<EaredFrameProps, 'kind' | 'photo'>) {
  if (photo) return <image href={photo} x="9" y="18" width="62" height="78" preserveAspectRatio="xMidYMid slice" />
  const { portrait } = portraitDrawing(kind)
  if (portrait) return <image href={portrait} x="3" y="11.5" width="74" height="88.8" />
  return (
    <g className={styles.paw} transform="translate(20.8 38) scale(1.6)">
      <PawShape />
    </g>
  )
}
