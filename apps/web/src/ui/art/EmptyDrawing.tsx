import styles from './EmptyDrawing.module.css'
import { type EmptyDrawingName, emptyDrawings } from './empty-drawings.ts'

/** Decorative drawing for an empty list. */
export function EmptyDrawing({ of }: { of: EmptyDrawingName }) {
  return (
    <svg width="12.5rem" height="8.75rem" viewBox="0 0 160 112" aria-hidden="true" focusable="false">
      <path className={styles.floor} d="M8 106h144" />
      {emptyDrawings[of].map(([look, d]) => (
        <path key={d} className={styles[look]} d={d} />
      ))}
    </svg>
  )
}
