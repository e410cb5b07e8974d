import type { ReactNode } from 'react'
import styles from './Content.module.css'

/** The page's own part; the skip link leads here. */
export function Content({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <main id="main" tabIndex={-1} className={styles.content} data-narrow={narrow || undefined}>
      {children}
    </main>
  )
}
