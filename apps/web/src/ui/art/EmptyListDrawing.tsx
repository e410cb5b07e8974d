import styles from './EmptyListDrawing.module.css'
import { type EmptyStateDrawingName, emptyStateDrawings } from './empty-state-drawings.ts'

/** Decorative drawing for an empty list. */
export function EmptyListDrawing({ of }: { of: EmptyStateDrawingName }) {
  return (
    <svg width="12.5rem" height="8.75rem" viewBox="0 0 160 112" aria-hidden="true" focusable="false">
      <path className={styles.floor} d="M8 106h144" />
      {emptyStateDrawings[of].map(([look, d]) => (
        <path key={d} className={styles[look]} d={d} />
      ))}
    </svg>
  )
}
