import type { ReactNode } from 'react'
import styles from './SelectionBar.module.css'

type SelectionBarProps = {
  label: string
  /** How many are chosen, in words. */
  count: ReactNode
  /** Buttons: what can be done with them. */
  children: ReactNode
}

/** Stays in sight while things below it are chosen: how many, and what can be done with them. */
export function SelectionBar({ label, count, children }: SelectionBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={label}>
      <b>{count}</b>
      {children}
    </div>
  )
}
