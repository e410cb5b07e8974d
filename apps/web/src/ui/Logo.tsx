import { PawShape } from './art/PawShape.tsx'
import styles from './Logo.module.css'

const EAR_LEFT = 'M11 46 8.5 9C8.2 3.5 13 1.5 17.2 4.3L44 23Z'
const EAR_RIGHT = 'M50 18c20-12 39 2 37 30-.8 12-14 13.5-17 3L62 30Z'
const ARCH = 'M8 53a36 36 0 0 1 72 0v32a16 16 0 0 1-16 16H24A16 16 0 0 1 8 85Z'
const INSIDE = 'M18 54a26 26 0 0 1 52 0v28a9 9 0 0 1-9 9H27a9 9 0 0 1-9-9Z'

/** Logo: an arch with a cat's ear, a dog's ear and a paw. `size` is its width in px at the default text size. */
export function Logo({ size = 32 }: { size?: number }) {
  const sides = { width: `${size / 16}rem`, height: `${Math.round(size * 1.16) / 16}rem` }
  return (
    <svg className={styles.mark} {...sides} viewBox="0 0 88 102" aria-hidden="true" focusable="false">
      <g className={styles.frame}>
        <path d={EAR_LEFT} />
        <path d={EAR_RIGHT} />
        <path d={ARCH} />
      </g>
      <path className={styles.inside} d={INSIDE} />
      <g className={styles.paw} transform="translate(21 41) scale(1.92)">
        <PawShape />
      </g>
    </svg>
  )
}
