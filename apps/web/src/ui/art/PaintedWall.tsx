import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './art.module.css'

type PaintedWallProps = {
  width: number
  height: number
  /** Where the rail begins and how high it is; the floor goes from its foot to the edge. */
  rail: { y: number; height: number }
  /** What stays in sight when the drawing is cut. */
  keep: 'xMidYMid' | 'xMidYMax'
  /** Crops the drawing at the top, in units. */
  top?: number
  /** Names the drawing; without a label it is decoration. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

// Wide enough for any window: what hangs outside the box is seen when the wall is wider than the drawing.
const BEYOND = 2000

/** The painted wall with rail and floor, that fills its place; frames hang on it. */
export function PaintedWall({ width, height, rail, keep, top = 0, label, className, children }: PaintedWallProps) {
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  const floor = rail.y + rail.height
  const across = { x: -BEYOND, width: width + 2 * BEYOND }
  return (
    <svg
      className={classNames(styles.art, className)}
      viewBox={`0 ${top} ${width} ${height}`}
      preserveAspectRatio={`${keep} slice`}
      focusable="false"
      {...name}
    >
      <rect className={styles.heroWall} {...across} y={-BEYOND} height={BEYOND + rail.y} />
      <rect className={styles.heroRail} {...across} y={rail.y} height={rail.height} />
      <rect className={styles.heroFloor} {...across} y={floor} height={BEYOND} />
      {children}
    </svg>
  )
}
