import styles from './ProgressRing.module.css'

/** Ring around its positioned parent; `share` is from 0 to 1. Decorative: the progress is also shown as text. */
export function ProgressRing({ share }: { share: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="16.5" />
      <circle
        className={styles.sent}
        cx="18"
        cy="18"
        r="16.5"
        pathLength={100}
        strokeDasharray={`${share * 100} 100`}
      />
    </svg>
  )
}
