import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './art.module.css'

type PaintedWallProps = {
  width: number
  height: number
  /** Position and height of the rail; the floor fills the space below. */
  rail: { y: number; height: number }
  /** Part that stays visible when the drawing is cropped. */
  keep: 'xMidYMid' | 'xMidYMax'
  /** Crops the top of the drawing, in its units. */
  top?: number
  /** Accessible name; without it the drawing is decorative. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

// Overhang for containers wider than the drawing: the SVG shows what lies outside its box.
const BEYOND = 2000

/** Painted wall with rail and floor that fills its container; frames hang on it. */
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
