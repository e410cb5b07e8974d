import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './art.module.css'

type PaintedWallProps = {
  width: number
  height: number
  /** Position and height of the dado rail on the wall; the floor fills the space below. */
  rail: { y: number; height: number }
  /** Alignment in the SVG attribute `preserveAspectRatio`: the part to keep visible when the drawing is cropped. */
  keep: 'xMidYMid' | 'xMidYMax'
  /** Height that is cropped at the top, in units of the drawing. */
  top?: number
  /** Accessible name; without it the drawing is decorative. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

// Extra width of wall and floor on both sides, for containers that are wider than the drawing.
const OVERSCAN = 2000

/** Drawing of a painted wall with rail and floor. It fills its container. Children are drawn on the wall. */
export function PaintedWall({ width, height, rail, keep, top = 0, label, className, children }: PaintedWallProps) {
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  const floor = rail.y + rail.height
  const horizontal = { x: -OVERSCAN, width: width + 2 * OVERSCAN }
  return (
    <svg
      className={classNames(styles.art, className)}
      viewBox={`0 ${top} ${width} ${height}`}
      preserveAspectRatio={`${keep} slice`}
      focusable="false"
      {...name}
    >
      <rect className={styles.heroWall} {...horizontal} y={-OVERSCAN} height={OVERSCAN + rail.y} />
      <rect className={styles.heroRail} {...horizontal} y={rail.y} height={rail.height} />
      <rect className={styles.heroFloor} {...horizontal} y={floor} height={OVERSCAN} />
      {children}
    </svg>
  )
}
