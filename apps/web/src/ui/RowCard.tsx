import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './RowCard.module.css'

type RowCardProps = {
  to: string
  picture: ReactNode
  /** Lines of words: the name in `<b>`, more in `<RowDetail>`. */
  children: ReactNode
  /** Stands at the end, below where there is no room. */
  action?: ReactNode
}

/** Somebody or something in a list: picture and words lead there, an action stands beside. */
export function RowCard({ to, picture, children, action }: RowCardProps) {
  return (
    <li className={styles.row}>
      <Link className={styles.who} to={to}>
        {picture}
        <span className={styles.words}>{children}</span>
      </Link>
      {action}
    </li>
  )
}

/** A quieter line under the name; `asId` for a username. */
export function RowDetail({ asId = false, children }: { asId?: boolean; children: ReactNode }) {
  return <span className={asId ? styles.username : styles.detail}>{children}</span>
}
