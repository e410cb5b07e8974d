import styles from './ProgressBar.module.css'

/** Progress from 0 to 1; indeterminate without a value. */
export function ProgressBar({ label, value }: { label: string; value?: number }) {
  return <progress className={styles.bar} aria-label={label} max={1} {...(value !== undefined && { value })} />
}
