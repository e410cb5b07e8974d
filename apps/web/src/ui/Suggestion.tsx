import type { ReactNode } from 'react'
import styles from './Suggestion.module.css'

type SuggestionProps = {
  id: string
  /** The arrows are at it. */
  isActive: boolean
  onPick: () => void
  picture: ReactNode
  children: ReactNode
}

/** One option of a list below a field. The keyboard reaches it through the field, whose focus a press must not take. */
export function Suggestion({ id, isActive, onPick, picture, children }: SuggestionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {picture}
      {children}
    </button>
  )
}
