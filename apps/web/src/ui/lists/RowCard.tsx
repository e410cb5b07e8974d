import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import styles from './RowCard.module.css'

type RowCardProps = {
  /** Left out where there is no page to open. */
  to?: string
  picture: ReactNode
  /** Lines of words: the name in `<b>`, more in `<RowDetail>`. */
  children: ReactNode
  /** Stands at the end, below where there is no room. */
  action?: ReactNode
}

/** Somebody or something in a list: picture and words lead there, an action stands beside. */
export function RowCard({ to, picture, children, action }: RowCardProps) {
  const who = (
    <>
      {picture}
      <span className={styles.words}>{children}</span>
    </>
  )
  return (
    <li className={styles.row}>
      {to === undefined ? (
        <div className={styles.who}>{who}</div>
      ) : (
        <Link className={styles.who} to={to}>
          {who}
        </Link>
      )}
      {action}
    </li>
  )
}

/** A quieter line under the name; `asId` for a username. */
export function RowDetail({ asId = false, children }: { asId?: boolean; children: ReactNode }) {
  return <span className={asId ? styles.username : styles.detail}>{children}</span>
}

/** The class of a list in a card: its rows are parted by lines. */
export const rowLines = styles.lines
