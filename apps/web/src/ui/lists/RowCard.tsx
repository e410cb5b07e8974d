import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import styles from './RowCard.module.css'

type RowCardProps = {
  /** Link target; undefined for a row without a page. */
  to?: string
  picture: ReactNode
  /** Lines of text: the name in `<b>`, other lines in `<RowDetail>`. */
  children: ReactNode
  /** Action at the end of the row; below the text on narrow screens. */
  action?: ReactNode
}

/** List row, for example of a user or pet. Picture and text are a link; an action is beside the link. */
export function RowCard({ to, picture, children, action }: RowCardProps) {
  const content = (
    <>
      {picture}
      <span className={styles.words}>{children}</span>
    </>
  )
  return (
    <li className={styles.row}>
      {to === undefined ? (
        <div className={styles.who}>{content}</div>
      ) : (
        <Link className={styles.who} to={to}>
          {content}
        </Link>
      )}
      {action}
    </li>
  )
}

/** Secondary line under the name; `asId` uses the identifier font, for usernames. */
export function RowDetail({ asId = false, children }: { asId?: boolean; children: ReactNode }) {
  return <span className={asId ? styles.username : styles.detail}>{children}</span>
}

/** CSS class of a list in a card: draws lines between rows. */
export const rowListClass = styles.lines
