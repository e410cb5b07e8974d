import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Suggestion.module.css'

type SuggestionProps = {
  id: string
  /** True for the active option, to which the arrow keys have moved. */
  isActive: boolean
  /** True for an option that is readable but not selectable. */
  isOff?: boolean
  onPick: () => void
  picture: ReactNode
  children: ReactNode
}

/** Option of a combobox. A press on the option does not move the focus out of the text field. */
export function Suggestion({ id, isActive, isOff = false, onPick, picture, children }: SuggestionProps) {
  const option = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Scrolls the option into view by script, because the option never has the focus.
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      ref={option}
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={isOff || undefined}
      className={styles.option}
      onPointerDown={(event) => event.preventDefault()}
      onClick={isOff ? undefined : onPick}
    >
      {picture}
      {children}
    </button>
  )
}

/** Text with the typed prefix of a word underlined. */
export function HighlightedPrefix({ text, typed }: { text: string; typed: string }) {
  const start = ` ${text}`.toLowerCase().indexOf(` ${typed.toLowerCase()}`)
  if (start < 0 || typed === '') return <bdi>{text}</bdi>
  const end = start + typed.length
  return (
    <bdi>
      {text.slice(0, start)}
      <mark className={styles.mark}>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </bdi>
  )
}
