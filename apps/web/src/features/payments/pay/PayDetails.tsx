import type { ReactNode } from 'react'
import styles from './PaySheet.module.css'

/** `asId`: uses the font of identifiers. */
export type PayDetail = { term: string; value: ReactNode; asId?: boolean }

/** Facts of a payment, one per line: term, then value. */
export function PayDetails({ lines }: { lines: readonly PayDetail[] }) {
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
