import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { lazyPart } from './lazy-part.tsx'

// Most lists are not empty.
const EmptyFrameScene = lazyPart(
  async () => (await import('./art/EmptyFrameScene.tsx')).EmptyFrameScene,
  <svg width="18.75rem" height="13.75rem" aria-hidden="true" />,
  { isDecoration: true },
)

type EmptyStateProps = {
  title: string
  /** Says what to do. */
  children?: ReactNode
  /** Buttons. */
  actions?: ReactNode
  /** The plate under the empty frame: "Yours", "404". */
  plate: string
}

/** Nothing here yet: the empty frame, the small dog looking up at it, and what to do. */
export function EmptyState({ title, children, actions, plate }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <EmptyFrameScene plate={plate} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
