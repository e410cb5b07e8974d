import type { ReactNode } from 'react'
import styles from './Shell.module.css'
import { VisitorBar } from './TopBar.tsx'

/** Public pages as a visitor meets them. */
export function PublicShell({ children }: { children: ReactNode }) {
  return (
    <div className={styles.public}>
      <VisitorBar />
      {children}
    </div>
  )
}
