import { PawShape } from '#ui/art/PawShape.tsx'
import styles from './PlanArt.module.css'

const petals = Array.from({ length: 14 }, (_, at) => (at * 360) / 14)

/** SVG group of a winner's rosette, for use in a larger drawing. */
export function Rosette({ x, y, scale }: { x: number; y: number; scale: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path className={styles.dark} d="M-14 30-34 112l28-14 18 24 14-86ZM14 30l20 82-28-14-18 24-6-80Z" />
      {petals.map((angle, at) => (
        <ellipse
          key={angle}
          className={at % 2 === 0 ? styles.dark : styles.bright}
          rx="17"
          ry="26"
          cy="-34"
          transform={`rotate(${angle})`}
        />
      ))}
      <circle className={styles.paper} r="36" />
      <circle className={styles.heart} r="29" />
      <g className={styles.paw} transform="translate(-20 -21) scale(1.66)">
        <PawShape />
      </g>
    </g>
  )
}
