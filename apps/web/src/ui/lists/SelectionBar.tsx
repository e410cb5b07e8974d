import type { ReactNode } from 'react'
import styles from './SelectionBar.module.css'

type SelectionBarProps = {
  label: string
  /** Number of selected items, as text. */
  count: ReactNode
  /** Buttons for bulk actions. */
  children: ReactNode
}

/** Sticky toolbar with the number of selected items and bulk actions. */
export function SelectionBar({ label, count, children }: SelectionBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={label}>
      <b>{count}</b>
      {children}
    </div>
  )
}
