import type { ReactNode } from 'react'
import styles from './PaySheet.module.css'

/** A payment detail with its label. If `asId` is true, the value is shown in the font for codes and numbers. */
export type PayDetail = { term: string; value: ReactNode; asId?: boolean }

/** Description list of payment details, one per line. */
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
