import { buildArchPath } from '@pawtrait/stage/arch.ts'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './art.module.css'
import { NamePlate } from './NamePlate.tsx'
import { type Backdrop, type PetKind, portraitDrawing } from './portraits.ts'

export type FramedPortraitProps = {
  kind: Exclude<PetKind, 'other'>
  backdrop: Backdrop
  x: number
  y: number
  width: number
  plate?: string
  /** An `InlinePortrait`. Without it, the frame loads the portrait from a file. */
  children?: ReactNode
}

/** Framed portrait on the painted wall, as part of a larger drawing. */
export function FramedPortrait({ kind, backdrop, x, y, width, plate, children }: FramedPortraitProps) {
  const clip = useId()
  const { ears, portrait } = portraitDrawing(kind)
  return (
    <g
      className={classNames(`bd-${backdrop}`)}
      transform={`translate(${x} ${y}) scale(${+(width / 68).toFixed(4)}) translate(-6 -18)`}
    >
      <clipPath id={clip}>
        <path d={buildArchPath(6)} />
      </clipPath>
      <path className={styles.shadow} d={buildArchPath(0)} transform="translate(2.2 3.6)" />
      <g className={styles.wallRing}>
        <path d={ears} />
        <path d={buildArchPath(0)} />
      </g>
      <path className={styles.paper} d={buildArchPath(3)} />
      <path className={styles.backdrop} d={buildArchPath(6)} />
      <g clipPath={`url(#${clip})`}>
        <circle className={styles.glow} cx="40" cy="62" r="27" />
        {children ?? (portrait && <image href={portrait} x="3" y="11.5" width="74" height="88.8" />)}
      </g>
      {plate && <NamePlate name={plate} />}
    </g>
  )
}
