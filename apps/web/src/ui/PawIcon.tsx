import { PawShape } from './art/PawShape.tsx'
import { classNames } from './class-names.ts'
import styles from './PawIcon.module.css'

/** Like icon: outlined, or filled when pressed. The toes animate one by one, except with reduced motion. */
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
