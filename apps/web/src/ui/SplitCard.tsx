import type { ReactNode } from 'react'
import styles from './SplitCard.module.css'

type SplitCardProps = {
  /** Picture that fills one half of the card; the upper half on a phone. */
  art: ReactNode
  children: ReactNode
} & ({ 'aria-label': string } | { 'aria-labelledby': string })

/** Card with a picture beside its content. */
export function SplitCard({ art, children, ...name }: SplitCardProps) {
  return (
    <section className={styles.card} {...name}>
      {art}
      <div className={styles.words}>{children}</div>
    </section>
  )
}
