import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { lazyComponent } from './lazy-component.tsx'

/** Drawing of an empty list; loaded lazily, because most lists are not empty. */
export const EmptyListArt = lazyComponent(
  async () => (await import('#ui/art/EmptyListDrawing.tsx')).EmptyListDrawing,
  <svg width="12.5rem" height="8.75rem" aria-hidden="true" />,
  { isDecoration: true },
)

type EmptyStateProps = {
  /** Drawing above the title, such as `<EmptyListArt of="drafts" />`. Each list has a different drawing. */
  picture: ReactNode
  title: string
  /** Text that says what the user can do next. */
  children?: ReactNode
  actions?: ReactNode
}

/** Empty state of a list: drawing, title and next step. */
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
