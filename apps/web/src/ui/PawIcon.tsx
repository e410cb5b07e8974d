import { PawShape } from './art/PawShape.tsx'
import { classNames } from './class-names.ts'
import styles from './PawIcon.module.css'

/** The like: an outline at rest, filled when pressed; the toes press one after another, not in reduced motion. */
export function PawIcon({ pressed = false }: { pressed?: boolean }) {
  return (
    <svg
      className={classNames(styles.paw, pressed && styles.pressed)}
      width="1.625rem"
      height="1.625rem"
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <PawShape />
    </svg>
  )
}
