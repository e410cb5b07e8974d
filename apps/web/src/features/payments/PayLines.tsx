import type { ReactNode } from 'react'
import styles from './PaySheet.module.css'

/** Facts of a payment, one a line: what it is, and its value at the end. */
export function PayLines({ lines }: { lines: readonly { term: string; value: ReactNode; asId?: boolean }[] }) {
  return (
    <dl className={styles.lines}>
      {lines.map(({ term, value, asId }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={asId ? 'id' : 'nums'}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
