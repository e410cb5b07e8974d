import type { ReactNode } from 'react'
import styles from './PaySheet.module.css'

/** `asId`: set in the face of identifiers. */
export type PayLine = { term: string; value: ReactNode; asId?: boolean }

/** Facts of a payment, one a line: what it is, and its value at the end. */
export function PayLines({ lines }: { lines: readonly PayLine[] }) {
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
