import notch from '@phosphor-icons/core/bold/circle-notch-bold.svg?path'
import { Icon } from '#ui/Icon.tsx'
import styles from './Spinner.module.css'

/** Spinner inside a busy control. Pages and lists show a skeleton instead. */
export function Spinner({ size = 20 }: { size?: number }) {
  return (
    <span className={styles.spinner}>
      <Icon path={notch} size={size} />
    </span>
  )
}
