import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { lazyPart } from './lazy-part.tsx'

/** The drawing of one empty list; fetched with the first, for most lists are not empty. */
export const EmptyArt = lazyPart(
  async () => (await import('#ui/art/EmptyDrawing.tsx')).EmptyDrawing,
  <svg width="12.5rem" height="8.75rem" aria-hidden="true" />,
  { isDecoration: true },
)

type EmptyStateProps = {
  /** `<EmptyArt of="drafts" />`: a drawing of its own for each. */
  picture: ReactNode
  title: string
  /** Says what to do. */
  children?: ReactNode
  /** Buttons. */
  actions?: ReactNode
}

/** Nothing here yet: a drawing of what would be, and what to do. */
export function EmptyState({ picture, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {picture}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
