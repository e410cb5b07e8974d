import styles from './ProgressBar.module.css'

/** How far something is, 0 to 1; without a value it is at work for an unknown time. */
export function ProgressBar({ label, value }: { label: string; value?: number }) {
  return <progress className={styles.bar} aria-label={label} max={1} {...(value !== undefined && { value })} />
}
