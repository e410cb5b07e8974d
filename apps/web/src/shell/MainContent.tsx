import type { ReactNode } from 'react'
import styles from './MainContent.module.css'

/** Main content of a page; target of the skip link. */
export function MainContent({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <main id="main" tabIndex={-1} className={styles.content} data-narrow={narrow || undefined}>
      {children}
    </main>
  )
}
